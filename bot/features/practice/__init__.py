"""Playing against the bot, practice boards, hints and puzzles.

``engines.py`` makes the moves of engines in matches, and gives hints. ``service.py`` has the
practice board that each person can play on alone, ``puzzles.py`` the boards on which puzzles are
solved, and the courses that teach a game. Puzzles stand in the folders of the games.
"""

from bot.features.practice.puzzles import (
    TRIES,
    Course,
    PuzzleAsked,
    PuzzleBoard,
    PuzzleService,
    PuzzleTried,
)
