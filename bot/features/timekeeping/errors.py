"""Why something was not done because of the time."""

from datetime import datetime

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal
from rules.texts import Text


class OutOfTime(MatchRefusal):
    says = Text("The time ran out {deadline}, so this came too late.")

    deadline: datetime


class OwnTime(MatchRefusal):
    says = Text("You can give time only to the player whose turn it is, and not to yourself.")


class GivenOnce(MatchRefusal):
    says = Text("In a tournament you can give time once in a game.")


class LiveMatch(MatchRefusal):
    says = Text("You cannot do that in a match played in one sitting.")


class WithoutClock(MatchRefusal):
    says = Text("This match has no clock: you can take as long as you like.")


class BadVacation(ServiceError):
    says = Text("A vacation lasts from 1 to {longest} days.")

    longest: int


class AlreadyOnVacation(ServiceError):
    says = Text("You are on vacation already, until {until}. To end it, use `/vacation`.")

    until: datetime


class NotOnVacation(ServiceError):
    says = Text("You are not on vacation. To begin one, use `/vacation`.")


class VacationTooLong(ServiceError):
    """Less days are left than asked for; ``left`` says how many, by year."""

    left: dict[int, int]


class DeadlineTooNear(MatchRefusal):
    """In this match the player has to move by the ``deadline``, which is near."""

    deadline: datetime
