"""How long: read as people type it, written in one short way, said in words."""

import itertools
import re
import unicodedata
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction

LONGEST_TEXT = 60
"""Characters. Nobody types a duration as long as this by hand."""

_MOST_SECONDS = 10**13  # what a timedelta can hold; nothing that long is ever accepted

_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_WRITTEN = ("d", "h", "m", "s")
_SAID = {"d": "day", "h": "hour", "m": "minute", "s": "second"}
_NAMES = {
    "w": ("w", "wk", "wks", "week", "weeks"),
    "d": ("d", "day", "days"),
    "h": ("h", "hr", "hrs", "hour", "hours"),
    "m": ("m", "min", "mins", "minute", "minutes"),
    "s": ("s", "sec", "secs", "second", "seconds"),
}
_UNITS = {name: unit for unit, names in _NAMES.items() for name in names}
_PART = re.compile(r"\s*(?:,|and\b|&)?\s*(\d+(?:\.\d+)?)\s*([^\W\d_]*)")


class DurationProblem(StrEnum):
    """Why a text is no duration."""

    EMPTY = "empty"
    UNREADABLE = "unreadable"
    NO_UNIT = "no_unit"
    UNKNOWN_UNIT = "unknown_unit"
    NEGATIVE = "negative"


@dataclass(eq=False)
class InvalidDurationError(ValueError):
    """The text is no duration; ``wrong`` is the part of it that is not understood."""

    problem: DurationProblem
    wrong: str


def read_duration(text: str) -> timedelta:
    """The duration that ``text`` names, in whole seconds: ``3 days``, ``90m``, ``1w``, ``2d12h``.

    Units run from weeks down to seconds, each at most once. A duration too long to be a timedelta
    comes back as a very long one. Raises InvalidDurationError.
    """
    typed = plain(text)
    if not typed:
        raise InvalidDurationError(DurationProblem.EMPTY, "")
    if re.match(r"[-\u2212\u2013]\s*\d", typed):
        raise InvalidDurationError(DurationProblem.NEGATIVE, typed)
    if len(typed) > LONGEST_TEXT:
        raise InvalidDurationError(DurationProblem.UNREADABLE, typed[:LONGEST_TEXT])
    seconds = sum(_in_order(_parts(typed), typed))
    if seconds.denominator != 1:
        raise InvalidDurationError(DurationProblem.UNREADABLE, typed)
    return timedelta(seconds=min(int(seconds), _MOST_SECONDS))


def write_duration(duration: timedelta) -> str:
    """The one short notation of whole seconds, at least none: ``1d12h``, ``0s``."""
    parts = [f"{count}{unit}" for count, unit in _split(duration)]
    return "".join(parts) or "0s"


def say_duration(duration: timedelta) -> str:
    """Whole seconds in English words: ``1 day, 12 hours and 5 minutes``."""
    parts = [
        f"{count} {_SAID[unit]}{'' if count == 1 else 's'}" for count, unit in _split(duration)
    ]
    if len(parts) < 2:
        return "".join(parts) or "0 seconds"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def last_unit(text: str) -> str:
    """The unit that a typed duration ends with, ``""`` if it ends otherwise."""
    found = re.search(r"[^\W\d_]+$", plain(text))
    return _UNITS.get(found.group(), "") if found else ""


def plain(text: str) -> str:
    """The text without what typing it can add: capitals, wide digits, needless spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _parts(typed: str) -> list[tuple[Fraction, str]]:
    found, position = [], 0
    while position < len(typed):
        part = _PART.match(typed, position)
        if part is None:
            raise InvalidDurationError(DurationProblem.UNREADABLE, typed[position:])
        number, name = part.groups()
        found.append((Fraction(number), _unit(name, part.group().strip())))
        position = part.end()
    return found


def _unit(name: str, part: str) -> str:
    if not name:
        raise InvalidDurationError(DurationProblem.NO_UNIT, part)
    if name not in _UNITS:
        raise InvalidDurationError(DurationProblem.UNKNOWN_UNIT, name)
    return _UNITS[name]


def _in_order(parts: list[tuple[Fraction, str]], typed: str) -> list[Fraction]:
    """Seconds of each part. ``3d1d`` is more likely a slip of ``3d+1d`` than four days."""
    sizes = [_SECONDS[unit] for _, unit in parts]
    if any(size <= following for size, following in itertools.pairwise(sizes)):
        raise InvalidDurationError(DurationProblem.UNREADABLE, typed)
    return [number * size for (number, _), size in zip(parts, sizes, strict=True)]


def _split(duration: timedelta) -> list[tuple[int, str]]:
    seconds, parts = duration // timedelta(seconds=1), []
    for unit in _WRITTEN:
        count, seconds = divmod(seconds, _SECONDS[unit])
        if count:
            parts.append((count, unit))
    return parts
