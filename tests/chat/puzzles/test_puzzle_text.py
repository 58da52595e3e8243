"""What a puzzle asks for, in a sentence."""

from dataclasses import replace

import pytest

from bot.chat.puzzles.text import task, why
from rules.puzzles import Goal, GoalKind, weekly_puzzles


@pytest.mark.parametrize(
    ("moves", "asked", "because"),
    [
        (1, "Win at once, with one move.", "It wins at once. Nothing else does."),
        (
            2,
            "Win with 2 moves of yours, however they are answered.",
            "It wins with 2 moves, whatever the answers are. Nothing else does.",
        ),
    ],
)
def test_a_single_move_that_wins_has_no_answers(moves: int, asked: str, because: str) -> None:
    puzzle = replace(weekly_puzzles()[0], goal=Goal(GoalKind.WIN, moves), task="", why="")
    assert (task(puzzle), why(puzzle)) == (asked, because)
