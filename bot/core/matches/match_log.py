"""Replaying a match's log. Only this module turns entries into a position.

The log is append-only; an undo is an entry too. Plies count from 1 and are never used again.
The texts of entries by kind:

========  ==============================================================
move      the move in canonical notation
leave     why the player left
timeout   nothing
undo      the ply that the match returns to
draw      nothing
abort     nothing, or ``idle`` where nobody had moved for long
decide    the ranking of the seats: ``0>1``, or ``0=1`` for a draw; on the next line the reason
annul     on its second line the reason
place     the new channel of the match; on the next line the reason
pause     for how many days the clocks stand still
resume    nothing
forgive   nothing; a manager's reason on the second line
end       the ply at which the game had ended without being noticed
========  ==============================================================
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.core.matches.errors import CorruptLog
from bot.core.matches.games import rules_of
from bot.core.matches.result import Result, by_the_rules, ended_by
from bot.core.matches.values import AFTER_THE_END, Entry, MatchState, MatchSummary, MoveMade
from data.states import Ending, EntryKind
from rules.game import Reason, Seat
from rules.record import leaving

_LEAVINGS = {EntryKind.LEAVE: Ending.RESIGNED, EntryKind.TIMEOUT: Ending.TIMED_OUT}
"""The ending of a match when a player leaves by this kind of entry."""


StateAt: TypeAlias = Callable[[int], MatchState]
"""Returns the state of the match at an earlier ply."""


def begin(match: MatchSummary) -> MatchState:
    """The state before the first entry; raises CorruptLog, and as ``rules_of``."""
    game = rules_of(match.game, match.rules_version)
    try:
        position = game.start(match.variant_id, seed=match.seed)
    except ValueError as error:
        raise CorruptLog(match.id, 0, str(error)) from error
    return _with_outcome(MatchState(match=match, position=position), Ending.RULES)


def replay(first: MatchState, entries: Sequence[Entry]) -> tuple[MatchState, ...]:
    """The state after each entry; item 0 is ``first``. Raises CorruptLog."""
    states = [first]
    for entry in entries:
        states.append(apply(states[-1], entry, states.__getitem__))
    return tuple(states)


def apply(state: MatchState, entry: Entry, earlier: StateAt) -> MatchState:
    """The state after ``entry``; raises CorruptLog if it cannot follow ``state``.

    ``earlier`` is called for undo and forgiveness.
    """
    if entry.ply != state.ply + 1:
        raise CorruptLog(state.id, entry.ply, f"follows on entry {state.ply}")
    if not state.is_running and entry.kind not in AFTER_THE_END:
        if state.result is None or state.result.ending is not Ending.RULES:
            raise CorruptLog(state.id, entry.ply, f"{entry.kind} after the end")
        return replace(state, ply=entry.ply)  # the game had ended before this, unnoticed
    try:
        after = _changed_by(state, entry, earlier)
    except ValueError as error:
        raise CorruptLog(state.id, entry.ply, str(error)) from error
    return replace(after, ply=entry.ply, last=entry)


def _changed_by(state: MatchState, entry: Entry, earlier: StateAt) -> MatchState:
    match entry.kind:
        case EntryKind.MOVE:
            return _after_move(state, entry)
        case EntryKind.LEAVE | EntryKind.TIMEOUT:
            return _after_leaving(state, _seat_of(entry), _LEAVINGS[entry.kind])
        case EntryKind.UNDO | EntryKind.END:
            return _after_undo(state, entry, earlier)
        case EntryKind.FORGIVE:
            if state.last is None or state.last.kind is not EntryKind.TIMEOUT:
                raise ValueError("no timeout to forgive")
            return earlier(state.ply - 1)
        case EntryKind.PLACE | EntryKind.PAUSE | EntryKind.RESUME:
            return state
        case _:
            seats = state.position.variant.seats
            return replace(state, result=ended_by(entry.kind, entry.text, state.left, seats))


def _after_move(state: MatchState, entry: Entry) -> MatchState:
    before = state.position
    if entry.seat != before.to_move:
        raise ValueError(f"seat {entry.seat} is not to move")
    move = before.parse(entry.text)
    made = MoveMade(entry.ply, _seat_of(entry), before, move)
    after = replace(
        state, position=before.play(move), moves=(*state.moves, made), line=(*state.line, str(move))
    )
    return _with_outcome(after, Ending.RULES)


def _after_leaving(state: MatchState, seat: Seat, ending: Ending) -> MatchState:
    position = state.position.leave(seat)
    left, line = (*state.left, seat), (*state.line, leaving(seat))
    late = (*state.late, seat) if ending is Ending.TIMED_OUT else state.late
    return _with_outcome(replace(state, position=position, left=left, late=late, line=line), ending)


def _after_undo(state: MatchState, entry: Entry, earlier: StateAt) -> MatchState:
    ply = int(entry.text)
    if not 0 <= ply <= state.ply:
        raise ValueError(f"{ply} is no earlier ply")
    returned = earlier(ply)
    for seat in state.left:  # an undo brings nobody back
        if seat not in returned.left:
            as_before = Ending.TIMED_OUT if seat in state.late else Ending.RESIGNED
            returned = _after_leaving(returned, seat, as_before)
    return returned


def _with_outcome(state: MatchState, leaving_as: Ending) -> MatchState:
    """The state with its result if the game is over; ``leaving_as`` is how a player just left."""
    outcome = state.position.outcome
    if outcome is None:
        return state
    if outcome.reason is Reason.LEFT:
        result = Result(outcome.ranking, leaving_as)
    else:
        result = by_the_rules(outcome)
    return replace(state, result=result)


def _seat_of(entry: Entry) -> Seat:
    if entry.seat is None:
        raise ValueError(f"{entry.kind} without a seat")
    return entry.seat
