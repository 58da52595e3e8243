"""Between UTC and what the clocks on the wall show, over every change that they make."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_HOUR, _SECOND = timedelta(hours=1), timedelta(seconds=1)


def wall_time(at: datetime, zone: ZoneInfo) -> time:
    """What clocks in ``zone`` show at the instant ``at``."""
    return at.astimezone(zone).time()


def first_instant(day: date, shown: time, zone: ZoneInfo) -> datetime:
    """When clocks in ``zone`` first show ``shown`` on ``day``, in UTC.

    Where they skip it, when they jump over it.
    """
    early = datetime.combine(day, shown, zone).astimezone(UTC)
    if early.astimezone(zone).replace(tzinfo=None) == datetime.combine(day, shown):
        return early
    late = datetime.combine(day, shown, zone).replace(fold=1).astimezone(UTC)
    return next_change(late, early, zone) or early


def next_change(after: datetime, until: datetime, zone: ZoneInfo) -> datetime | None:
    """The first instant in (after, until] when clocks in ``zone`` are changed, if there is one."""
    known = after
    while known < until:
        step = min(known + _HOUR, until)
        if _offset(step, zone) != _offset(known, zone):
            return _exactly(known, step, zone)
        known = step
    return None


def last_change(after: datetime, until: datetime, zone: ZoneInfo) -> datetime | None:
    """The last instant in (after, until] when clocks in ``zone`` are changed, if there is one."""
    known = until
    while known > after:
        step = max(known - _HOUR, after)
        if _offset(step, zone) != _offset(known, zone):
            return _exactly(step, known, zone)
        known = step
    return None


def _exactly(before: datetime, changed: datetime, zone: ZoneInfo) -> datetime:
    """The second at which the offset of ``changed`` begins; changes fall on whole seconds."""
    low, high = before.replace(microsecond=0), changed.replace(microsecond=0)
    offset = _offset(changed, zone)
    while high - low > _SECOND:
        middle = (low + (high - low) / 2).replace(microsecond=0)
        low, high = (low, middle) if _offset(middle, zone) == offset else (middle, high)
    return high


def _offset(at: datetime, zone: ZoneInfo) -> timedelta | None:
    return at.astimezone(zone).utcoffset()


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
