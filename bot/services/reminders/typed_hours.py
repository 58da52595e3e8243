"""Times of the day as people type them: ``22-7``, ``22:30-07:15``, ``10pm to 7am``, ``24``."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from zoneinfo import ZoneInfo

from bot.services.reminders.quiet_hours import QuietHours

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


@dataclass(eq=False)
class InvalidHoursError(ValueError):
    """The text is not understood, or no clock ever shows ``wrong``.

    ``instead`` are texts that can be written, the likeliest first.
    """

    problem: HoursProblem
    wrong: str
    instead: tuple[str, ...]


def parse_quiet_hours(text: str, zone: ZoneInfo) -> QuietHours | None:
    """The quiet hours that ``text`` names, None for ``off``. Raises InvalidHoursError."""
    typed = _LEAD.sub("", _plain(text, QUIET_EXAMPLES))
    if typed in _OFF:
        return None
    start, *ends = _DASH.split(typed)
    if not ends:
        begins = _time(start, QUIET_EXAMPLES)
        likely = f"{write_time(begins)}-{write_time(time(7))}"
        raise InvalidHoursError(HoursProblem.NO_END, start, (likely, *QUIET_EXAMPLES))
    begins, ends_at = _time(start, QUIET_EXAMPLES), _time("-".join(ends), QUIET_EXAMPLES)
    if begins == ends_at:
        raise InvalidHoursError(HoursProblem.NO_LENGTH, typed, QUIET_EXAMPLES)
    return QuietHours(begins, ends_at, zone)


def parse_time(text: str) -> time:
    """The time of the day that ``text`` names; 24 is midnight. Raises InvalidHoursError."""
    return _time(_plain(text, TIME_EXAMPLES), TIME_EXAMPLES)


def write_time(shown: time) -> str:
    """For example ``07:15``."""
    return f"{shown.hour:02}:{shown.minute:02}"


def write_quiet_hours(quiet: QuietHours | None) -> str:
    """What reads back as the same hours: ``22:30-07:15``, or ``off``."""
    return f"{write_time(quiet.start)}-{write_time(quiet.end)}" if quiet else "off"


def _plain(text: str, examples: tuple[str, ...]) -> str:
    typed = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if not typed:
        raise InvalidHoursError(HoursProblem.EMPTY, "", examples)
    if len(typed) > _LONGEST_TEXT:
        raise InvalidHoursError(HoursProblem.UNREADABLE, typed[:_LONGEST_TEXT], examples)
    return typed


def _time(typed: str, examples: tuple[str, ...]) -> time:
    found = _TIME.fullmatch(typed)
    if found is None:
        raise InvalidHoursError(HoursProblem.UNREADABLE, typed, examples)
    hour, minute = (
        int(found["hour"] or found["hours"]),
        int(found["minute"] or found["minutes"] or 0),
    )
    half = (found["half"] or "")[:1]
    if minute > 59:
        raise InvalidHoursError(HoursProblem.NO_SUCH_MINUTE, typed, examples)
    if half in ("a", "p"):
        return _of_half_a_day(typed, hour, minute, half, examples)
    if (hour, minute) > (24, 0):
        raise InvalidHoursError(HoursProblem.NO_SUCH_HOUR, typed, examples)
    return time(hour % 24, minute)


def _of_half_a_day(
    typed: str, hour: int, minute: int, half: str, examples: tuple[str, ...]
) -> time:
    if not 1 <= hour <= 12:
        raise InvalidHoursError(HoursProblem.NO_SUCH_HOUR, typed, examples)
    return time(hour % 12 + 12 * (half == "p"), minute)
