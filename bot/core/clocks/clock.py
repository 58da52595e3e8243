"""Clocks (time controls) and durations as values, in notation and in words."""

import itertools
import re
import unicodedata
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, TypeAlias

import msgspec

from bot.core.errors import ServiceError
from rules.texts import Counted, Text, listed

LONGEST_TEXT = 60
"""Characters. Nobody types a duration as long as this by hand."""

_MOST_SECONDS = 10**13  # what a timedelta can hold; nothing that long is ever accepted

_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_WRITTEN = ("d", "h", "m", "s")
_NAMES = {
    "w": ("w", "wk", "wks", "week", "weeks"),
    "d": ("d", "day", "days"),
    "h": ("h", "hr", "hrs", "hour", "hours"),
    "m": ("m", "min", "mins", "minute", "minutes"),
    "s": ("s", "sec", "secs", "second", "seconds"),
}
_UNITS = {name: unit for unit, names in _NAMES.items() for name in names}
_PART = re.compile(r"\s*(?:,|and\b|&)?\s*(\d+(?:\.\d+)?)\s*([^\W\d_]*)")
SHORTEST = timedelta(seconds=5)
LONGEST = timedelta(days=30)
LIVE_BELOW = timedelta(hours=1)
_SECOND = timedelta(seconds=1)


class ClockProblem(StrEnum):
    """Why a text is no valid clock or duration."""

    EMPTY = "empty"
    UNREADABLE = "unreadable"
    NO_UNIT = "no_unit"
    UNKNOWN_UNIT = "unknown_unit"
    NEGATIVE = "negative"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    START_ABOVE_CAP = "start_above_cap"
    INCREMENT_ABOVE_CAP = "increment_above_cap"


EXAMPLES = ("3d", "3d+1d/5d", "15m+30s", "none")
"""One clock of each kind, suggested where no better guess exists."""


class UnreadableClock(ServiceError):
    """``wrong`` is no clock, or not allowed; ``instead`` can be written, the likeliest first."""

    problem: ClockProblem
    wrong: str
    instead: tuple[str, ...] = EXAMPLES


def read_duration(text: str) -> timedelta:
    """The duration that ``text`` names, in whole seconds: ``3 days``, ``90m``, ``1w``, ``2d12h``.

    Units go from weeks down to seconds, each at most once. A duration too long for a timedelta is
    cut to a very long one. Raises UnreadableClock.
    """
    typed = plain(text)
    if not typed:
        raise UnreadableClock(ClockProblem.EMPTY, "")
    if re.match(r"[-\u2212\u2013]\s*\d", typed):
        raise UnreadableClock(ClockProblem.NEGATIVE, typed)
    if len(typed) > LONGEST_TEXT:
        raise UnreadableClock(ClockProblem.UNREADABLE, typed[:LONGEST_TEXT])
    seconds = sum(_in_order(_parts(typed), typed))
    if seconds.denominator != 1:
        raise UnreadableClock(ClockProblem.UNREADABLE, typed)
    return timedelta(seconds=min(int(seconds), _MOST_SECONDS))


def write_duration(duration: timedelta) -> str:
    """The canonical notation of whole seconds, from 0: ``1d12h``, ``0s``."""
    parts = [f"{count}{unit}" for count, unit in _split(duration)]
    return "".join(parts) or "0s"


def say_duration(duration: timedelta) -> Text:
    """Whole seconds in words: ``1 day, 12 hours and 5 minutes``."""
    return listed([_SAID[unit].of(number=count) for count, unit in _split(duration) or [(0, "s")]])


_SAID = {
    "d": Counted("{number} day", "{number} days"),
    "h": Counted("{number} hour", "{number} hours"),
    "m": Counted("{number} minute", "{number} minutes"),
    "s": Counted("{number} second", "{number} seconds"),
}


def last_unit(text: str) -> str:
    """The unit at the end of a typed duration; ``""`` without one."""
    found = re.search(r"[^\W\d_]+$", plain(text))
    return _UNITS.get(found.group(), "") if found else ""


