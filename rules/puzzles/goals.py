"""What a puzzle asks for, and what refutes a move that does not do it."""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.engine import knowledge_of
from rules.game import Move, Position, Seat

_TO_THE_END = 1_000
LISTED = 800
"""Where moves are more, what the engine knows of the game tells that none wins at once."""
_GIVING = (12, 60)  # among so few moves one that makes the other give the win is looked for
_OFTEN, _LOOKED_AT = 5, 300


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


AT_ONCE = Goal(GoalKind.WIN)


def value(position: Position, move: Move, feature: str) -> int:
    """What a feature comes to after ``move``, for whoever makes it."""
    return knowledge_of(position).measured(position.after(move), _mover(position))[feature]


def refutation(position: Position, goal: Goal, many: int = sys.maxsize) -> Move | None:
    """An answer after which the other player cannot be sure to win, if there is one.

    ``position`` is the one after a move that was meant to fulfil ``goal``. Raises TooManyError when
    more positions would have to be tried than so ``many``.
    """
    answering = _mover(position)
    return Forcing(1 - answering, many).refutation(position, limit_of(goal) - 1)


class TooManyError(Exception):
    """More positions would have to be tried than was allowed."""


class Forcing:
    """Whether ``seat`` wins however it is answered, by trying the moves of both.

    It believes the engine that a position of more than ``LISTED`` moves has no win at once. Before
    its last move ``seat`` looks only at up to 60 moves for one that forces the other player to give
    the win. One that is not ``exact`` believes the engine in every position, and looks only at up
    to 12 moves. After so ``many`` positions the methods raise TooManyError.
    """

    def __init__(self, seat: Seat, many: int = sys.maxsize, exact: bool = True) -> None:
        self._seat, self._left, self._exact = seat, many, exact
        self._known: dict[tuple[Position, int], bool] = {}
        self._refuted = Counter[Move]()

    def refuting(self, after: Position, goal: Goal) -> Move | str | None:
        """What refutes the move that led to ``after``; None where nothing does.

        That is an answer, or ``""`` for a move that ends the game without winning it.
        """
        if after.outcome is not None:
            return None if self._seat in after.outcome.winners else ""
        often = self._often(after) if self._exact else iter(())
        losing = next((each for each in often if _wins(after, each)), None)
        losing = losing or self.at_once(after, surely=goal.kind is GoalKind.HOLD)
        if goal.kind is not GoalKind.HOLD and (
            losing is None or self.wins(after.after(losing), 0)  # among three a win may be shared
        ):
            return self.refutation(after, goal.moves - 1)
        self._refuted.update([losing] if losing else [])
        return losing

    def wins(self, position: Position, moves: int) -> bool:
        """Whether it wins with at most so many moves of its own."""
        if position.outcome is not None:
            return self._seat in position.outcome.winners
        if position.to_move != self._seat:
            return self.refutation(position, moves) is None
        key = position, moves
        if key not in self._known:
            self._known[key] = moves > 0 and self._tries(position, moves)
        return self._known[key]

    def at_once(self, position: Position, surely: bool = True) -> Move | None:
        """A move by which whoever is to move wins a running position at once, if there is one.

        What the engine does not know of is looked for if it has to be told ``surely``.
        """
        known = knowledge_of(position).winning(position)
        is_told = known is not None or not (self._exact and surely)
        every = [] if is_told else list(itertools.islice(position.moves(), LISTED + 1))
        self._left -= 1 + len(every)
        if self._left < 0:
            raise TooManyError
        if len(every) > LISTED:
            return None
        return known or next((move for move in every if _wins(position, move)), None)

    def refutation(self, position: Position, moves: int) -> Move | None:
        """An answer after which it does not win; those are tried first that refuted other moves."""
        often = self._often(position) if moves else iter(())
        for answer in itertools.chain(often, position.moves()):
            if not self.wins(position.after(answer), moves):
                self._refuted[answer] += 1
                return answer
        return None

    def _often(self, position: Position) -> Iterator[Move]:
        legal = set(itertools.islice(position.moves(), _LOOKED_AT))
        often = (answer for answer, _ in self._refuted.most_common(_OFTEN))
        return (answer for answer in often if answer in legal)

    def _tries(self, position: Position, moves: int) -> bool:
        if self.at_once(position) is not None:
            return True
        few = _GIVING[self._exact] if moves == 1 else None
        own = list(itertools.islice(position.moves(), few and few + 1))
        if few and len(own) > few:
            return False
        return any(self.wins(after, moves - 1) for after in dict.fromkeys(map(position.after, own)))


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


def _wins(position: Position, move: Move) -> bool:
    outcome = position.after(move).outcome
    return outcome is not None and position.to_move in outcome.winners
