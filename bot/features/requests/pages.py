"""The **More** menu of a match, and the cards of requests."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.core.matches import MatchState
from bot.features.reminders import Idleness
from bot.features.requests import words
from bot.features.requests.values import MatchRequest
from bot.features.timekeeping.screen import ClockAction, ClockButton
from bot.features.timekeeping.words import CLOCKS
from bot.screen import ids
from bot.screen.buttons import RulesAction, match_button, move_button, rules_button
from bot.screen.messenger.faces import Face
from bot.screen.messenger.words import last_line, own_turn_line
from bot.screen.page import Accent, Button, Page, Part, Picture, Row, Style
from bot.screen.words import EXPORT, FORGIVE, REPLAY, match_title, on_hold
from data.ids import Engine, PlayerId, RequestId
from data.states import RequestKind, RequestState
from rules.texts import Text, Words, lines


class RequestAction(StrEnum):
    GRANT = "grant"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class RequestButton(ids.CustomId, prefix="r"):
    kind: RequestKind
    request_id: RequestId
    action: RequestAction


@dataclass(frozen=True, slots=True)
class IdleActions:
    """Which actions an idle match allows."""

    nudge: bool = False
    call_off: bool = False

    @classmethod
    def at(cls, idle: Idleness | None, now: datetime) -> IdleActions:
        """The actions at ``now``; none without ``idle``, that is with a clock."""
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
    alt: Words,
    pending: Sequence[MatchRequest] = (),
    idle_actions: IdleActions = IdleActions(),
    *,
    is_here: bool = True,
) -> Page:
    """The menu for one of a match's players; ``is_here``: a rematch can be made in this server."""
    items: list[Part] = [
        words.menu_heading(match, player_id),
        Picture(alt),
        lines(last_line(match), own_turn_line(match, player_id), on_hold(match.match)),
    ]
    for each in pending:
        items += _asked(each, player_id)
    if match.is_running:
        rows = _ways_on(match, player_id, idle_actions, {each.kind for each in pending})
    else:
        label = Text("Rematch", "button")
        again = match_button(match, label, ids.MatchAction.REMATCH, Style.SUCCESS)
        rows = [
            _forgiving(match, player_id),
            [*([again] if is_here else []), *_looking_back(match)],
        ]
    items += [Row(*row) for row in rows if row]
    return Page(*items, accent=Accent.GOLD)


def face_of(asked: MatchRequest) -> Face:
    """The card of a request; it mentions those who must answer."""
    mark = RequestButton(asked.kind, asked.id, RequestAction.GRANT)
    return Face(request(asked), asked.awaiting, str(mark))


def request(request: MatchRequest) -> Page:
    return Page(
        words.request_heading(request),
        words.request_status(request),
        Row(*_answers(request)) if request.state is RequestState.OPEN else None,
        accent=_ACCENTS.get(request.state, Accent.GREY),
    )


def asked(request: MatchRequest) -> Page:
    is_open = request.state is RequestState.OPEN
    return Page(words.asked(request), Row(_withdraw(request)) if is_open else None)


def confirm_abort(match: MatchState) -> Page:
    return Page(
        Text("Do you want to cancel {match}? It ends without a result.", match=match_title(match)),
        Row(
            match_button(match, words.ABORT, ids.MatchAction.ABORTED, Style.DANGER),
            match_button(match, Text("Play on", "button"), ids.MatchAction.KEEP),
        ),
    )


_ACCENTS = {RequestState.OPEN: Accent.GOLD, RequestState.GRANTED: Accent.GREEN}


def _asked(request: MatchRequest, player_id: PlayerId) -> list[Part]:
    own = request.asker_id == player_id
    return [
        lines(words.request_heading(request), words.request_status(request)),
        Row(*([_withdraw(request)] if own else _answers(request))),
    ]


def _answers(request: MatchRequest) -> list[Button]:
    return [
        _answer(request, words.AGREE, RequestAction.GRANT, Style.SUCCESS),
        _answer(request, words.REFUSE, RequestAction.DECLINE),
    ]


def _withdraw(request: MatchRequest) -> Button:
    return _answer(request, words.WITHDRAW, RequestAction.WITHDRAW)


def _answer(
    request: MatchRequest, label: Text, action: RequestAction, style: Style = Style.SECONDARY
) -> Button:
    return Button(label, RequestButton(request.kind, request.id, action), style)


def _ways_on(
    match: MatchState,
    player_id: PlayerId,
    idle: IdleActions,
    asked: Collection[RequestKind],
) -> list[list[Button]]:
    """Rows of buttons for the player's actions; ``asked`` are the kinds of open requests."""
    seat = match.players.index(player_id)
    if match.seats[seat].left:
        return [_looking_back(match)]
    moving = []
    if match.to_move_player == player_id:
        moving.append(move_button(match))
    elif idle.nudge and not isinstance(match.to_move_player, Engine):
        moving.append(match_button(match, words.NUDGE, ids.MatchAction.NUDGE, Style.PRIMARY))
    if match.to_move_player != player_id and len(match.people) > 1:
        prepare = ids.ConditionalButton(match.id, ids.NO_STAGE, ids.BoardAction.SHOW)
        moving.append(Button(words.PREPARE, prepare))
    has_moved = any(made.seat == seat for made in match.moves)
    if has_moved and RequestKind.UNDO not in asked:
        moving.append(match_button(match, words.UNDO, ids.MatchAction.UNDO))
    if match.info.draws:
        moving.append(match_button(match, words.DRAW, ids.MatchAction.DRAW))
    ending = [match_button(match, words.RESIGN, ids.MatchAction.RESIGN, Style.DANGER)]
    if match.position.ply < len(match.seats) or idle.call_off:
        ending.insert(0, match_button(match, words.ABORT, ids.MatchAction.ABORT))
    moving += _forgiving(match, player_id)
    clocks = Button(CLOCKS, ClockButton(match.id, ClockAction.LOOK))
    rules = rules_button(match.info.id, RulesAction.SHOW)
    return [
        moving,
        [*([clocks] if match.match.is_timed else []), *ending],
        [*_looking_back(match), rules],
    ]


def _forgiving(match: MatchState, player_id: PlayerId) -> list[Button]:
    if match.timed_out is None or match.players.index(player_id) in match.left:
        return []
    return [match_button(match, FORGIVE, ids.MatchAction.FORGIVE)]


def _looking_back(match: MatchState) -> list[Button]:
    replay = Button(REPLAY, ids.ReplayButton(match.id, 0, ids.ReplayAction.LAST))
    return [replay, match_button(match, EXPORT, ids.MatchAction.EXPORT)]
