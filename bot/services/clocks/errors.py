"""Why a seat's time was left as it is."""

from dataclasses import dataclass
from datetime import datetime


class ClockError(Exception):
    """Something that cannot happen to a seat's time as it stands."""


class NotToMoveError(ClockError):
    """The seat is not to move: it has moved, or its time has run out."""


class AlreadyToMoveError(ClockError):
    """The seat's turn has begun before."""


@dataclass(eq=False)
class TooLateError(ClockError):
    """It reached Discord at the ``deadline`` or after it."""

    deadline: datetime


@dataclass(eq=False)
class NotOverdueError(ClockError):
    """No timeout may be applied before ``due``; None while the time stands still."""

    due: datetime | None


class NotTimedOutError(ClockError):
    """There is nothing to forgive."""


class AlreadyPausedError(ClockError):
    """The time is paused for this reason already."""


class NotPausedError(ClockError):
    """The time is not paused for this reason."""


class LiveClockError(ClockError):
    """This is not done where a match is played in one sitting."""
