"""The puzzles of Apart, tried by a reading that shares nothing with the game's functions."""

import pytest

from rules.puzzles import Puzzle, lessons, weekly_puzzles
from tests.rules.plain.apart import BOARD, touch, turns, written

PUZZLES = [*lessons("apart"), *(each for each in weekly_puzzles() if each.game == "apart")]


def winning(puzzle: Puzzle) -> list[str]:
    """The turns after which no two of the mover's pieces touch, and some of the other's do."""
    pieces, mover = puzzle.position.pieces(), puzzle.position.ply % 2
    own, enemy = (
        {BOARD[name] for name, piece in pieces.items() if (piece.colour == mover) is own}
        for own in (True, False)
    )
    return [
        written(turn)
        for turn in turns(own, enemy, len(BOARD))
        if touch(enemy - set(turn)) and not touch(own - {turn[0]} | {turn[-1]})
    ]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.id for puzzle in PUZZLES])
def test_the_answers_win_and_no_other_turn(puzzle: Puzzle) -> None:
    assert str(puzzle.goal) == "win"
    assert sorted(winning(puzzle)) == sorted(puzzle.answers)
