"""Playing against the bot, practice boards, hints and puzzles.

``engines.py`` makes the moves of engines in matches, and gives hints. ``service.py`` has the
practice board that each person can play on alone, ``puzzles.py`` the courses that teach a game, and
``weekly.py`` the puzzle a week in a channel. Puzzles stand in the folders of the games.
"""

from bot.features.practice.weekly import WeeklyService
