"""Why something was not done on a practice board.

Whenever one of these is raised, nothing was written.
"""

from __future__ import annotations

from bot.services.errors import ServiceError
from bot.services.practice.board import PracticeBoard
from rules.errors import MoveError


class NoPractice(ServiceError):
    """The person has no board to practise on."""


class PracticeMovedOn(ServiceError):
    """The practice board is not as it was where the click was made."""

    board: PracticeBoard


class IllegalPractice(ServiceError):
    """What was typed is no legal move on the practice board."""

    error: MoveError
    board: PracticeBoard
