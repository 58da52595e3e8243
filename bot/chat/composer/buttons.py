"""The composer: a move put together from small choices, privately, then looked at and played.

Every click names the match, the ply, and the stage at which it was offered; the steps taken are
kept in the database. So a click works after a restart, and one that came twice, or from another
device, changes nothing: it shows where the move stands.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.chat.common import text
from bot.chat.common.ids import ComposerAction, ComposerButton, MoveFormId
from bot.chat.composer import layouts as composer_layouts
from bot.chat.composer import text as words
from bot.chat.composer.boards import move_form
from bot.chat.composer.played import note_composer, played
from bot.chat.composer.question import IN_PART, WHOLE, asking, question
from bot.chat.interaction import Click, Interaction, MoveAhead, handles, takes
from bot.services.actor import Actor
from bot.services.composer import ComposerService, Composing, MovedOn, NotWhole
from bot.services.matches import IllegalText, MatchOver, NotYourTurn, OutdatedBoard
from data.ids import MatchId
from renderer import alt_text
from rules.texts import Words

Clicked = Click[ComposerButton]


async def on_composer(click: Clicked) -> None:
    if click.id.action is ComposerAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    await click.defer_update(counts=True)
    try:
        await ACTIONS[click.id.action](click)
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
    """Show the composer, where the move was left; acknowledged before."""
    actor = interaction.actor
    await look(interaction, await interaction.services.composer.open(actor, match_id, expected_ply))


async def look(interaction: Interaction, now: Composing) -> None:
    """Show what can come next, or what the move would do if it is whole."""
    await (confirm if now.composition.is_whole else choose)(interaction, now)


async def take(click: Clicked) -> None:
    """Take a choice. A move that is whole is shown before it is played, or played."""
    part, number = divmod(click.choice(click.id.number), IN_PART)
    now = await _composer(click).take(*_where(click), number)
    if now.composition.is_whole:
        await _end(click, now)
    else:
        await choose(click, now, shown=part)


async def stop(click: Clicked) -> None:
    """End the move here: show what it would do, or play it for those who want no question."""
    await _end(click, await _composer(click).ending(*_where(click)))


async def play(click: Clicked) -> None:
    await played(click, await _composer(click).play(*_where(click)))


async def back(click: Clicked) -> None:
    await choose(click, await _composer(click).back(*_where(click)))


async def change(click: Clicked) -> None:
    """From the question whether to play, go back to choosing."""
    now = await _composer(click).at(*_where(click))
    if now.composition.is_whole:
        await back(click)
    else:
        await choose(click, now)


async def start_over(click: Clicked) -> None:
    await choose(click, await _composer(click).start_over(*_where(click)))


async def show_part(click: Clicked) -> None:
    now = await _composer(click).at(*_where(click))
    await choose(click, now, shown=click.id.number)


async def explain(click: Clicked) -> None:
    """Show the same with what there is to know for it."""
    now = await _composer(click).at(*_where(click))
    await choose(click, now, shown=click.id.number, explained=True)


async def choose(
    interaction: Interaction,
    now: Composing,
    *,
    shown: int = WHOLE,
    remark: Words | None = None,
    explained: bool = False,
) -> None:
    """Show what can come next; with what there is to know for steps that the reader hardly knows.

    ``explained``: with all that there is to know.
    """
    composition, match = now.composition, now.match
    own = await interaction.own_picture(match)
    asked = question(composition, shown, turned=bool(own.viewer), ahead=True)
    request = asking(own, composition, asked)
    picture = await interaction.draw(request)
    alt = alt_text(request, match.sentence)
    composer, kinds = interaction.services.composer, text.EVERY_KIND
    if not explained:
        kinds = await composer.unfamiliar(interaction.actor.id, now)
    hint = text.hint(composition, kinds)
    layout = composer_layouts.choosing(now, asked, alt, hint=hint, remark=remark)
    note_composer(interaction, now, await interaction.show(layout, picture))


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
    now = await _composer(click).open(click.actor, click.id.match_id, click.id.ply)
    match, begun = now.match, now.composition.text
    form = move_form(words.form(match), MoveFormId(match.id, match.ply), match.position, begun)
    await click.ask(form)


async def _end(click: Clicked, now: Composing) -> None:
    """The move is put together: show what it would do, or play it at once."""
    if (await click.chosen()).confirm_moves:
        await confirm(click, now)
        return
    match_id, ply, stage = now.match.id, now.match.ply, now.composition.stage
    made = await _composer(click).play(click.actor, match_id, ply, stage)
    await played(click, made)


def _composer(click: Clicked) -> ComposerService:
    return click.services.composer


def _where(click: Clicked) -> tuple[Actor, MatchId, int, str]:
    """Whose move it is, in which match, and where it stood when the button was made."""
    return click.actor, click.id.match_id, click.id.ply, click.id.stage


ACTIONS: Mapping[ComposerAction, Callable[[Clicked], Awaitable[None]]] = {
    ComposerAction.TAKE: take,
    ComposerAction.PART: show_part,
    ComposerAction.HELP: explain,
    ComposerAction.STOP: stop,
    ComposerAction.PLAY: play,
    ComposerAction.CHANGE: change,
    ComposerAction.BACK: back,
    ComposerAction.OVER: start_over,
}


async def on_move_form(click: Click[MoveFormId]) -> None:
    """Make the move that was typed, or say why not beside the choices there are."""
    known, actor, named = click.services, click.actor, click.id
    try:
        made = await known.matches.submit(actor, click.value, named.match_id, named.ply)
    except IllegalText as error:
        now = await known.composer.open(actor, named.match_id, named.ply)
        await choose(click, now, remark=click.refusal(error))
    else:
        await played(click, made)


HANDLERS = (
    handles(ComposerButton, on_composer, defer=False),
    takes(MoveFormId, on_move_form, counts=True),
)
