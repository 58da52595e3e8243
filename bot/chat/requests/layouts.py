"""What can be done in a match besides moving: the menu, and what is asked of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.conditional_ids import NO_STAGE, ConditionalAction, ConditionalButton
from bot.chat.common.custom_ids import (
    MatchAction,
    MatchButton,
    ReplayAction,
    ReplayButton,
    RequestAction,
    RequestButton,
)
from bot.chat.common.move_buttons import move_button
from bot.chat.common.text import FORGIVE, REPLAY
from bot.chat.messenger import layouts
from bot.chat.messenger.text import last_line, own_turn_line
from bot.chat.requests import text as words
from bot.services.matches import MatchState
from bot.services.reminders import Idleness
from bot.services.requests import MatchRequest
from data.ids import Engine, PlayerId
from data.states import RequestState


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
    view: MatchState,
    player_id: PlayerId,
    alt: str,
    pending: Sequence[MatchRequest] = (),
    forgotten: Forgotten = Forgotten(),
) -> ui.LayoutView:
    """A match for one of its players: how it stands, what is asked, what can be done."""
    items: list[layouts.Item] = [
        ui.TextDisplay(words.menu_heading(view, player_id)),
        layouts.picture(alt),
        ui.TextDisplay(f"{last_line(view)}\n{own_turn_line(view, player_id)}"),
    ]
    for each in pending:
        items += _asked(each, player_id)
    items += [ui.ActionRow(*row) for row in _ways(view, player_id, forgotten) if row]
    return layouts.layout(*items, accent=discord.Colour.gold())


def request(view: MatchRequest) -> ui.LayoutView:
    """What somebody asks of the others, for all to see."""
    items: list[layouts.Item] = [
        ui.TextDisplay(words.request_heading(view)),
        ui.TextDisplay(words.request_status(view)),
    ]
    if view.state is RequestState.OPEN:
        items.append(ui.ActionRow(*_answers(view)))
    return layouts.layout(*items, accent=_ACCENTS.get(view.state, discord.Colour.dark_grey()))


def asked(view: MatchRequest, said: str) -> ui.LayoutView:
    """What the one who asked is told, with the way to take it back."""
    items: list[layouts.Item] = [ui.TextDisplay(said)]
    if view.state is RequestState.OPEN:
        items.append(ui.ActionRow(_withdraw(view)))
    return layouts.layout(*items)


def confirm_abort(view: MatchState) -> ui.LayoutView:
    """The question before a match is called off."""
    return layouts.layout(
        ui.TextDisplay(words.confirm_abort(view)),
        ui.ActionRow(
            _way(view, words.ABORT, MatchAction.ABORTED, discord.ButtonStyle.danger),
            _way(view, "Play on", MatchAction.KEEP),
        ),
    )


_ACCENTS = {
    RequestState.OPEN: discord.Colour.gold(),
    RequestState.GRANTED: discord.Colour.green(),
}


def _asked(view: MatchRequest, player_id: PlayerId) -> list[layouts.Item]:
    own = view.asker_id == player_id
    return [
        ui.TextDisplay(f"{words.request_heading(view)}\n{words.request_status(view)}"),
        ui.ActionRow(*([_withdraw(view)] if own else _answers(view))),
    ]


def _answers(view: MatchRequest) -> list[Button]:
    return [
        _answer(view, words.AGREE, RequestAction.GRANT, discord.ButtonStyle.success),
        _answer(view, words.REFUSE, RequestAction.DECLINE),
    ]


def _withdraw(view: MatchRequest) -> Button:
    return _answer(view, words.WITHDRAW, RequestAction.WITHDRAW)


def _answer(
    view: MatchRequest,
    label: str,
    action: RequestAction,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    return button(label, RequestButton(view.kind, view.id, action), style)


def _ways(view: MatchState, player_id: PlayerId, forgotten: Forgotten) -> list[list[Button]]:
    """Rows of buttons for what this player may do now."""
    if not view.is_running:
        return [
            _forgiving(view, player_id),
            [
                _way(view, "Rematch", MatchAction.REMATCH, discord.ButtonStyle.success),
                _look_back(view),
            ],
        ]
    seat = view.players.index(player_id)
    if view.seats[seat].left:
        return [[_look_back(view)]]
    moving = []
    if view.to_move_player == player_id:
        moving.append(move_button(view))
    elif forgotten.nudge and not isinstance(view.to_move_player, Engine):
        moving.append(_way(view, words.NUDGE, MatchAction.NUDGE, discord.ButtonStyle.primary))
    if view.to_move_player != player_id and len(view.people) > 1:
        prepare = ConditionalButton(view.id, NO_STAGE, ConditionalAction.SHOW)
        moving.append(button(words.PREPARE, prepare))
    if view.position.ply:
        moving.append(_way(view, words.UNDO, MatchAction.UNDO))
    if view.info.draws:
        moving.append(_way(view, words.DRAW, MatchAction.DRAW))
    ending = [_way(view, words.RESIGN, MatchAction.RESIGN, discord.ButtonStyle.danger)]
    if view.position.ply < len(view.seats) or forgotten.call_off:
        ending.insert(0, _way(view, words.ABORT, MatchAction.ABORT))
    moving += _forgiving(view, player_id)
    return [moving, [_look_back(view), *ending]]


def _forgiving(view: MatchState, player_id: PlayerId) -> list[Button]:
    if view.timed_out is None or view.players.index(player_id) in view.left:
        return []
    return [_way(view, FORGIVE, MatchAction.FORGIVE)]


def _look_back(view: MatchState) -> Button:
    return button(REPLAY, ReplayButton(view.id, 0, ReplayAction.LAST))


def _way(
    view: MatchState,
    label: str,
    action: MatchAction,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    return button(label, MatchButton(view.id, view.ply, action), style)
