"""What can be done in a match besides moving: the menu, and what is asked of the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.conditional_ids import NO_STAGE, ConditionalButton
from bot.chat.common.custom_ids import (
    BoardAction,
    MatchAction,
    MatchButton,
    ReplayAction,
    ReplayButton,
    RequestAction,
    RequestButton,
    RulesAction,
)
from bot.chat.common.move_buttons import move_button
from bot.chat.common.rules_button import rules_button
from bot.chat.common.text import FORGIVE, REPLAY
from bot.chat.messenger import layouts
from bot.chat.messenger.text import last_line, own_turn_line
from bot.chat.requests import text as words
from bot.services.matches import MatchState
from bot.services.reminders import Idleness
from bot.services.requests import MatchRequest
from data.ids import Engine, PlayerId
from data.states import RequestKind, RequestState


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What can be done since nobody has moved for long."""

    nudge: bool = False
    call_off: bool = False

    @classmethod
    def at(cls, idle: Idleness | None, now: datetime) -> Forgotten:
        """What can be done at ``now``; nothing where there is a clock."""
        if idle is None:
            return cls()
        called_off_from = idle.call_off_from
        return cls(
            nudge=now >= idle.nudge_from,
            call_off=called_off_from is not None and now >= called_off_from,
        )


def menu(
    match: MatchState,
    player_id: PlayerId,
    alt: str,
    pending: Sequence[MatchRequest] = (),
    forgotten: Forgotten = Forgotten(),
    *,
    is_here: bool = True,
) -> ui.LayoutView:
    """A match for one of its players: how it stands, what is asked, what can be done.

    ``is_here``: it is played in the server where they look at it, where a rematch can be had.
    """
    items: list[layouts.Item] = [
        ui.TextDisplay(words.menu_heading(match, player_id)),
        layouts.picture(alt),
        ui.TextDisplay(f"{last_line(match)}\n{own_turn_line(match, player_id)}"),
    ]
    for each in pending:
        items += _asked(each, player_id)
    if match.is_running:
        rows = _ways_on(match, player_id, forgotten, {each.kind for each in pending})
    else:
        rows = _ways_after(match, player_id, is_here=is_here)
    items += [ui.ActionRow(*row) for row in rows if row]
    return layouts.layout(*items, accent=discord.Colour.gold())


def request(request: MatchRequest) -> ui.LayoutView:
    """What somebody asks of the others, for all to see."""
    items: list[layouts.Item] = [
        ui.TextDisplay(words.request_heading(request)),
        ui.TextDisplay(words.request_status(request)),
    ]
    if request.state is RequestState.OPEN:
        items.append(ui.ActionRow(*_answers(request)))
    return layouts.layout(*items, accent=_ACCENTS.get(request.state, discord.Colour.dark_grey()))


def asked(request: MatchRequest, said: str) -> ui.LayoutView:
    """What the one who asked is told, with the way to take it back."""
    items: list[layouts.Item] = [ui.TextDisplay(said)]
    if request.state is RequestState.OPEN:
        items.append(ui.ActionRow(_withdraw(request)))
    return layouts.layout(*items)


def confirm_abort(match: MatchState) -> ui.LayoutView:
    """The question before a match is called off."""
    return layouts.layout(
        ui.TextDisplay(words.confirm_abort(match)),
        ui.ActionRow(
            _way(match, words.ABORT, MatchAction.ABORTED, discord.ButtonStyle.danger),
            _way(match, "Play on", MatchAction.KEEP),
        ),
    )


_ACCENTS = {
    RequestState.OPEN: discord.Colour.gold(),
    RequestState.GRANTED: discord.Colour.green(),
}


def _asked(request: MatchRequest, player_id: PlayerId) -> list[layouts.Item]:
    own = request.asker_id == player_id
    return [
        ui.TextDisplay(f"{words.request_heading(request)}\n{words.request_status(request)}"),
        ui.ActionRow(*([_withdraw(request)] if own else _answers(request))),
    ]


def _answers(request: MatchRequest) -> list[Button]:
    return [
        _answer(request, words.AGREE, RequestAction.GRANT, discord.ButtonStyle.success),
        _answer(request, words.REFUSE, RequestAction.DECLINE),
    ]


def _withdraw(request: MatchRequest) -> Button:
    return _answer(request, words.WITHDRAW, RequestAction.WITHDRAW)


def _answer(
    request: MatchRequest,
    label: str,
    action: RequestAction,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    return button(label, RequestButton(request.kind, request.id, action), style)


def _ways_after(match: MatchState, player_id: PlayerId, *, is_here: bool) -> list[list[Button]]:
    """Rows of buttons for what this player may do once the match is over."""
    again = _way(match, "Rematch", MatchAction.REMATCH, discord.ButtonStyle.success)
    return [_forgiving(match, player_id), [*([again] if is_here else []), _look_back(match)]]


def _ways_on(
    match: MatchState, player_id: PlayerId, forgotten: Forgotten, asked: Collection[RequestKind]
) -> list[list[Button]]:
    """Rows of buttons for what this player may do now, where the others are ``asked`` for that."""
    seat = match.players.index(player_id)
    if match.seats[seat].left:
        return [[_look_back(match)]]
    moving = []
    if match.to_move_player == player_id:
        moving.append(move_button(match))
    elif forgotten.nudge and not isinstance(match.to_move_player, Engine):
        moving.append(_way(match, words.NUDGE, MatchAction.NUDGE, discord.ButtonStyle.primary))
    if match.to_move_player != player_id and len(match.people) > 1:
        prepare = ConditionalButton(match.id, NO_STAGE, BoardAction.SHOW)
        moving.append(button(words.PREPARE, prepare))
    has_moved = any(made.seat == seat for made in match.moves)
    if has_moved and RequestKind.UNDO not in asked:
        moving.append(_way(match, words.UNDO, MatchAction.UNDO))
    if match.info.draws:
        moving.append(_way(match, words.DRAW, MatchAction.DRAW))
    ending = [_way(match, words.RESIGN, MatchAction.RESIGN, discord.ButtonStyle.danger)]
    if match.position.ply < len(match.seats) or forgotten.call_off:
        ending.insert(0, _way(match, words.ABORT, MatchAction.ABORT))
    moving += _forgiving(match, player_id)
    rules = rules_button(match.info.id, RulesAction.SHOW)
    return [moving, [_look_back(match), rules, *ending]]


def _forgiving(match: MatchState, player_id: PlayerId) -> list[Button]:
    if match.timed_out is None or match.players.index(player_id) in match.left:
        return []
    return [_way(match, FORGIVE, MatchAction.FORGIVE)]


def _look_back(match: MatchState) -> Button:
    return button(REPLAY, ReplayButton(match.id, 0, ReplayAction.LAST))


def _way(
    match: MatchState,
    label: str,
    action: MatchAction,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    return button(label, MatchButton(match.id, match.ply, action), style)
