"""Puzzles: learning a game in small steps."""

from bot.features.puzzles.weekly import WeeklyService
