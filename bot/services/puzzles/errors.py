"""Why something was not done with a puzzle.

Whenever one of these is raised, nothing was written.
"""

from __future__ import annotations

from bot.services.errors import ServiceError
from bot.services.puzzles.board import PuzzleBoard
from rules.errors import MoveError
from rules.game import GameInfo


class UnknownPuzzle(ServiceError):
    """There is no such puzzle, or none any more."""


class NoLessons(ServiceError):
    """Nobody has made puzzles that teach this game."""

    info: GameInfo


class PuzzleMovedOn(ServiceError):
    """The board is not as it was where the click was made."""

    board: PuzzleBoard


class IllegalAnswer(ServiceError):
    """What was typed is no legal move there."""

    error: MoveError
    board: PuzzleBoard
