"""Why something was not done because of the time."""

from datetime import datetime

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal


class OutOfTime(MatchRefusal):
    """The move reached Discord at the ``deadline`` or after it."""

    deadline: datetime


class OwnTime(MatchRefusal):
    """Nobody gives time to themselves."""


class GivenOnce(MatchRefusal):
    """In a game of a tournament a player gives time once."""


class LiveMatch(MatchRefusal):
    """This is not done where a match is played in one sitting."""


class WithoutClock(MatchRefusal):
    """Nobody's time runs in this match."""


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


class DeadlineTooNear(MatchRefusal):
    """In this match the player has to move by the ``deadline``, which is near."""

    deadline: datetime
