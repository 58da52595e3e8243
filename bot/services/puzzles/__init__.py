"""Puzzles: learning a game in small steps."""

from bot.services.puzzles.board import Course, NoLessons, PuzzleBoard, UnknownPuzzle
from bot.services.puzzles.service import PuzzleService
from bot.services.puzzles.weekly import WeeklyCard, WeeklyService, count_solver
