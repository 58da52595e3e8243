"""The composer: a move put together from small choices, privately, then looked at and played.

Every click names the match, the ply, and the stage at which it was offered; the steps taken are
kept in the database. So a click works after a restart, and one that came twice, or from another
device, changes nothing: it shows where the move stands.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.chat.common import goals
from bot.chat.common.custom_ids import ComposerAction, ComposerButton, MoveFormId
from bot.chat.composer import layouts as composer_layouts
from bot.chat.composer import text as words
from bot.chat.composer.move_form import move_form
from bot.chat.composer.overtaken import note_composer
from bot.chat.composer.played import played
from bot.chat.composer.question import IN_PART, WHOLE, asking, question
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import ask, own_picture, say, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.open_composers import MoveAhead
from bot.services.actor import Actor
from bot.services.composer import ComposerService, Composing, MovedOn, NotWhole
from bot.services.matches import MatchOver, NotYourTurn, OutdatedBoard
from data.ids import MatchId
from renderer import alt_text
from rules.game import Move, StepKind

Clicked = Click[ComposerButton]


async def on_composer(click: Clicked) -> None:
    """Any button or list of the composer, however old."""
    if click.id.action is ComposerAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    await defer_update(click.interaction, counts=True)
    try:
        await ACTIONS[click.id.action](click)
    except (MovedOn, NotWhole) as error:
        await choose(click.interaction, error.now, remark=words.STANDS)
    except (NotYourTurn, OutdatedBoard, MatchOver) as error:
        if not _ahead(click).is_made(error.view):
            raise
        await say(click.interaction, words.made_elsewhere(error.view, click.id.ply + 1))


def _ahead(click: Clicked) -> MoveAhead:
    """The move that was put together here."""
    return MoveAhead(click.actor.id, click.id.match_id, click.id.ply)


async def open_composer(
    interaction: Interaction, match_id: MatchId, expected_ply: int | None = None
) -> None:
    """Show the composer, where the move was left; acknowledged before."""
    actor = actor_of(interaction)
    await look(
        interaction, await services(interaction).composer.open(actor, match_id, expected_ply)
    )


async def look(interaction: Interaction, now: Composing) -> None:
    """Show what can come next, or what the move would do if it is whole."""
    await (confirm if now.composition.is_whole else choose)(interaction, now)


async def take(click: Clicked) -> None:
    """Take a choice. A move that is whole is shown before it is played, or played."""
    part, number = divmod(click.id.number, IN_PART)
    now = await _composer(click).take(*_where(click), number)
    if now.composition.is_whole:
        await _end(click, now)
    else:
        await choose(click.interaction, now, shown=part)


async def stop(click: Clicked) -> None:
    """End the move here: show what it would do, or play it for those who want no question."""
    await _end(click, await _composer(click).ending(*_where(click)))


async def play(click: Clicked) -> None:
    """Play the move."""
    await played(click.interaction, await _composer(click).play(*_where(click)))


async def back(click: Clicked) -> None:
    """Take the last step back."""
    await choose(click.interaction, await _composer(click).back(*_where(click)))


async def change(click: Clicked) -> None:
    """From the question whether to play, go back to choosing."""
    now = await _composer(click).at(*_where(click))
    if now.composition.is_whole:
        await back(click)
    else:
        await choose(click.interaction, now)


async def start_over(click: Clicked) -> None:
    """Take all steps back."""
    await choose(click.interaction, await _composer(click).start_over(*_where(click)))


async def show_part(click: Clicked) -> None:
    """Show a part of the same question."""
    now = await _composer(click).at(*_where(click))
    await choose(click.interaction, now, shown=click.id.number)


async def explain(click: Clicked) -> None:
    """Show the same with what there is to know for it."""
    now = await _composer(click).at(*_where(click))
    await choose(click.interaction, now, shown=click.id.number, explained=True)


async def choose(
    interaction: Interaction,
    now: Composing,
    *,
    shown: int = WHOLE,
    remark: str | None = None,
    explained: bool = False,
) -> None:
    """Show what can come next; with what there is to know for steps that the reader hardly knows.

    ``explained``: with all that there is to know.
    """
    composition, match = now.composition, now.match
    own = await own_picture(interaction, match)
    asked = question(composition, shown, turned=bool(own.viewer), ahead=True)
    request = asking(own, composition, asked)
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, match.sentence)
    kinds = goals.EVERY_KIND if explained else await _unfamiliar(interaction, now)
    hint = goals.hint(composition, kinds)
    layout = composer_layouts.choosing(now, asked, alt, hint=hint, remark=remark)
    note_composer(interaction, now, await show(interaction, layout, picture))


async def confirm(interaction: Interaction, now: Composing) -> None:
    """Show what the move would do, and ask."""
    move = now.composition.menu.complete
    if move is None:
        await choose(interaction, now)
    else:
        await _preview(interaction, now, move)


async def _preview(interaction: Interaction, now: Composing, move: Move) -> None:
    before = now.match.position
    after, events, sentence = before.play(move), before.events(move), before.describe(move)
    request = replace(await own_picture(interaction, now.match), position=after, events=events)
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, sentence)
    layout = composer_layouts.confirming(now, after, alt, sentence)
    note_composer(interaction, now, await show(interaction, layout, picture))


async def _ask(click: Clicked) -> None:
    """Ask for the move to be typed."""
    now = await _composer(click).open(click.actor, click.id.match_id, click.id.ply)
    match, begun = now.match, now.composition.text
    form = move_form(words.form(match), MoveFormId(match.id, match.ply), match.position, begun)
    await ask(click.interaction, form)


async def _end(click: Clicked, now: Composing) -> None:
    """The move is put together: show what it would do, or play it at once."""
    settings = await services(click.interaction).settings.of_player(click.actor.id)
    if settings.confirm_moves:
        await confirm(click.interaction, now)
        return
    match_id, ply, stage = now.match.id, now.match.ply, now.composition.stage
    made = await _composer(click).play(click.actor, match_id, ply, stage)
    await played(click.interaction, made)


async def _unfamiliar(interaction: Interaction, now: Composing) -> frozenset[StepKind]:
    return await services(interaction).composer.unfamiliar(player_id(interaction), now)


def _composer(click: Clicked) -> ComposerService:
    return services(click.interaction).composer


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
