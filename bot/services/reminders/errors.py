"""Why something about reminders was not done."""

from datetime import datetime

from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from bot.services.reminders.idle import Idleness
from bot.services.reminders.typed_hours import InvalidHoursError
from bot.services.reminders.zones import InvalidZoneError


class UnreadableZone(ServiceError):
    """What was typed is no time zone."""

    error: InvalidZoneError


class UnreadableHours(ServiceError):
    """What was typed is no time of the day, or no hours."""

    error: InvalidHoursError


class ReminderGone(ServiceError):
    """There is no such reminder any more."""


class NotYourReminder(ServiceError):
    """Somebody else is reminded."""


class HasClock(ServiceError):
    """A clock runs in the match, so nobody need do anything about one who does not move."""

    view: MatchState


class NobodyToNudge(ServiceError):
    """It is the player's own turn, or that of a program."""

    view: MatchState


class TooEarlyToNudge(ServiceError):
    """Nobody may be nudged before ``at``."""

    view: MatchState
    at: datetime


class TooEarlyToCallOff(ServiceError):
    """Too little time has passed, or too few nudges went unanswered."""

    view: MatchState
    idle: Idleness
