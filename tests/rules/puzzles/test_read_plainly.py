"""The puzzles of Apart, tried by a reading that shares nothing with the game's functions."""

from __future__ import annotations

import pytest

from rules.games.apart.position import ApartPosition
from rules.puzzles import Puzzle, lessons, weekly_puzzles
from tests.rules.plain.apart import winning_turns

PUZZLES = [*lessons("apart"), *(each for each in weekly_puzzles() if each.game == "apart")]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.id for puzzle in PUZZLES])
def test_the_answers_win_and_no_other_turn(puzzle: Puzzle) -> None:
    assert str(puzzle.goal) == "win"
    assert isinstance(puzzle.position, ApartPosition)
    assert winning_turns(puzzle.position) == sorted(puzzle.answers)
