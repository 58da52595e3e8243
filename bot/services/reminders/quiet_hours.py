"""The hours in which a player wants to hear nothing, by the clocks where they live."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.services.reminders.local_time import last_change, next_change, wall_time

BEFORE_QUIET = timedelta(minutes=15)
"""How long before quiet hours a reminder comes that cannot wait for their end."""

_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``start`` to just before ``end`` in ``zone``, over midnight where end comes first.

    Quiet is whenever the clocks there show such a time, also if they show it twice. Raises
    ValueError if start and end are the same.
    """

    start: time
    end: time
    zone: ZoneInfo

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise ValueError("quiet hours end at another time than they start")

    def cover(self, at: datetime) -> bool:
        """Whether it is quiet at the instant ``at``."""
        shown = wall_time(at, self.zone)
        if self.start < self.end:
            return self.start <= shown < self.end
        return shown >= self.start or shown < self.end

    @property
    def length(self) -> timedelta:
        """From start to end, where the clocks are not changed meanwhile."""
        return _between(self.start, self.end)

    def over(self, at: datetime) -> datetime:
        """The first instant from ``at`` on at which it is not quiet."""
        while self.cover(at):
            end = at + _between(wall_time(at, self.zone), self.end)
            change = next_change(at, end, self.zone)
            if change is None:
                return end
            at = change
        return at

    def begun(self, at: datetime) -> datetime:
        """When the quiet began that holds at ``at``; ValueError if it is not quiet then."""
        if not self.cover(at):
            raise ValueError(f"it is not quiet at {at}")
        while True:
            start = at - _between(self.start, wall_time(at, self.zone))
            change = last_change(start, at, self.zone)
            if change is None:
                return start
            if not self.cover(change - _MOMENT):
                return change
            at = change - _MOMENT


def released(
    at: datetime, quiet: QuietHours | None, *, earliest: datetime, deadline: datetime
) -> datetime | None:
    """When a reminder comes that was to come ``at``.

    At the end of quiet hours that it falls into, or shortly before they begin if the deadline
    passes meanwhile, but not before ``earliest``. None if there is no such time.
    """
    if quiet is None or not quiet.cover(at):
        return at
    end = quiet.over(at)
    if end < deadline:
        return end
    begun = quiet.begun(at)
    before = quiet.over(max(begun - BEFORE_QUIET, earliest))
    return before if before < begun else None


def _between(first: time, last: time) -> timedelta:
    """From one time of the day to the next moment that clocks show the other."""
    return (_since_midnight(last) - _since_midnight(first)) % timedelta(days=1)


def _since_midnight(shown: time) -> timedelta:
    return timedelta(
        hours=shown.hour,
        minutes=shown.minute,
        seconds=shown.second,
        microseconds=shown.microsecond,
    )
