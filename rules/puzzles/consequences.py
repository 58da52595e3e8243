"""What an answer to a puzzle leads to."""

from dataclasses import dataclass

from rules.engine import knowledge_of
from rules.engine.hints import counted_text
from rules.game import Move, Position
from rules.puzzles.goals import Goal, GoalKind, TooManyError, refutation, value
from rules.puzzles.puzzle import Puzzle

_TRIED = 20_000
"""So many positions are tried for somebody who waits."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What ``move`` leads to.

    ``answer`` is what the other player would do about a wrong one, if that shows what is wrong;
    ``loses`` says that it wins for them at once. ``counted`` says in words what the move changed
    where a number was asked for: ``leaves them 2 stones that can detach, of 3``.
    """

    move: Move
    is_right: bool
    answer: Move | None = None
    loses: bool = False
    counted: str = ""


def consequence(puzzle: Puzzle, move: Move) -> Consequence:
    """What comes of ``move``, which is legal in the puzzle's position."""
    position, goal, is_right = puzzle.position, puzzle.goal, puzzle.accepts(move)
    after = position.after(move)
    if is_right or after.to_move is None:
        return Consequence(move, is_right)
    winning = knowledge_of(after).winning(after)
    if winning is not None:
        return Consequence(move, False, winning, loses=True)
    if goal.kind in (GoalKind.MOST, GoalKind.FEWEST):
        return Consequence(move, False, counted=_counted(position, goal, move))
    if goal.kind is GoalKind.OUTPLAY or (goal.kind is GoalKind.WIN and goal.moves > 1):
        try:
            return Consequence(move, False, refutation(after, goal, _TRIED))
        except TooManyError:
            pass
    return Consequence(move, False)


def _counted(position: Position, goal: Goal, move: Move) -> str:
    knowledge = knowledge_of(position)
    feature = next(each for each in knowledge.features if each.name == goal.feature)
    assert position.to_move is not None
    now = knowledge.measured(position, position.to_move)[goal.feature]
    then = value(position, move, goal.feature)
    return "" if then == now else counted_text(feature, now, then)
