"""Why something was not done with a puzzle.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError
from rules.game import GameInfo


class UnknownPuzzle(ServiceError):
    """There is no such puzzle, or none any more."""


class NoLessons(ServiceError):
    """Nobody has made puzzles that teach this game."""

    info: GameInfo
