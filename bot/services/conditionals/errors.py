"""Why something was not prepared. Whenever one of these is raised, nothing was written."""

from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from rules.errors import MoveError


class YourTurnAlready(ServiceError):
    """The player is to move now, and prepares nothing for that."""

    view: MatchState


class IllegalLine(ServiceError):
    """The move with this number in a typed line, counted from 1, is not legal there."""

    error: MoveError
    number: int


class NoAnswerInLine(ServiceError):
    """A line has to end with a move of the player's own."""


class LineTooDeep(ServiceError):
    """A line has at most ``most`` answers."""

    most: int


class TooManyLines(ServiceError):
    """The player has prepared ``most`` lines already."""

    most: int
