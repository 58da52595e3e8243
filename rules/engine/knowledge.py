"""What the search has to know of a game beyond its rules: how it looks, and what to look at.

Everything about legality is asked of the rules. A game without knowledge of its own is judged by
playing it to the end at random a few times.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeAlias

from rules.engine.lacking import Pair
from rules.game import Move, Outcome, Position, Seat
from rules.texts import Text

_BETWEEN = 1024  # positions between two looks at the clock
Part: TypeAlias = object
"""What a turn may begin with, where whole turns are too many to look at; each game has its own."""
MOST_CANDIDATES = 400
"""At most so many moves are looked at in one position."""
_PLAYOUTS = 2
_LONGEST = 200  # plies
_STOPPING = 0.5


class TooLongError(Exception):
    """It takes longer than was allowed."""


class Effort:
    """So many positions may be looked at, as long as it is not late."""

    __slots__ = ("_allowed", "_is_late", "_spent")

    def __init__(self, allowed: int, is_late: Callable[[], bool]) -> None:
        self._allowed = allowed
        self._is_late = is_late
        self._spent = 0

    def spend(self) -> None:
        """One more position; raises TooLongError where that is too many."""
        self._spent += 1
        if self._spent > self._allowed:
            raise TooLongError
        if not self._spent % _BETWEEN and self._is_late():
            raise TooLongError


@dataclass(frozen=True, slots=True)
class Halfway:
    """A turn of which a part has been chosen, and the rest not yet."""

    position: Position
    to_move: Seat
    outcome: None = field(default=None, init=False)


State: TypeAlias = Position | Halfway
"""What a node of the search stands for."""


Solver: TypeAlias = Callable[[Position, Effort], tuple[float, ...]]
"""Tells what each seat gets of a position if all play their best, or raises TooLongError."""


class Trials(Protocol):
    """Matches that go on casually from positions one move away."""

    weighed: int
    """How many moves were weighed so far by those who went on, which is what takes the time."""

    def shares(self, position: Position, number: int) -> tuple[float, ...]:
        """What each seat gets of a running match in the trial of this number, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A number about a position, as one seat sees it, that people can count on the board.

    ``sign`` is 1 where much of it is good for that seat, -1 where little is; ``weight`` is how much
    one more of it matters beside other features. ``what`` says what is counted, and ``asks`` which
    move brings most of it, or fewest where little is good; None for what nobody is asked. ``lacks``
    says what a worse move lacks beside another, what matters most first.
    """

    name: str
    sign: int
    what: Text
    weight: float = 1.0
    asks: Text | None = None
    lacks: Callable[[Pair], Iterator[Text]] | None = None


@dataclass(frozen=True, slots=True)
class Defeat:
    """``why`` a match was lost, by what can be counted on its last board; ``advice`` for the next.

    Both are a sentence or two.
    """

    why: Text
    advice: Text


class Knowledge:
    """What a game looks like to the engine; this one knows nothing but the rules."""

    scale: ClassVar[float] = 1.0
    """How much worth is nearly a win: expectations are the worth by this, squeezed into -1 .. 1."""

    breadth: ClassVar[int] = 1
    """How many times as many nodes a level that counts them takes, where turns are thousands."""

    features: ClassVar[tuple[Feature, ...]] = ()
    """What can be said of positions of this game, for hints."""

    def worth(self, state: State, seat: Seat) -> float:
        """How good a running match is for ``seat``; 0 is even. With two seats the other has -worth.

        The same state gives the same number in every process.
        """
        position = state.position if isinstance(state, Halfway) else state
        line = position.encode()
        ends = [_ended(position, random.Random(f"{line} {number}")) for number in range(_PLAYOUTS)]
        return sum(share_of(seat, end, position.variant.seats) for end in ends) / len(ends)

    def at_a_glance(self) -> Knowledge:
        """The same for who looks one move ahead only, and so can look longer."""
        return self

    def solver(self, position: Position) -> Solver | None:  # noqa: ARG002
        """Who can tell how the positions end that the moves lead to; None where nobody can."""
        return None

    def trials(self, position: Position) -> Trials | None:  # noqa: ARG002
        """Who can try what the moves lead to; None where the search itself sees more."""
        return None

    def choices(self, state: State) -> Sequence[Move | Part]:
        """The moves worth a look, or the first parts of moves; none when there is no legal one."""
        assert isinstance(state, Position)
        return list(itertools.islice(state.moves(), MOST_CANDIDATES))

    def rest(self, state: State) -> Sequence[Move | Part] | None:
        """What else may follow, without which no state is taken for lost.

        With ``choices`` everything comes of it that may come of a legal move. None where that is
        too much to list.
        """
        assert isinstance(state, Position)
        return list(itertools.islice(state.moves(), MOST_CANDIDATES, None))

    def after(self, state: State, choice: Move | Part) -> State:
        """What one of the choices leads to."""
        assert isinstance(state, Position)
        assert isinstance(choice, Move)
        return state.after(choice)

    def winning(self, position: Position) -> Move | None:
        """A move that wins at once, alone if there is one, or None; it misses none."""
        seat, shared = position.to_move, None
        for move in position.moves():
            outcome = position.after(move).outcome
            if outcome is not None and seat in outcome.winners:
                if len(outcome.winners) == 1:
                    return move
                shared = shared or move
        return shared

    def measured(self, position: Position, seat: Seat) -> Mapping[str, int]:  # noqa: ARG002
        """The features of a position as ``seat`` sees it, by name."""
        return {}

    def defeat(self, position: Position, seat: Seat) -> Defeat | None:  # noqa: ARG002
        """Why ``seat`` has lost, said to them; None where there is nothing to count."""
        return None


def share_of(seat: Seat, outcome: Outcome | None, seats: int) -> float:
    """What an ended match is worth to ``seat``: 1 for a win, -1 for a loss, 0 for a draw.

    With several players a win that is shared is worth its share.
    """
    if outcome is None or not outcome.winners:
        return 0.0
    if seat not in outcome.winners:
        return -1.0
    return 1.0 - 2.0 * (len(outcome.winners) - 1) / seats


def random_move(position: Position, chance: random.Random) -> Move:
    """Any legal move, put together step by step, so that thousands need not be listed."""
    taken: tuple[str, ...] = ()
    while True:
        menu = position.steps(taken)
        if menu.complete is not None and (not menu.options or chance.random() < _STOPPING):
            return menu.complete
        taken = (*taken, chance.choice(menu.options).text)


def _ended(position: Position, chance: random.Random) -> Outcome | None:
    for _ in range(_LONGEST):
        if position.to_move is None:
            break
        position = position.after(random_move(position, chance))
    return position.outcome
