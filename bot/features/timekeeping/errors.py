"""Why something was not done because of the time."""

from datetime import datetime

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal
from rules.texts import Text


class OutOfTime(MatchRefusal):
    """The move reached Discord at the ``deadline`` or after it."""

    says = Text("The time ran out {deadline}, so this came too late.")

    deadline: datetime


class OwnTime(MatchRefusal):
    """Nobody gives time to themselves."""

    says = Text("You can give time only to the player whose turn it is, and not to yourself.")


class GivenOnce(MatchRefusal):
    """In a game of a tournament a player gives time once."""

    says = Text("In a tournament you can give time once in a game.")


class LiveMatch(MatchRefusal):
    """This is not done where a match is played in one sitting."""

    says = Text("You cannot do that in a match played in one sitting.")


class WithoutClock(MatchRefusal):
    """Nobody's time runs in this match."""

    says = Text("This match has no clock: you can take as long as you like.")


class BadVacation(ServiceError):
    """A vacation lasts from one day to ``longest``."""

    says = Text("A vacation lasts from 1 to {longest} days.")

    longest: int


class AlreadyOnVacation(ServiceError):
    """The player is on vacation, ``until`` then."""

    says = Text("You are on vacation already, until {until}. `/vacation` ends it.")

    until: datetime


class NotOnVacation(ServiceError):
    """There is no vacation to end."""

    says = Text("You are not on vacation. `/vacation` begins one.")


class VacationTooLong(ServiceError):
    """Less days are left than asked for; ``left`` says how many, by year."""

    left: dict[int, int]


class DeadlineTooNear(MatchRefusal):
    """In this match the player has to move by the ``deadline``, which is near."""

    deadline: datetime
