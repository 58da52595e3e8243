"""Puzzles: positions with a task, and the moves that fulfil it.

Those that teach a game lie beside it in ``puzzles.json``; those of a week in ``weekly.json``.
"""

from rules.puzzles.goals import Goal, GoalKind, fulfilling
from rules.puzzles.puzzle import (
    Consequence,
    Puzzle,
    consequence,
    lessons,
    puzzle_of,
    weekly_puzzles,
)
