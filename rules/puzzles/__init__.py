"""Puzzles: positions with a task, and the moves that fulfil it.

Those that teach a game lie beside it in ``puzzles.json``; those of a week in ``weekly.json``.
"""

from rules.puzzles.consequences import Consequence, consequence
from rules.puzzles.goals import Goal, GoalKind, fulfilling
from rules.puzzles.puzzle import Puzzle, lessons, puzzle_of, weekly_puzzles
