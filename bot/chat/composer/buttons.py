"""The composer: a move put together from small choices, privately, then looked at and played.

Every click names the match, the ply, and the stage at which it was offered; the steps taken are
kept in the database. So a click works after a restart, and one that came twice, or from another
device, changes nothing: it shows where the move stands.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.chat.common.custom_ids import move_form_id
from bot.chat.common.text import match_title
from bot.chat.composer import layouts as composer_layouts
from bot.chat.composer import text as words
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.interaction.guards import match_to_move
from bot.chat.matches.move_form import MoveForm
from bot.chat.matches.played import played
from bot.services.composer.composition import Composition, compose
from bot.services.matches.models import Draft, MatchView
from data.ids import MatchId
from renderer import alt_text
from rules.game import Move, Seat


@dataclass(frozen=True, slots=True)
class Composing:
    """Somebody's move in a match, as it stands."""

    view: MatchView
    seat: Seat
    composition: Composition


async def on_composer(interaction: Interaction, says: re.Match[str]) -> None:
    """Any button or list of the composer, however old."""
    if says["action"] == "type":  # a form has to be the first answer
        view = await current(interaction, says)
        form_id = move_form_id(view.id, view.ply)
        await interaction.response.send_modal(MoveForm(match_title(view), form_id, view.position))
        return
    await answers.take_over(interaction)
    now = await resume(interaction, await current(interaction, says))
    if now.composition.stage != says["stage"]:
        await choose(interaction, now, remark=words.STANDS)
        return
    action = ACTIONS.get(says["action"], look)
    await action(interaction, now, chosen(interaction, int(says["number"])))


def chosen(interaction: Interaction, number: int) -> int:
    """The number of the choice that was made: the list's value, or else the button's."""
    picked = next(iter(answers.picked(interaction)), str(number))
    return int(picked) if re.fullmatch(r"[0-9]{1,4}", picked) else -1


async def current(interaction: Interaction, says: re.Match[str]) -> MatchView:
    """The match in which it is this person's turn, still at the ply that was clicked."""
    return await match_to_move(interaction, MatchId(int(says["match"])), int(says["ply"]))


async def resume(interaction: Interaction, view: MatchView) -> Composing:
    """This person's move where it was left, or from its beginning."""
    you = answers.player(interaction)
    draft = await answers.services(interaction).drafts.open(view.id, you)
    taken = draft.taken if draft.ply == view.ply else ()
    return Composing(view, view.players.index(you), compose(view.position, taken))


async def open_composer(interaction: Interaction, match: MatchId) -> None:
    """Show the composer, where the move was left; acknowledged before."""
    await look(interaction, await resume(interaction, await match_to_move(interaction, match)), 0)


async def look(interaction: Interaction, now: Composing, number: int) -> None:
    """Show what can come next, or what the move would do if it is whole."""
    del number
    await (confirm if now.composition.is_whole else choose)(interaction, now)


async def take(interaction: Interaction, now: Composing, number: int) -> None:
    """Take a step. A move that is whole is shown before it is played, or played."""
    if not 0 <= number < len(now.composition.menu.options):
        await choose(interaction, now, remark=words.STANDS)
        return
    further = await _keep(interaction, now, now.composition.take(number))
    if further.composition.is_whole:
        await stop(interaction, further, 0)
    else:
        await choose(interaction, further)


async def stop(interaction: Interaction, now: Composing, number: int) -> None:
    """End the move here: show what it would do, or play it for those who want no question."""
    chosen = await answers.services(interaction).settings.of_player(answers.player(interaction))
    if now.composition.menu.complete is None:
        await choose(interaction, now, remark=words.STANDS)
    elif chosen.confirm_moves:
        await confirm(interaction, now)
    else:
        await play(interaction, now, number)


async def play(interaction: Interaction, now: Composing, number: int) -> None:
    """Play the move."""
    del number
    move = now.composition.menu.complete
    if move is None:
        await choose(interaction, now, remark=words.STANDS)
        return
    view = await answers.services(interaction).matches.submit(
        now.view.id,
        answers.player(interaction),
        str(move),
        answers.once(interaction),
        now.view.ply,
    )
    await played(interaction, view)


async def back(interaction: Interaction, now: Composing, number: int) -> None:
    """Take the last step back."""
    del number
    await choose(interaction, await _keep(interaction, now, now.composition.back()))


async def change(interaction: Interaction, now: Composing, number: int) -> None:
    """From the question whether to play, go back to choosing."""
    if now.composition.is_whole:
        await back(interaction, now, number)
    else:
        await choose(interaction, now)


async def start_over(interaction: Interaction, now: Composing, number: int) -> None:
    """Take all steps back."""
    del number
    await choose(interaction, await _keep(interaction, now, compose(now.view.position)))


async def turn_page(interaction: Interaction, now: Composing, number: int) -> None:
    """Show other choices of the same step."""
    await choose(interaction, now, page=number)


async def choose(
    interaction: Interaction, now: Composing, *, page: int = 0, remark: str | None = None
) -> None:
    """Show what can come next."""
    composition, view = now.composition, now.view
    request = replace(
        await answers.own_picture(interaction, view),
        events=() if composition.taken else view.events,
        options=composition.menu.options,
        taken=composition.cells(),
    )
    picture = await answers.services(interaction).pictures.still(request)
    alt = alt_text(view.position, view.events, view.sentence)
    layout = composer_layouts.choosing(view, now.seat, composition, alt, page=page, remark=remark)
    await answers.show(interaction, layout, picture)


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
    request = replace(
        await answers.own_picture(interaction, now.view), position=after, events=events
    )
    picture = await answers.services(interaction).pictures.still(request)
    layout = composer_layouts.confirming(
        now.view, now.seat, now.composition, after, alt_text(after, events, sentence), sentence
    )
    await answers.show(interaction, layout, picture)


async def _keep(interaction: Interaction, now: Composing, further: Composition) -> Composing:
    await answers.services(interaction).drafts.keep(
        now.view.id, answers.player(interaction), Draft(now.view.ply, further.taken)
    )
    return replace(now, composition=further)


Action = Callable[[Interaction, Composing, int], Awaitable[None]]

ACTIONS: dict[str, Action] = {
    "take": take,
    "pick": take,
    "page": turn_page,
    "stop": stop,
    "play": play,
    "change": change,
    "back": back,
    "over": start_over,
}
