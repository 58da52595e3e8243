"""What a puzzle asks for, and what refutes a move that does not do it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum

from rules.engine import knowledge_of
from rules.game import Move, Position, Seat

_TO_THE_END = 1_000


class GoalKind(StrEnum):
    """What a move has to do."""

    WIN = "win"  # win with at most so many moves of one's own, however it is answered
    OUTPLAY = "outplay"  # win in the end, however it is answered
    HOLD = "hold"  # leave the next player without a move that wins at once
    MOST = "most"  # bring the greatest value of a feature that a move can bring
    FEWEST = "fewest"  # bring the smallest
    DO = "do"  # let something happen


@dataclass(frozen=True, slots=True)
class Goal:
    """What a puzzle asks for.

    Written ``win``, ``win 2``, ``outplay``, ``hold``, ``most points``, ``fewest mine`` or
    ``do Swapped``: a ``feature`` is one of those that the engine counts for the game, an event one
    of the names in ``rules.game``.
    """

    kind: GoalKind
    moves: int = 1
    feature: str = ""

    @classmethod
    def read(cls, text: str) -> Goal:
        """The goal that is written; raises ValueError for one that there is not."""
        word, _, rest = text.partition(" ")
        kind = GoalKind(word)
        if kind is GoalKind.WIN:
            return cls(kind, int(rest or 1))
        if bool(rest) is not (kind in (GoalKind.MOST, GoalKind.FEWEST, GoalKind.DO)):
            raise ValueError(f"{text} is no goal")
        return cls(kind, feature=rest)

    def __str__(self) -> str:
        if self.kind is GoalKind.WIN and self.moves > 1:
            return f"{self.kind} {self.moves}"
        return f"{self.kind} {self.feature}".rstrip()


def value(position: Position, move: Move, feature: str) -> int:
    """What a feature comes to after ``move``, for whoever makes it."""
    return knowledge_of(position).measured(position.after(move), _mover(position))[feature]


def refutation(position: Position, goal: Goal, many: int = sys.maxsize) -> Move | None:
    """An answer after which the other player cannot be sure to win, if there is one.

    ``position`` is the one after a move that was meant to fulfil ``goal``. Raises TooManyError when
    more positions would have to be tried than so ``many``.
    """
    answering = _mover(position)
    forcing = Forcing(1 - answering, many)
    for move in position.moves():
        if not forcing.wins(position.after(move), limit_of(goal) - 1):
            return move
    return None


class TooManyError(Exception):
    """More positions would have to be tried than was allowed."""


class Forcing:
    """Whether ``seat`` wins however the other player answers, by trying everything.

    At most so ``many`` positions are tried; then TooManyError is raised.
    """

    def __init__(self, seat: Seat, many: int = sys.maxsize) -> None:
        self._seat = seat
        self._left = many
        self._known: dict[tuple[Position, int], bool] = {}

    def wins(self, position: Position, moves: int) -> bool:
        """Whether it does so with at most so many moves of its own."""
        if position.outcome is not None:
            return self._seat in position.outcome.winners
        is_own = position.to_move == self._seat
        if is_own and not moves:
            return False
        known = self._known.get((position, moves))
        if known is None:
            self._left -= 1
            if self._left < 0:
                raise TooManyError
            left = moves - is_own
            after = (self.wins(position.after(move), left) for move in position.moves())
            known = any(after) if is_own else all(after)
            self._known[position, moves] = known
        return known


def limit_of(goal: Goal) -> int:
    """With how many moves of one's own to win; raises ValueError where that is not asked for."""
    if goal.kind is GoalKind.WIN:
        return goal.moves
    if goal.kind is GoalKind.OUTPLAY:
        return _TO_THE_END
    raise ValueError(f"{goal} asks for no win")


def _mover(position: Position) -> Seat:
    if position.to_move is None:
        raise ValueError("the game is over")
    return position.to_move
