"""Clocks (time controls) and durations as values, in notation and in words."""

import itertools
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, TypeAlias

import msgspec

from bot.core.errors import ServiceError
from data.errors import UnreadableError
from rules.texts import ENGLISH, Counted, Text, Wording, listed

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


_NONE = frozenset(
    {"none", "no", "no clock", "no limit", "no time limit", "no deadline", "off", "unlimited"}
)
_EVERY_MOVE = re.compile(
    r"\s*(?:(?:/|per|a|for every|every|each)\s*(?:move|turn)|\beach)(?![^\W\d_])"
)
_AT_MOST = re.compile(r",?\s*\b(?:at most|max|up to)\b\s*")
_TITLE = re.compile(r"^bank\b\s*:?\s*")
_LONGEST_TEXT = 200
MAX_COMPLETIONS = 25
"""Discord shows so many choices."""
OFFERED: tuple[Clock, ...] = (
    *(PerMove(timedelta(days=days)) for days in (1, 2, 3, 7, 14)),
    Bank(timedelta(days=3), timedelta(days=1), timedelta(days=5)),
    Bank(timedelta(minutes=15), timedelta(seconds=30), timedelta(minutes=15)),
    PerMove(timedelta(minutes=10)),
    PerMove(timedelta(hours=1)),
    NoClock(),
)
"""The choices before anything is typed."""


def parse_clock(text: str) -> Clock:
    """The clock that ``text`` names, in notation or in the words of ``say_clock``.

    ``str`` of a clock reads back as the same clock. Raises UnreadableClock.
    """
    if len(text) > _LONGEST_TEXT:
        raise UnreadableClock(ClockProblem.UNREADABLE, text[:_LONGEST_TEXT])
    typed = _short(text)
    try:
        return _read_clock(typed)
    except UnreadableClock as error:
        error.instead = tuple(dict.fromkeys((*_guesses(typed), *error.instead)))
        raise


def stored_clock(text: str) -> Clock:
    """The clock from its stored notation; raises UnreadableError."""
    try:
        return parse_clock(text)
    except UnreadableClock as error:
        raise UnreadableError(f"{error.wrong} is no clock") from error


def _short(text: str) -> str:
    """The words of ``say_clock`` shortened to notation."""
    typed = _TITLE.sub("", plain(text))
    typed = _AT_MOST.sub("/", _EVERY_MOVE.sub("", typed))
    return re.sub(r",?\s*([+/])\s*", r"\1", typed).strip()


def _read_clock(typed: str) -> Clock:
    if not typed:
        raise UnreadableClock(ClockProblem.EMPTY, "")
    if typed in _NONE:
        return NoClock()
    start, plus, rest = typed.partition("+")
    if plus:
        increment, slash, cap = rest.partition("/")
        return _bank(start, increment, cap if slash else None)
    if "/" in typed:
        raise UnreadableClock(ClockProblem.UNREADABLE, typed)
    period = read_duration(typed)
    _require_bounds({typed: period}, str(PerMove(_within(period))))
    return PerMove(period)


def _bank(start: str, increment: str, cap: str | None) -> Bank:
    begin, more = read_duration(start), read_duration(increment)
    unit = last_unit(start) if cap and cap.isdecimal() else ""  # at most 5, after days
    most = begin if cap is None else read_duration(cap + unit)
    nearest = str(_nearest(begin, more, most))
    _require_bounds({start: begin, increment: more, cap or start: most}, nearest)
    if begin > most:
        raise UnreadableClock(ClockProblem.START_ABOVE_CAP, start, (nearest,))
    if more > most:
        raise UnreadableClock(ClockProblem.INCREMENT_ABOVE_CAP, increment, (nearest,))
    return Bank(begin, more, most)


def _require_bounds(typed: Mapping[str, timedelta], nearest: str) -> None:
    for text, duration in typed.items():
        if duration < SHORTEST:
            raise UnreadableClock(ClockProblem.TOO_SHORT, text, (nearest,))
        if duration > LONGEST:
            raise UnreadableClock(ClockProblem.TOO_LONG, text, (nearest,))


def _within(duration: timedelta) -> timedelta:
    return min(max(duration, SHORTEST), LONGEST)


def _nearest(start: timedelta, increment: timedelta, cap: timedelta) -> Bank:
    """The valid bank closest to what was typed; its cap is raised only as far as needed."""
    start, increment = _within(start), _within(increment)
    return Bank(start, increment, max(start, increment, _within(cap)))


def _guesses(typed: str) -> list[str]:
    """Notations of valid clocks that are close to what was typed."""
    found = []
    for guess in _variations(typed):
        try:
            found.append(str(_read_clock(guess)))
        except UnreadableClock:
            continue  # a guess may be no clock either
    return found


def _variations(typed: str) -> tuple[str, ...]:
    start, plus, rest = typed.partition("+")
    if not plus:
        return (typed.lstrip("-\u2212\u2013 "), *(f"{typed}{unit}" for unit in "dhm"))
    if start.isdecimal() and rest.isdecimal():
        return (f"{start}m+{rest}s", f"{start}d+{rest}d")
    return (f"{start}+1{last_unit(start)}",) if not rest else ()


def complete_clock(
    typed: str, offered: tuple[Clock, ...] = OFFERED, wording: Wording = ENGLISH
) -> tuple[Clock, ...]:
    """Up to MAX_COMPLETIONS clocks that complete ``typed``, likeliest first.

    First the clock that ``typed`` names, even if it is not ``offered``; last those whose words in
    the language contain it.
    """
    text = plain(typed)
    if not text:
        return offered[:MAX_COMPLETIONS]
    named, guessed = list[Clock](), list[Clock]()
    try:
        named = [parse_clock(typed)]
    except UnreadableClock as error:
        # the examples are for a sentence, they complete nothing
        guessed = [parse_clock(each) for each in error.instead if each not in EXAMPLES]
    begun = [clock for clock in offered if str(clock).startswith(text.replace(" ", ""))]
    called = [each for each in offered if text in say_clock(each).said(wording).casefold()]
    return tuple(dict.fromkeys((*named, *begun, *guessed, *called)))[:MAX_COMPLETIONS]
