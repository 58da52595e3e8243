"""Why something was not done because of the time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.services.errors import ServiceError
from bot.services.matches import MatchState


@dataclass(eq=False, repr=False)
class OutOfTime(ServiceError):
    """The move reached Discord at the ``deadline`` or after it."""

    view: MatchState
    deadline: datetime


@dataclass(eq=False, repr=False)
class OwnTime(ServiceError):
    """Nobody gives time to themselves."""

    view: MatchState


@dataclass(eq=False, repr=False)
class LiveMatch(ServiceError):
    """This is not done where a match is played in one sitting."""

    view: MatchState


@dataclass(eq=False, repr=False)
class WithoutClock(ServiceError):
    """Nobody's time runs in this match."""

    view: MatchState


@dataclass(eq=False, repr=False)
class BadVacation(ServiceError):
    """A vacation lasts from one day to ``longest``."""

    longest: int


@dataclass(eq=False, repr=False)
class AlreadyOnVacation(ServiceError):
    """The player is on vacation, ``until`` then."""

    until: datetime


class NotOnVacation(ServiceError):
    """There is no vacation to end."""


@dataclass(eq=False, repr=False)
class VacationTooLong(ServiceError):
    """Less days are left than asked for; ``left`` says how many, by year."""

    left: dict[int, int]


@dataclass(eq=False, repr=False)
class DeadlineTooNear(ServiceError):
    """In this match the player has to move by the ``deadline``, which is near."""

    view: MatchState
    deadline: datetime