def plain(text: str) -> str:
    """The text normalised: lower case, NFKC, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _parts(typed: str) -> list[tuple[Fraction, str]]:
    found, position = [], 0
    while position < len(typed):
        part = _PART.match(typed, position)
        if part is None:
            raise UnreadableClock(ClockProblem.UNREADABLE, typed[position:])
        number, name = part.groups()
        if not name:
            raise UnreadableClock(ClockProblem.NO_UNIT, part.group().strip())
        if name not in _UNITS:
            raise UnreadableClock(ClockProblem.UNKNOWN_UNIT, name)
        found.append((Fraction(number), _UNITS[name]))
        position = part.end()
    return found


def _in_order(parts: list[tuple[Fraction, str]], typed: str) -> list[Fraction]:
    """Seconds of each part. ``3d1d`` is more likely a slip of ``3d+1d`` than four days."""
    sizes = [_SECONDS[unit] for _, unit in parts]
    if any(size <= following for size, following in itertools.pairwise(sizes)):
        raise UnreadableClock(ClockProblem.UNREADABLE, typed)
    return [number * size for (number, _), size in zip(parts, sizes, strict=True)]


def _split(duration: timedelta) -> list[tuple[int, str]]:
    seconds, parts = duration // timedelta(seconds=1), []
    for unit in _WRITTEN:
        count, seconds = divmod(seconds, _SECONDS[unit])
        if count:
            parts.append((count, unit))
    return parts


@dataclass(frozen=True, slots=True)
class NoClock:
    """No deadline."""

    live: ClassVar[bool] = False

    def __str__(self) -> str:
        return "none"


class PerMove(msgspec.Struct, frozen=True, tag="per_move"):
    """``period`` for every move; unused time lapses.

    It is stored like a bank that starts full and is refilled after every move.
    Raises ValueError for what is not whole seconds between SHORTEST and LONGEST.
    """

    period: timedelta

    def __post_init__(self) -> None:
        _check_bounds(self.period)

    @property
    def start(self) -> timedelta:
        return self.period

    increment = gift = forgiven = cap = start

    @property
    def live(self) -> bool:
        return self.period < LIVE_BELOW

    def __str__(self) -> str:
        return write_duration(self.period)


class Bank(msgspec.Struct, frozen=True, tag="bank"):
    """Starts with ``start``; every move adds ``increment``, up to ``cap``.

    Raises ValueError for what is not whole seconds between SHORTEST and LONGEST, or above the cap.
    """

    start: timedelta
    increment: timedelta
    cap: timedelta

    def __post_init__(self) -> None:
        for duration in (self.start, self.increment, self.cap):
            _check_bounds(duration)
        if max(self.start, self.increment) > self.cap:
            raise ValueError("more than the cap")

    @property
    def gift(self) -> timedelta:
        return max(_part(self.start, 4), self.increment)

    @property
    def forgiven(self) -> timedelta:
        return max(_part(self.start, 2), self.increment)

    @property
    def live(self) -> bool:
        """Whether the match is played in one sitting: no move can take an hour."""
        return self.cap < LIVE_BELOW

    def __str__(self) -> str:
        cap = "" if self.cap == self.start else f"/{write_duration(self.cap)}"
        return f"{write_duration(self.start)}+{write_duration(self.increment)}{cap}"


TimedClock: TypeAlias = PerMove | Bank
Clock: TypeAlias = NoClock | TimedClock


def _part(whole: timedelta, parts: int) -> timedelta:
    return whole // parts // _SECOND * _SECOND


def _check_bounds(duration: timedelta) -> None:
    if duration % _SECOND or not SHORTEST <= duration <= LONGEST:
        raise ValueError(f"{duration} is not whole seconds from {SHORTEST} to {LONGEST}")


def say_clock(clock: Clock) -> Text:
    """For example ``3 days for every move`` or ``Bank: 3 days, +1 day a move, at most 5 days``."""
    match clock:
        case NoClock():
            return Text("No time limit", "clock")
        case PerMove(period=period):
            return Text("{time} for every move", time=say_duration(period))
        case Bank():
            start, more = say_duration(clock.start), say_duration(clock.increment)
            if clock.cap == clock.start:
                return Text("{start}, +{more} a move", start=start, more=more)
            most = say_duration(clock.cap)
            return Text(
                "Bank: {start}, +{more} a move, at most {most}", start=start, more=more, most=most
            )
