"""All waiting matches in one message, once a day."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.services.reminders.local_time import first_instant

_ONE_DAY = timedelta(days=1)


def next_digest(after: datetime, hour: time, zone: ZoneInfo) -> datetime:
    """When clocks in ``zone`` next show ``hour``, in UTC, later than ``after``.

    Once a day, whether clocks show that hour twice or skip it; none on a day that is itself
    skipped.
    """
    day = after.astimezone(zone).date()
    while True:
        due = first_instant(day, hour, zone)
        if due > after and due.astimezone(zone).date() == day:
            return due
        day += _ONE_DAY
