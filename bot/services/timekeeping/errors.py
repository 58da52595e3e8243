"""Why something was not done because of the time."""

from datetime import datetime

from bot.services.errors import ServiceError
from bot.services.matches import MatchState


class OutOfTime(ServiceError):
    """The move reached Discord at the ``deadline`` or after it."""

    view: MatchState
    deadline: datetime


class OwnTime(ServiceError):
    """Nobody gives time to themselves."""

    view: MatchState


class LiveMatch(ServiceError):
    """This is not done where a match is played in one sitting."""

    view: MatchState


class WithoutClock(ServiceError):
    """Nobody's time runs in this match."""

    view: MatchState


class BadVacation(ServiceError):
    """A vacation lasts from one day to ``longest``."""

    longest: int


class AlreadyOnVacation(ServiceError):
    """The player is on vacation, ``until`` then."""

    until: datetime


class NotOnVacation(ServiceError):
    """There is no vacation to end."""


class VacationTooLong(ServiceError):
    """Less days are left than asked for; ``left`` says how many, by year."""

    left: dict[int, int]


class DeadlineTooNear(ServiceError):
    """In this match the player has to move by the ``deadline``, which is near."""

    view: MatchState
    deadline: datetime
