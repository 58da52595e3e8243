"""The composer: a private board on which a player builds a move, confirms and plays it.

Every click names the match, the ply and the stage at which it was offered; the steps are stored. So
a click works after a restart, and a repeated one, or one on another device, only shows the current
board.
"""

from dataclasses import replace
from functools import partial

from bot.core.matches import IllegalText, MatchOver, MatchService, NotYourTurn, OutdatedBoard
from bot.features.moves import pages as composer_layouts
from bot.features.moves import words
from bot.features.moves.composition import Composing, MovedOn, NotWhole
from bot.features.moves.screen.boards import move_form, show_asking
from bot.features.moves.screen.played import note_composer, played
from bot.features.moves.screen.question import WHOLE
from bot.features.moves.service import ComposerService
from bot.screen.ids import BoardAction, ComposerButton
from bot.screen.interaction import Click, Handler, Interaction, MoveAhead, Screen
from bot.screen.words import match_title
from data.ids import MatchId
from renderer import alt_text
from rules.texts import Words

Clicked = Click[ComposerButton]


async def on_composer(click: Clicked) -> None:
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    await click.defer_update(counts=True)
    try:
        await _act(click)
    except (MovedOn, NotWhole) as error:
        await choose(click, error.now, remark=words.STANDS)
    except (NotYourTurn, OutdatedBoard, MatchOver) as error:
        ahead = MoveAhead(click.actor.id, click.id.match_id, click.id.ply)
        if not ahead.is_made(error.view):
            raise
        await click.say(words.made_elsewhere(error.view, click.id.ply + 1))


async def open_composer(
    interaction: Interaction, match_id: MatchId, expected_ply: int | None = None
) -> None:
    """Show the next choices, or a whole move to confirm; the interaction is acknowledged."""
    composer, actor = interaction.services[ComposerService], interaction.actor
    now = await composer.open(actor, match_id, expected_ply)
    await (confirm if now.composition.is_whole else choose)(interaction, now)


async def _act(click: Clicked) -> None:
    """Do the action of a button, and show the board after it."""
    composer, number, action = click.services[ComposerService], click.id.number, click.id.action
    where = click.actor, click.id.match_id, click.id.ply, click.id.stage
    match action:
        case BoardAction.TAKE:
            now = await composer.take(*where, click.choice(number))
            await (_end if now.composition.is_whole else choose)(click, now)
        case BoardAction.STOP:
            await _end(click, await composer.ending(*where))
        case BoardAction.PLAY:
            await played(click, await composer.play(*where))
        case BoardAction.BACK:
            await choose(click, await composer.back(*where))
        case BoardAction.OVER:
            await choose(click, await composer.start_over(*where))
        case BoardAction.CHANGE:
            now = await composer.at(*where)
            await choose(click, await composer.back(*where) if now.composition.is_whole else now)
        case BoardAction.PART | BoardAction.HELP:
            now = await composer.at(*where)
            await choose(click, now, shown=number, explained=action is BoardAction.HELP)
        case _:
            raise MovedOn(await composer.at(*where))


async def choose(
    interaction: Interaction,
    now: Composing,
    *,
    shown: int = WHOLE,
    remark: Words | None = None,
    explained: bool = False,
) -> None:
    """Show the next choices; ``explained``: with explanations, also of familiar steps."""
    composer, kinds = interaction.services[ComposerService], words.EVERY_KIND
    if not explained:
        kinds = await composer.unfamiliar(interaction.actor.id, now)
    hint = words.hint(now.composition, kinds)
    page = partial(composer_layouts.choosing, now, hint=hint, remark=remark)
    own = await interaction.own_picture(now.match)
    sentence = now.match.sentence
    message = await show_asking(
        interaction, own, now.composition, page, part=shown, sentence=sentence
    )
    note_composer(interaction, now, message)


async def confirm(interaction: Interaction, now: Composing) -> None:
    move = now.composition.menu.complete
    if move is None:
        await choose(interaction, now)
        return
    before = now.match.position
    after, events, sentence = before.play(move), before.events(move), before.describe(move)
    own = await interaction.own_picture(now.match)
    request = replace(own, position=after, events=events, if_played=now.seat)
    picture = await interaction.draw(request)
    alt = alt_text(request, sentence)
    layout = composer_layouts.confirming(now, after, alt, sentence)
    note_composer(interaction, now, await interaction.show(layout, picture))


async def _ask(click: Clicked) -> None:
    now = await click.services[ComposerService].open(click.actor, click.id.match_id, click.id.ply)
    match, begun = now.match, now.composition.text
    title = match_title(match)
    await click.ask(move_form(title, click.id, match.position, begun))


async def _end(click: Clicked, now: Composing) -> None:
    """Show the whole move to confirm, or play it if the player does not want to confirm."""
    if (await click.chosen()).confirm_moves:
        await confirm(click, now)
        return
    match_id, ply, stage = now.match.id, now.match.ply, now.composition.stage
    await played(
        click, await click.services[ComposerService].play(click.actor, match_id, ply, stage)
    )


async def on_move_form(click: Clicked) -> None:
    """Play a typed move, or show why not beside the choices."""
    known, actor, named = click.services, click.actor, click.id
    try:
        made = await known[MatchService].submit(actor, click.value, named.match_id, named.ply)
    except IllegalText as error:
        now = await known[ComposerService].open(actor, named.match_id, named.ply)
        await choose(click, now, remark=click.refusal(error))
    else:
        await played(click, made)


SCREEN = Screen(
    handlers=(
        Handler(ComposerButton, on_composer, defer=False),
        Handler(ComposerButton, on_move_form, counts=True, is_form=True),
    ),
)
