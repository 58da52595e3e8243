"""The composer: a move put together from small choices, privately, then looked at and played.

Every click names the match, the ply, and the stage at which it was offered; the steps taken are
kept in the database. So a click works after a restart, and one that came twice, or from another
device, changes nothing: it shows where the move stands.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from bot.chat.common.custom_ids import ComposerAction, ComposerButton, MoveFormId
from bot.chat.composer import layouts as composer_layouts
from bot.chat.composer import text as words
from bot.chat.composer.move_form import MoveForm
from bot.chat.composer.played import played
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import own_picture, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.guards import match_to_move
from bot.services.composer.composition import Composition, compose
from bot.services.matches.models import Draft, MatchView
from data.ids import MatchId
from renderer import alt_text
from rules.game import Move, Seat

NO_CHOICE = -1


@dataclass(frozen=True, slots=True)
class Composing:
    """Somebody's move in a match, as it stands, and the number that was chosen now."""

    view: MatchView
    seat: Seat
    composition: Composition
    number: int = NO_CHOICE


async def on_composer(click: Click[ComposerButton]) -> None:
    """Any button or list of the composer, however old."""
    interaction, named = click.interaction, click.id
    if named.action is ComposerAction.TYPE:  # a form has to be the first answer
        view = await match_to_move(interaction, named.match_id, named.ply)
        form_id = MoveFormId(view.id, view.ply)
        await interaction.response.send_modal(MoveForm(words.form(view), form_id, view.position))
        return
    await defer_update(interaction)
    now = await resume(interaction, await match_to_move(interaction, named.match_id, named.ply))
    if now.composition.stage != named.stage:
        await choose(interaction, now, remark=words.STANDS)
        return
    number = click.number_or(NO_CHOICE) if click.values else named.number
    await ACTIONS[named.action](interaction, replace(now, number=number))


async def resume(interaction: Interaction, view: MatchView) -> Composing:
    """This person's move where it was left, or from its beginning."""
    mover = player_id(interaction)
    draft = await services(interaction).drafts.open(view.id, mover)
    taken = draft.taken if draft.ply == view.ply else ()
    return Composing(view, view.players.index(mover), compose(view.position, taken))


async def open_composer(interaction: Interaction, match_id: MatchId) -> None:
    """Show the composer, where the move was left; acknowledged before."""
    await look(interaction, await resume(interaction, await match_to_move(interaction, match_id)))


async def look(interaction: Interaction, now: Composing) -> None:
    """Show what can come next, or what the move would do if it is whole."""
    await (confirm if now.composition.is_whole else choose)(interaction, now)


async def take(interaction: Interaction, now: Composing) -> None:
    """Take a step. A move that is whole is shown before it is played, or played."""
    if not 0 <= now.number < len(now.composition.menu.options):
        await choose(interaction, now, remark=words.STANDS)
        return
    further = await _keep(interaction, now, now.composition.take(now.number))
    await (stop if further.composition.is_whole else choose)(interaction, further)


async def stop(interaction: Interaction, now: Composing) -> None:
    """End the move here: show what it would do, or play it for those who want no question."""
    settings = await services(interaction).settings.of_player(player_id(interaction))
    if now.composition.menu.complete is None:
        await choose(interaction, now, remark=words.STANDS)
    elif settings.confirm_moves:
        await confirm(interaction, now)
    else:
        await play(interaction, now)


async def play(interaction: Interaction, now: Composing) -> None:
    """Play the move."""
    move, actor = now.composition.menu.complete, actor_of(interaction)
    if move is None:
        await choose(interaction, now, remark=words.STANDS)
        return
    matches = services(interaction).matches
    view = await matches.submit(
        now.view.id, actor.id, str(move), actor.interaction_id, now.view.ply
    )
    await played(interaction, view)


async def back(interaction: Interaction, now: Composing) -> None:
    """Take the last step back."""
    await choose(interaction, await _keep(interaction, now, now.composition.back()))


async def change(interaction: Interaction, now: Composing) -> None:
    """From the question whether to play, go back to choosing."""
    await (back if now.composition.is_whole else choose)(interaction, now)


async def start_over(interaction: Interaction, now: Composing) -> None:
    """Take all steps back."""
    await choose(interaction, await _keep(interaction, now, compose(now.view.position)))


async def turn_page(interaction: Interaction, now: Composing) -> None:
    """Show other choices of the same step."""
    await choose(interaction, now, page=max(now.number, 0))


async def choose(
    interaction: Interaction, now: Composing, *, page: int = 0, remark: str | None = None
) -> None:
    """Show what can come next."""
    composition, view = now.composition, now.view
    request = replace(
        await own_picture(interaction, view),
        events=() if composition.taken else view.events,
        options=composition.menu.options,
        taken=composition.cells(),
    )
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(view.position, view.events, view.sentence)
    layout = composer_layouts.choosing(view, now.seat, composition, alt, page=page, remark=remark)
    await show(interaction, layout, picture)


async def confirm(interaction: Interaction, now: Composing) -> None:
    """Show what the move would do, and ask."""
    move = now.composition.menu.complete
    if move is None:
        await choose(interaction, now)
    else:
        await _preview(interaction, now, move)


async def _preview(interaction: Interaction, now: Composing, move: Move) -> None:
    before = now.view.position
    after, events, sentence = before.play(move), before.events(move), before.describe(move)
    request = replace(await own_picture(interaction, now.view), position=after, events=events)
    picture = await services(interaction).pictures.still(request)
    layout = composer_layouts.confirming(
        now.view, now.seat, now.composition, after, alt_text(after, events, sentence), sentence
    )
    await show(interaction, layout, picture)


async def _keep(interaction: Interaction, now: Composing, further: Composition) -> Composing:
    draft = Draft(now.view.ply, further.taken)
    await services(interaction).drafts.keep(now.view.id, player_id(interaction), draft)
    return replace(now, composition=further)


ACTIONS: Mapping[ComposerAction, Callable[[Interaction, Composing], Awaitable[None]]] = {
    ComposerAction.TAKE: take,
    ComposerAction.PICK: take,
    ComposerAction.PAGE: turn_page,
    ComposerAction.STOP: stop,
    ComposerAction.PLAY: play,
    ComposerAction.CHANGE: change,
    ComposerAction.BACK: back,
    ComposerAction.OVER: start_over,
}
