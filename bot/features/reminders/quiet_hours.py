"""Quiet hours in a player's time zone: their arithmetic, and reading them from typed text."""

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
"""A reminder that cannot wait for the end of quiet hours comes this long before they start."""
_MOMENT = timedelta(microseconds=1)


def wall_time(at: datetime, zone: ZoneInfo) -> time:
    """The local time in ``zone`` at the instant ``at``."""
    return at.astimezone(zone).time()


def first_instant(day: date, shown: time, zone: ZoneInfo) -> datetime:
    """The first instant (UTC) with the local time ``shown`` on ``day``, or when it is skipped."""
    early = datetime.combine(day, shown, zone).astimezone(UTC)
    if early.astimezone(zone).replace(tzinfo=None) == datetime.combine(day, shown):
        return early
    late = datetime.combine(day, shown, zone).replace(fold=1).astimezone(UTC)
    return _change(late, early, zone) or early


def _change(after: datetime, until: datetime, zone: ZoneInfo) -> datetime | None:
    """The instant in (after, until] when the offset of ``zone`` changes; None if it does not.

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
    """The next instant (UTC) after ``after`` with the local time ``hour`` in ``zone``.

    There is one each day, even if the hour comes twice or is skipped, except on skipped days.
    """
    day = after.astimezone(zone).date()
    while True:
        due = first_instant(day, hour, zone)
        if due > after and due.astimezone(zone).date() == day:
            return due
        day += _ONE_DAY


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``start`` to just before ``end``, local times in ``zone``, past midnight if end < start.

    A local time that comes twice is quiet both times. Raises ValueError if start equals end.
    """

    start: time
    end: time
    zone: ZoneInfo

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise ValueError("quiet hours end at another time than they start")

    def cover(self, at: datetime) -> bool:
        """Whether the instant ``at`` is in quiet hours."""
        shown = wall_time(at, self.zone)
        if self.start < self.end:
            return self.start <= shown < self.end
        return shown >= self.start or shown < self.end

    @property
    def length(self) -> timedelta:
        """The time from start to end on a day without a change of offset."""
        return _between(self.start, self.end)

    def end_after(self, at: datetime) -> datetime:
        """The first instant from ``at`` on outside quiet hours."""
        while self.cover(at):
            end = at + _between(wall_time(at, self.zone), self.end)
            change = _change(at, end, self.zone)
            if change is None:
                return end
            at = change
        return at

    def start_before(self, at: datetime) -> datetime:
        """When the quiet hours around ``at`` started; raises ValueError if there are none."""
        if not self.cover(at):
            raise ValueError(f"it is not quiet at {at}")
        while True:
            start = at - _between(self.start, wall_time(at, self.zone))
            # a change at the start itself counts too: the start may come twice
            change = _change(start - _MOMENT, at, self.zone)
            if change is None:
                return start
            if not self.cover(change - _MOMENT):
                return change
            at = change - _MOMENT


def move_out(
    at: datetime, quiet: QuietHours | None, *, earliest: datetime, deadline: datetime
) -> datetime | None:
    """The time of a reminder due ``at``, moved out of quiet hours; None if there is no such time.

    It moves to the end of the quiet hours, or shortly before their start if the deadline passes
    first, but never before ``earliest``.
    """
    if quiet is None or not quiet.cover(at):
        return at
    end = quiet.end_after(at)
    if end < deadline:
        return end
    start = quiet.start_before(at)
    before = quiet.end_after(max(start - BEFORE_QUIET, earliest))
    return before if before < start else None


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
    """Why a text is no time of day, or no quiet hours."""

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
    """The time of day that ``text`` names; 24 is midnight. Raises UnreadableHours."""
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
