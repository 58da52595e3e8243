"""Which moves do what a puzzle asks for: found by trying every legal move."""

from collections.abc import Iterator

from rules.engine import knowledge_of
from rules.game import Move, Position, Seat
from rules.puzzles.goals import Forcing, Goal, GoalKind, limit_of, value


def fulfilling(position: Position, goal: Goal) -> tuple[str, ...]:
    """The moves that do what is asked, of all that are legal, in the order of their texts."""
    if position.to_move is None:
        raise ValueError("the game is over")
    return tuple(sorted(map(str, _found(position, goal, position.to_move))))


def _found(position: Position, goal: Goal, seat: Seat) -> Iterator[Move]:
    moves = position.moves()
    if goal.kind in (GoalKind.WIN, GoalKind.OUTPLAY):
        forcing, left = Forcing(seat), limit_of(goal) - 1
        yield from (move for move in moves if forcing.wins(position.after(move), left))
    elif goal.kind is GoalKind.HOLD:
        yield from (move for move in moves if _holds(position.after(move), seat))
    elif goal.kind is GoalKind.DO:
        for move in moves:
            if goal.feature in {type(event).__name__ for event in position.events(move)}:
                yield move
    else:
        found = [(value(position, move, goal.feature), move) for move in moves]
        best = (max if goal.kind is GoalKind.MOST else min)(each for each, _ in found)
        yield from (move for each, move in found if each == best)


def _holds(after: Position, seat: Seat) -> bool:
    if after.outcome is not None:
        return seat in after.outcome.winners
    return knowledge_of(after).winning(after) is None
