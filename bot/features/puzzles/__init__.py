"""Puzzles: learning a game in small steps."""

from bot.features.puzzles.service import (
    Course,
    NoLessons,
    PuzzleBoard,
    PuzzleService,
    UnknownPuzzle,
)
from bot.features.puzzles.weekly import WeeklyCard, WeeklyService, count_solver, lost_channel
