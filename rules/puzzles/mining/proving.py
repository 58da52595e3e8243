"""Whether a player wins however it is answered, and which answers refute moves that do not."""

import itertools
from collections import Counter
from collections.abc import Iterator

from rules.engine import knowledge_of
from rules.game import Move, Position, Seat
from rules.puzzles.goals import Goal, GoalKind, TooManyError

LISTED = 800
"""Where moves are more, what the engine knows of the game tells that none wins at once."""
_GIVING = (12, 60)  # with so few moves one may be forced to make one by which the other wins
_OFTEN, _LOOKED_AT = 5, 300


class Prover:
    """Whether ``seat`` wins, by trying everything in at most so ``many`` positions.

    An ``exact`` one makes every move. Any other believes the engine where that knows of no win at
    once, and may overlook one that the other player is forced to give. Past ``many`` positions its
    methods raise TooManyError.
    """

    def __init__(self, seat: Seat, many: int, exact: bool = False) -> None:
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
        is_all = goal.kind is GoalKind.HOLD
        losing = losing or self.at_once(after, surely=is_all)
        if losing is None and not is_all:
            return self._refutation(after, goal.moves - 1)
        self._refuted.update([losing] if losing else [])
        return losing

    def wins(self, position: Position, moves: int) -> bool:
        """Whether it wins with at most so many moves of its own."""
        if position.outcome is not None:
            return self._seat in position.outcome.winners
        if position.to_move != self._seat:
            return self._refutation(position, moves) is None
        key = position, moves
        if key not in self._known:
            self._known[key] = moves > 0 and self._tries(position, moves)
        return self._known[key]

    def at_once(self, position: Position, surely: bool = True) -> Move | None:
        """A move by which whoever is to move wins a running position at once, if there is one.

        What the engine does not know of is looked for if it has to be told ``surely``.
        """
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        known = knowledge_of(position).winning(position)
        if known is not None or not (self._exact and surely):
            return known
        listed = list(itertools.islice(position.moves(), LISTED + 1))
        every = listed if len(listed) <= LISTED else ()
        return next((move for move in every if _wins(position, move)), None)

    def _refutation(self, position: Position, moves: int) -> Move | None:
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


def _wins(position: Position, move: Move) -> bool:
    outcome = position.after(move).outcome
    return outcome is not None and position.to_move in outcome.winners
