"""What a match's log means: the one place that turns entries into a position.

Entries are only ever added. Each has a ply, counted from 1, that no other entry of the match will
ever have; taking moves back is an entry too. What the entries' texts hold:

========  ==============================================================
move      the move in canonical notation
leave     why the seat was given up
undo      the ply whose position is taken up again
draw      nothing
abort     nothing
decide    the seats, best first: ``0>1``, or ``0=1`` for a draw
annul     why a manager says the match does not count
place     the channel in which the match is played from now on
========  ==============================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from data.matches import Entry
from data.states import EntryKind, MatchState
from rules.game import Game, Move, Outcome, Position, Reason, Seat
from rules.record import leaving

BY_MANAGERS = (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.PLACE)
"""What managers write, also after the end of a match."""


class BrokenLogError(ValueError):
    """An entry that cannot follow on those before it."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(f"entry {ply}: {reason}")
        self.ply = ply
        self.reason = reason


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move, the position it was made in, and the ply of its entry."""

    ply: int
    seat: Seat
    before: Position
    move: Move


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands after its first ``ply`` entries.

    ``moves`` are those that still stand, in order; ``left`` the seats given up, in order; ``line``
    is both together as the entries of a record.
    """

    ply: int
    position: Position
    state: MatchState = MatchState.RUNNING
    outcome: Outcome | None = None
    moves: tuple[MoveMade, ...] = ()
    left: tuple[Seat, ...] = ()
    line: tuple[str, ...] = ()
    last: Entry | None = None

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is, or None when the match is over."""
        return self.position.to_move if self.state is MatchState.RUNNING else None


def begin(game: Game, variant: str, seed: int | None) -> Standing:
    """How a match stands before anything has happened; raises BrokenLogError."""
    try:
        position = game.start(variant, seed=seed)
    except ValueError as error:
        raise BrokenLogError(0, str(error)) from error
    return _judged(Standing(ply=0, position=position))


def replay(first: Standing, entries: Sequence[Entry]) -> tuple[Standing, ...]:
    """How the match stood after each entry; ``first`` is item 0. Raises BrokenLogError."""
    standings = [first]
    for entry in entries:
        standings.append(follow(standings[-1], entry, standings))
    return tuple(standings)


def follow(standing: Standing, entry: Entry, earlier: Sequence[Standing] = ()) -> Standing:
    """How the match stands after ``entry``; raises BrokenLogError if it cannot follow.

    ``earlier`` are all the standings by ply; only an undo needs them.
    """
    if entry.ply != standing.ply + 1:
        raise BrokenLogError(entry.ply, f"follows on entry {standing.ply}")
    if standing.state is not MatchState.RUNNING and entry.kind not in BY_MANAGERS:
        raise BrokenLogError(entry.ply, f"{entry.kind} after the end")
    try:
        after = _changed(standing, entry, earlier)
    except ValueError as error:
        raise BrokenLogError(entry.ply, str(error)) from error
    return replace(after, ply=entry.ply, last=entry)


def _changed(standing: Standing, entry: Entry, earlier: Sequence[Standing]) -> Standing:
    match entry.kind:
        case EntryKind.MOVE:
            return _moved(standing, entry)
        case EntryKind.LEAVE:
            return _left(standing, _seat(entry))
        case EntryKind.UNDO:
            return _taken_back(standing, _earlier(entry, earlier))
        case EntryKind.DRAW:
            return replace(standing, state=MatchState.DRAWN, outcome=_agreed(standing))
        case EntryKind.ABORT:
            return replace(standing, state=MatchState.ABORTED, outcome=None)
        case EntryKind.DECIDE:
            ranking, _ = read_deed(entry.text)
            outcome = Outcome(read_ranking(ranking), Reason.DECIDED)
            return replace(standing, state=MatchState.OVER, outcome=outcome)
        case EntryKind.ANNUL:
            return replace(standing, state=MatchState.ANNULLED, outcome=None)
        case EntryKind.PLACE:
            return standing


def _moved(standing: Standing, entry: Entry) -> Standing:
    before = standing.position
    if entry.seat != before.to_move:
        raise ValueError(f"seat {entry.seat} is not to move")
    move = before.parse(entry.text)
    made = MoveMade(entry.ply, _seat(entry), before, move)
    return _judged(
        replace(
            standing,
            position=before.play(move),
            moves=(*standing.moves, made),
            line=(*standing.line, str(move)),
        )
    )


def _left(standing: Standing, seat: Seat) -> Standing:
    position = standing.position.leave(seat)
    left, line = (*standing.left, seat), (*standing.line, leaving(seat))
    return _judged(replace(standing, position=position, left=left, line=line))


def _earlier(entry: Entry, earlier: Sequence[Standing]) -> Standing:
    ply = int(entry.text)
    if not 0 <= ply < len(earlier):
        raise ValueError(f"{ply} is no earlier ply")
    return earlier[ply]


def _taken_back(standing: Standing, back: Standing) -> Standing:
    # a seat once given up stays so, however far the others go back
    returned = back
    for seat in standing.left:
        if seat not in back.left:
            returned = _left(returned, seat)
    return returned


def _judged(standing: Standing) -> Standing:
    outcome = standing.position.outcome
    if outcome is None:
        return standing
    return replace(standing, state=MatchState.OVER, outcome=outcome)


def _agreed(standing: Standing) -> Outcome:
    seats = range(standing.position.variant.seats)
    playing = tuple(seat for seat in seats if seat not in standing.left)
    gone = tuple((seat,) for seat in reversed(standing.left))
    return Outcome((playing, *gone), Reason.AGREED)


def _seat(entry: Entry) -> Seat:
    if entry.seat is None:
        raise ValueError(f"{entry.kind} without a seat")
    return entry.seat


def read_deed(text: str) -> tuple[str, str]:
    """What a manager did, and the reason given, from the text of an entry."""
    deed, _, reason = text.partition("\n")
    return deed, reason


def write_deed(deed: str, reason: str) -> str:
    """The text that ``read_deed`` reads."""
    return f"{deed}\n{reason}"


def read_ranking(text: str) -> tuple[tuple[Seat, ...], ...]:
    """The groups of seats, best first, that ``0=2>1`` stands for; raises ValueError."""
    return tuple(tuple(int(seat) for seat in group.split("=")) for group in text.split(">"))


def write_ranking(ranking: tuple[tuple[Seat, ...], ...]) -> str:
    """The text that ``read_ranking`` reads."""
    return ">".join("=".join(str(seat) for seat in group) for group in ranking)
