"""Proofs: the moves that reach a goal, and for each other move an answer that refutes it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rules.engine import knowledge_of
from rules.game import Move, Position, Seat
from rules.puzzles.goals import Goal, GoalKind, TooManyError

Effects: TypeAlias = Mapping[Position, Sequence[Move]]
"""What can be reached with one move, and the moves that lead there."""
Look: TypeAlias = Callable[[Position], Move | None]
"""Finds a move by which whoever is to move wins at once."""
GIVES = frozenset({"halves", "abande"})
"""The games in which one may be forced to make a move by which another wins."""
MAY_GIVE = GIVES | {"apart"}
"""The same with one in which that hardly happens."""


def effects_of(position: Position, most: int) -> Effects | None:
    """What the moves of a running position lead to; None where there are more than ``most``."""
    found: dict[Position, list[Move]] = {}
    for number, move in enumerate(position.moves()):
        if number >= most:
            return None
        found.setdefault(position.after(move), []).append(move)
    return found


def at_a_look(position: Position) -> Move | None:
    """A move that wins a running position at once, by what the engine knows of the game."""
    return knowledge_of(position).winning(position)


def by_the_rules(position: Position) -> Move | None:
    """A move that wins a running position at once, found by making every move."""
    for move in position.moves():
        outcome = position.after(move).outcome
        if outcome is not None and position.to_move in outcome.winners:
            return move
    return None


class Prover:
    """Whether ``seat`` wins however it is answered, and which answers refute moves that do not.

    At most so ``many`` positions are tried; then TooManyError is raised. Answers that refuted one
    move are tried first against the next. In the games that are ``giving``, a player may be forced
    to make a move by which another wins.
    """

    def __init__(
        self, seat: Seat, many: int, look: Look, giving: frozenset[str] = MAY_GIVE
    ) -> None:
        self._tried = 0
        self._seat, self._many, self._look, self._giving = seat, many, look, giving
        self._known: dict[tuple[Position, int], bool] = {}
        self._answers: dict[Move, int] = {}

    def wins(self, position: Position, moves: int) -> bool:
        """Whether it wins with at most so many moves of its own."""
        if position.outcome is not None:
            return self._seat in position.outcome.winners
        if position.to_move != self._seat:
            return self.refutation(position, moves) is None
        if not moves:
            return False
        known = self._known.get((position, moves))
        if known is None:
            known = self._tries(position, moves)
            self._known[position, moves] = known
        return known

    def refutation(self, position: Position, moves: int) -> Move | None:
        """An answer after which it does not, if there is one; the others are to move."""
        reached = set[Position]()
        for answer in self._in_order(position) if moves else position.moves():
            after = position.after(answer)
            if after in reached:
                continue
            reached.add(after)
            if not self.wins(after, moves):
                self._answers[answer] = self._answers.get(answer, 0) + 1
                return answer
        return None

    def losing_to(self, position: Position) -> Move | None:
        """An answer by which whoever is to move wins at once, if there is one."""
        self._tried += 1
        if self._tried > self._many:
            raise TooManyError
        often = sorted(self._answers, key=lambda each: -self._answers[each])
        legal = set(position.moves()) if often else ()
        for answer in often:
            if answer in legal:
                outcome = position.after(answer).outcome
                if outcome is not None and position.to_move in outcome.winners:
                    self._answers[answer] += 1
                    return answer
        winning = self._look(position)
        if winning is not None:
            self._answers[winning] = 1
        return winning

    def _in_order(self, position: Position) -> list[Move]:
        """All answers, those first that refuted most so far: that may change on the way."""
        often, answers = self._answers, list(position.moves())
        return sorted(answers, key=lambda each: -often.get(each, 0))

    def _tries(self, position: Position, moves: int) -> bool:
        self._tried += 1
        if self._tried > self._many:
            raise TooManyError
        if self._look(position) is not None:
            return True
        if moves == 1 and position.info.id not in self._giving:
            return False
        afters = dict.fromkeys(map(position.after, position.moves()))
        return any(self.wins(after, moves - 1) for after in afters)


def reaching(
    effects: Effects, goal: Goal, seat: Seat, most: int, prover: Prover
) -> list[Position] | None:
    """What ``seat`` reaches with the moves that win or hold; None where that is more than ``most``.

    Raises TooManyError when that cannot be told by looking at so many positions.
    """
    found = []
    for after in effects:
        if refuting(after, goal, seat, prover) is None:
            found.append(after)
            if len(found) > most:
                return None
    return found


def refuting(after: Position, goal: Goal, seat: Seat, prover: Prover) -> Move | str | None:
    """What refutes the move that led to ``after``: an answer, or the end; None where nothing does.

    A move that ends the game without winning is refuted by ``""``.
    """
    if after.outcome is not None:
        return None if seat in after.outcome.winners else ""
    if goal.kind is GoalKind.HOLD:
        return prover.losing_to(after)
    return prover.refutation(after, goal.moves - 1)


def best_of(effects: Effects, goal: Goal, seat: Seat) -> tuple[list[Position], int]:
    """What brings ``seat`` most (or fewest) of a feature, and how much; nothing where none counts.

    What ends the game is not counted.
    """
    counts: dict[Position, int] = {}
    for after in effects:
        if after.outcome is None:
            counts[after] = knowledge_of(after).measured(after, seat).get(goal.feature, -1)
    if not counts or -1 in counts.values():
        return [], 0
    best = (max if goal.kind is GoalKind.MOST else min)(counts.values())
    return [after for after, each in counts.items() if each == best], best
