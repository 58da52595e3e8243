"""What a match's log means: the one place that turns entries into a position.

Entries are only ever added. Each has a ply, counted from 1, that no other entry of the match will
ever have; taking moves back is an entry too. What the entries' texts hold:

========  ==============================================================
move      the move in canonical notation
leave     why the seat was given up
timeout   nothing
undo      the ply whose position is taken up again
draw      nothing
abort     nothing, or ``idle`` where nobody had moved for long
decide    the seats, best first: ``0>1``, or ``0=1`` for a draw
annul     why a manager says the match does not count
place     the channel in which the match is played from now on
pause     for how many days the clocks stand still
resume    nothing
forgive   nothing, or behind a line break why a manager lets a player play on
end       the ply at which the game was over, though nobody had seen it
========  ==============================================================
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.core.matches.entries_storage import Entry
from bot.core.matches.games import rules_of
from bot.core.matches.result import Result, by_the_rules, ended_by
from bot.core.matches.storage import MatchSummary
from bot.core.matches.values import AFTER_THE_END, MatchState, MoveMade
from data.states import Ending, EntryKind
from rules.game import Reason, Seat
from rules.record import leaving

_LEAVINGS = {EntryKind.LEAVE: Ending.RESIGNED, EntryKind.TIMEOUT: Ending.TIMED_OUT}
"""How a two-player match ends when one of them leaves like this."""


Earlier: TypeAlias = Callable[[int], MatchState]
"""Gives how the match stood at an earlier ply."""


class BrokenLogError(ValueError):
    """An entry that cannot follow on those before it."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(f"entry {ply}: {reason}")
        self.ply = ply
        self.reason = reason


def begin(match: MatchSummary) -> MatchState:
    """The match before its first entry; raises BrokenLogError, or what ``rules_of`` raises."""
    game = rules_of(match.game, match.rules_version)
    try:
        position = game.start(match.variant_id, seed=match.seed)
    except ValueError as error:
        raise BrokenLogError(0, str(error)) from error
    return _judged(MatchState(match=match, position=position), Ending.RULES)


def replay(first: MatchState, entries: Sequence[Entry]) -> tuple[MatchState, ...]:
    """How the match stood after each entry; ``first`` is item 0. Raises BrokenLogError."""
    states = [first]
    for entry in entries:
        states.append(follow(states[-1], entry, states.__getitem__))
    return tuple(states)


def follow(state: MatchState, entry: Entry, earlier: Earlier) -> MatchState:
    """How the match stands after ``entry``; raises BrokenLogError if it cannot follow.

    ``earlier`` gives how it stood at a ply; undo and forgiveness ask for that.
    """
    if entry.ply != state.ply + 1:
        raise BrokenLogError(entry.ply, f"follows on entry {state.ply}")
    if not state.is_running and entry.kind not in AFTER_THE_END:
        if state.result is None or state.result.ending is not Ending.RULES:
            raise BrokenLogError(entry.ply, f"{entry.kind} after the end")
        return replace(state, ply=entry.ply)  # a game is over when it is, whoever has seen it
    try:
        after = _changed(state, entry, earlier)
    except ValueError as error:
        raise BrokenLogError(entry.ply, str(error)) from error
    return replace(after, ply=entry.ply, last=entry)


def _changed(state: MatchState, entry: Entry, earlier: Earlier) -> MatchState:
    match entry.kind:
        case EntryKind.MOVE:
            return _moved(state, entry)
        case EntryKind.LEAVE | EntryKind.TIMEOUT:
            return _left(state, _seat(entry), _LEAVINGS[entry.kind])
        case EntryKind.UNDO | EntryKind.END:
            return _taken_back(state, entry, earlier)
        case EntryKind.FORGIVE:
            if state.last is None or state.last.kind is not EntryKind.TIMEOUT:
                raise ValueError("no timeout to forgive")
            return earlier(state.ply - 1)
        case EntryKind.PLACE | EntryKind.PAUSE | EntryKind.RESUME:
            return state
        case _:
            seats = state.position.variant.seats
            return replace(state, result=ended_by(entry.kind, entry.text, state.left, seats))


def _moved(state: MatchState, entry: Entry) -> MatchState:
    before = state.position
    if entry.seat != before.to_move:
        raise ValueError(f"seat {entry.seat} is not to move")
    move = before.parse(entry.text)
    made = MoveMade(entry.ply, _seat(entry), before, move)
    after = replace(
        state, position=before.play(move), moves=(*state.moves, made), line=(*state.line, str(move))
    )
    return _judged(after, Ending.RULES)


def _left(state: MatchState, seat: Seat, ending: Ending) -> MatchState:
    position = state.position.leave(seat)
    left, line = (*state.left, seat), (*state.line, leaving(seat))
    late = (*state.late, seat) if ending is Ending.TIMED_OUT else state.late
    return _judged(replace(state, position=position, left=left, late=late, line=line), ending)


def _taken_back(state: MatchState, entry: Entry, earlier: Earlier) -> MatchState:
    ply = int(entry.text)
    if not 0 <= ply <= state.ply:
        raise ValueError(f"{ply} is no earlier ply")
    returned = earlier(ply)
    for seat in state.left:  # once given up it stays so, however far the others go back
        if seat not in returned.left:
            as_before = Ending.TIMED_OUT if seat in state.late else Ending.RESIGNED
            returned = _left(returned, seat, as_before)
    return returned


def _judged(state: MatchState, leaving_as: Ending) -> MatchState:
    """The same, over if the game is. ``leaving_as`` tells how somebody has just left."""
    outcome = state.position.outcome
    if outcome is None:
        return state
    if outcome.reason is Reason.LEFT:
        result = Result(outcome.ranking, leaving_as)
    else:
        result = by_the_rules(outcome)
    return replace(state, result=result)


def _seat(entry: Entry) -> Seat:
    if entry.seat is None:
        raise ValueError(f"{entry.kind} without a seat")
    return entry.seat
