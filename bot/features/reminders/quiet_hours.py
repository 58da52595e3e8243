"""Hours in which a player hears nothing, by the clocks where they live, and as people type them."""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from bot.core.errors import ServiceError

_SECOND = timedelta(seconds=1)
_ONE_DAY = timedelta(days=1)
BEFORE_QUIET = timedelta(minutes=15)
"""How long before quiet hours a reminder comes that cannot wait for their end."""
_MOMENT = timedelta(microseconds=1)


def wall_time(at: datetime, zone: ZoneInfo) -> time:
    """What clocks in ``zone`` show at the instant ``at``."""
    return at.astimezone(zone).time()


def first_instant(day: date, shown: time, zone: ZoneInfo) -> datetime:
    """When clocks in ``zone`` first show ``shown`` on ``day``, or skip it; in UTC."""
    early = datetime.combine(day, shown, zone).astimezone(UTC)
    if early.astimezone(zone).replace(tzinfo=None) == datetime.combine(day, shown):
        return early
    late = datetime.combine(day, shown, zone).replace(fold=1).astimezone(UTC)
    return _change(late, early, zone) or early


def _change(after: datetime, until: datetime, zone: ZoneInfo) -> datetime | None:
    """The instant in (after, until] when clocks in ``zone`` are changed; None if they are not.

    Changes fall on whole seconds, and no zone has two of them within a day.
    """
    begin, shown = after.replace(microsecond=0), after.astimezone(zone).utcoffset()
    seconds = range(1, (until - begin) // _SECOND + 1)
    passed = bisect_left(
        seconds,
        True,
        key=lambda second: (begin + second * _SECOND).astimezone(zone).utcoffset() != shown,
    )
    return begin + seconds[passed] * _SECOND if passed < len(seconds) else None


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
            change = _change(at, end, self.zone)
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
            # also a change at the start itself: it may be the second time that clocks show it
            change = _change(start - _MOMENT, at, self.zone)
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
    since, until = (datetime.combine(date.min, shown) for shown in (first, last))
    return (until - since) % _ONE_DAY


QUIET_EXAMPLES = ("22-7", "22:30-07:15", "off")
TIME_EXAMPLES = ("8", "18:30")

_OFF = frozenset({"off", "none", "no", "never"})
_LEAD = re.compile(r"^(?:from|between)\s+")
_DASH = re.compile(r"\s*(?:[-\u2010-\u2015\u2212~/]|\b(?:to|until|till|and)\b)\s*")
_TIME = re.compile(
    r"(?:(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d\d))?|(?P<hours>\d\d)(?P<minutes>\d\d))"
    r"\s*(?P<half>am|pm|a\.m\.|p\.m\.|h|o'clock)?"
)
_LONGEST_TEXT = 40


class HoursProblem(StrEnum):
    """Why a text is no time of the day, or no quiet hours."""

    EMPTY = "empty"
    UNREADABLE = "unreadable"
    NO_SUCH_HOUR = "no_such_hour"
    NO_SUCH_MINUTE = "no_such_minute"
    NO_END = "no_end"
    NO_LENGTH = "no_length"


class UnreadableHours(ServiceError):
    """``wrong`` is no time; ``instead`` are texts that can be written, likeliest first."""

    problem: HoursProblem
    wrong: str
    instead: tuple[str, ...]


def parse_quiet_hours(text: str, zone: ZoneInfo) -> QuietHours | None:
    """The quiet hours that ``text`` names, None for ``off``. Raises UnreadableHours."""
    typed = _LEAD.sub("", _plain(text, QUIET_EXAMPLES))
    if typed in _OFF:
        return None
    start, *ends = _DASH.split(typed)
    if not ends:
        begins = _time(start, QUIET_EXAMPLES)
        likely = f"{write_time(begins)}-{write_time(time(7))}"
        raise UnreadableHours(HoursProblem.NO_END, start, (likely, *QUIET_EXAMPLES))
    begins, ends_at = _time(start, QUIET_EXAMPLES), _time("-".join(ends), QUIET_EXAMPLES)
    if begins == ends_at:
        raise UnreadableHours(HoursProblem.NO_LENGTH, typed, QUIET_EXAMPLES)
    return QuietHours(begins, ends_at, zone)


def parse_time(text: str) -> time:
    """The time of the day that ``text`` names; 24 is midnight. Raises UnreadableHours."""
    return _time(_plain(text, TIME_EXAMPLES), TIME_EXAMPLES)


def write_time(shown: time) -> str:
    """For example ``07:15``."""
    return f"{shown.hour:02}:{shown.minute:02}"


def _plain(text: str, examples: tuple[str, ...]) -> str:
    typed = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if not typed:
        raise UnreadableHours(HoursProblem.EMPTY, "", examples)
    if len(typed) > _LONGEST_TEXT:
        raise UnreadableHours(HoursProblem.UNREADABLE, typed[:_LONGEST_TEXT], examples)
    return typed


def _time(typed: str, examples: tuple[str, ...]) -> time:
    found = _TIME.fullmatch(typed)
    if found is None:
        raise UnreadableHours(HoursProblem.UNREADABLE, typed, examples)
    hour, minute = (
        int(found["hour"] or found["hours"]),
        int(found["minute"] or found["minutes"] or 0),
    )
    half = (found["half"] or "")[:1]
    if minute > 59:
        raise UnreadableHours(HoursProblem.NO_SUCH_MINUTE, typed, examples)
    halved = half in ("a", "p")
    if not 1 <= hour <= 12 if halved else (hour, minute) > (24, 0):
        raise UnreadableHours(HoursProblem.NO_SUCH_HOUR, typed, examples)
    return time(hour % 12 + 12 * (half == "p") if halved else hour % 24, minute)
