"""Puzzles: learning a game in small steps."""

from bot.services.puzzles.service import (
    Course,
    NoLessons,
    PuzzleBoard,
    PuzzleService,
    UnknownPuzzle,
)
from bot.services.puzzles.weekly import WeeklyCard, WeeklyService, count_solver, lost_channel
