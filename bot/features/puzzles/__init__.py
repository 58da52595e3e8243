"""Puzzles: courses that teach a game, solved privately, and a puzzle a week in a channel.

The puzzles stand in the folders of the games (``rules/games``). Solving them is decided in
``service.py``, the weekly post in ``weekly.py``.
"""

from bot.features.puzzles.weekly import WeeklyService
