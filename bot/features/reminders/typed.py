"""Reads what people type: times of day, quiet hours and time zones, by the names of cities.

``zones.json`` lists the zones in which clocks have differed since 1970, the most populous first,
each with its largest and best-known cities. The best-known have their names in the bot's languages
too. The populations are rough estimates, used only for the order.
"""

import json
import re
import unicodedata
import zoneinfo
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from bot.core.errors import ServiceError
from bot.features.reminders.rules import QuietHours
from rules.texts import Text

QUIET_EXAMPLES = ("22-7", "22:30-07:15", "off")
TIME_EXAMPLES = ("8", "18:30")

_OFF = frozenset({"off", "none", "no", "never"})
_LEAD = re.compile(r"^(?:from|between)\s+")
_DASH = re.compile(r"\s*(?:[-\u2010-\u2015\u2212~/]|\b(?:to|until|till|and)\b)\s*")
_TIME = re.compile(
    r"(?:(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d\d))?|(?P<hours>\d\d)(?P<minutes>\d\d))"
    r"\s*(?P<suffix>am|pm|a\.m\.|p\.m\.|h|o'clock)?"
)
_LONGEST_HOURS = 40


class HoursProblem(Enum):
    """Why a text is no time of day, or no quiet hours."""

    EMPTY = Text("That is not a time.")
    UNREADABLE = Text("I cannot read {typed} as a time.")
    NO_SUCH_HOUR = Text("{typed} is not a valid hour. Hours go from 0 to 23.")
    NO_SUCH_MINUTE = Text("{typed} is not a valid number of minutes. Minutes go from 0 to 59.")
    NO_END = Text("{typed} says when quiet hours begin, but not when they end.")
    NO_LENGTH = Text("{typed} begins and ends at the same time.")


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
        likely = f"{begins:%H:%M}-07:00"
        raise UnreadableHours(HoursProblem.NO_END, start, (likely, *QUIET_EXAMPLES))
    begins, ends_at = _time(start, QUIET_EXAMPLES), _time("-".join(ends), QUIET_EXAMPLES)
    if begins == ends_at:
        raise UnreadableHours(HoursProblem.NO_LENGTH, typed, QUIET_EXAMPLES)
    return QuietHours(begins, ends_at, zone)


def parse_time(text: str) -> time:
    """The time of day that ``text`` names; 24 is midnight. Raises UnreadableHours."""
    return _time(_plain(text, TIME_EXAMPLES), TIME_EXAMPLES)


def _plain(text: str, examples: tuple[str, ...]) -> str:
    typed = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if len(typed) > _LONGEST_HOURS:
        raise UnreadableHours(HoursProblem.UNREADABLE, typed[:_LONGEST_HOURS], examples)
    return typed


def _time(typed: str, examples: tuple[str, ...]) -> time:
    found = _TIME.fullmatch(typed)
    if found is None:
        problem = HoursProblem.UNREADABLE if typed else HoursProblem.EMPTY
        raise UnreadableHours(problem, typed, examples)
    hour = int(found["hour"] or found["hours"])
    minute = int(found["minute"] or found["minutes"] or 0)
    suffix = (found["suffix"] or "")[:1]
    if minute > 59:
        raise UnreadableHours(HoursProblem.NO_SUCH_MINUTE, typed, examples)
    twelve_hours = suffix in ("a", "p")
    if not 1 <= hour <= 12 if twelve_hours else (hour, minute) > (24, 0):
        raise UnreadableHours(HoursProblem.NO_SUCH_HOUR, typed, examples)
    return time(hour % 12 + 12 * (suffix == "p") if twelve_hours else hour % 24, minute)


LONGEST_TYPED = 60
MOST_SUGGESTED = 25
"""The most suggestions that Discord shows."""

_NOT_A_PLACE = frozenset({"Factory", "localtime", "posixrules"})
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe"})
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?::?([0-5]\d))?")
_VOICED = "\u3099\u309a"
"""Voicing marks, which make another letter of a kana and so are kept, unlike accents."""
MOST_LIKELY = {
    "bg": ("Europe/Sofia",),
    "cs": ("Europe/Prague",),
    "da": ("Europe/Berlin",),
    "de": ("Europe/Berlin", "Europe/Vienna", "Europe/Zurich"),
    "el": ("Europe/Athens",),
    "en-GB": ("Europe/London", "Europe/Dublin", "Australia/Sydney", "Pacific/Auckland"),
    "en-US": ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "es-419": ("America/Mexico_City", "America/Bogota", "America/Lima", "America/Santiago"),
    "es-ES": ("Europe/Madrid", "Atlantic/Canary"),
    "fi": ("Europe/Helsinki",),
    "fr": ("Europe/Paris", "Europe/Brussels", "America/Toronto", "Africa/Abidjan"),
    "hi": ("Asia/Kolkata",),
    "hr": ("Europe/Belgrade",),
    "hu": ("Europe/Budapest",),
    "id": ("Asia/Jakarta", "Asia/Makassar"),
    "it": ("Europe/Rome",),
    "ja": ("Asia/Tokyo",),
    "ko": ("Asia/Seoul",),
    "lt": ("Europe/Vilnius",),
    "nl": ("Europe/Brussels",),
    "no": ("Europe/Berlin",),
    "pl": ("Europe/Warsaw",),
    "pt-BR": ("America/Sao_Paulo", "America/Fortaleza", "America/Manaus", "Europe/Lisbon"),
    "ro": ("Europe/Bucharest", "Europe/Chisinau"),
    "ru": ("Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Almaty"),
    "sv-SE": ("Europe/Berlin", "Europe/Helsinki"),
    "th": ("Asia/Bangkok",),
    "tr": ("Europe/Istanbul",),
    "uk": ("Europe/Kyiv",),
    "vi": ("Asia/Ho_Chi_Minh", "Asia/Bangkok"),
    "zh-CN": ("Asia/Shanghai",),
    "zh-TW": ("Asia/Taipei", "Asia/Hong_Kong"),
}
"""Up to four zones for each of Discord's locales, the likeliest first."""


class ZoneProblem(Enum):
    """Why a text names no time zone."""

    EMPTY = Text("{typed} is not a city.")
    UNKNOWN = Text("{typed} is not a city or time zone that I know.")
    AN_OFFSET = Text("{typed} is only an offset, so I cannot know when summer time begins.")


@dataclass(frozen=True, slots=True)
class FoundZone:
    """A zone by its IANA name, and the city by which it was found."""

    name: str
    city: str


class UnreadableZone(ServiceError):
    """The text names no zone; ``instead`` are some that may be meant.

    An offset from UTC names no zone: it does not say when summer time begins.
    """

    problem: ZoneProblem
    text: str
    instead: tuple[FoundZone, ...]


@lru_cache(maxsize=1)
def cities() -> dict[str, tuple[str, ...]]:
    """Cities by zone; the most populous zones, and the largest cities, first."""
    text = files(__package__).joinpath("zones.json").read_text(encoding="utf-8")
    return {zone: tuple(names) for zone, names in json.loads(text).items()}


def parse_zone(text: str, now: datetime) -> ZoneInfo:
    """The zone with that name or city; case and accents do not matter.

    ``now`` is for the zones that the error suggests for a typed offset. Raises UnreadableZone.
    """
    typed = _folded(text)
    if not typed or len(typed) > LONGEST_TYPED:
        problem = ZoneProblem.UNKNOWN if typed else ZoneProblem.EMPTY
        raise UnreadableZone(problem, text[:LONGEST_TYPED], ())
    with_city = (zone for zone, names in cities().items() if typed in map(_folded, names))
    name = _exact(text) or next(with_city, None) or _names().get(typed)
    if name is None:
        problem = ZoneProblem.AN_OFFSET if _offset(text) is not None else ZoneProblem.UNKNOWN
        raise UnreadableZone(problem, text, complete_zone(text, now) or _alike(typed))
    return ZoneInfo(name)


def complete_zone(typed: str, now: datetime) -> tuple[FoundZone, ...]:
    """Up to MOST_SUGGESTED zones whose name or city begins so, or whose offset is ``typed``.

    A city of exactly that name comes first, then the most populous zones. A zone without a city is
    found by its exact name alone.
    """
    offset = _offset(typed)
    if offset is not None:
        ahead = [zone for zone in cities() if now.astimezone(ZoneInfo(zone)).utcoffset() == offset]
        return tuple(FoundZone(zone, cities()[zone][0]) for zone in ahead[:MOST_SUGGESTED])
    start = _folded(typed)
    found = sorted(_beginning(start), key=lambda zone: _folded(zone.city) != start)
    exact = None if found else _exact(typed)
    return tuple(found[:MOST_SUGGESTED]) if exact is None else (FoundZone(exact, exact),)


def _beginning(start: str) -> Iterator[FoundZone]:
    """Zones where a word of a city, or else of the zone's name, begins so."""
    for zone, names in cities().items():
        matching = [name for name in names if f" {start}" in f" {_folded(name)}"]
        if matching or f" {start}" in f" {_folded(zone)}":
            exact = [name for name in matching if _folded(name) == start]
            yield FoundZone(zone, (exact or matching or list(names))[0])


def _alike(typed: str) -> tuple[FoundZone, ...]:
    from difflib import get_close_matches  # loaded only for misspelt cities

    known = {_folded(name): FoundZone(zone, name) for zone in cities() for name in cities()[zone]}
    return tuple(known[name] for name in get_close_matches(typed, known, n=3, cutoff=0.8))


def _exact(text: str) -> str | None:
    """The zone of this name; only case and outer spaces may differ."""
    return _exact_names().get(text.strip().casefold())


@lru_cache(maxsize=1)
def _exact_names() -> dict[str, str]:
    return {name.casefold(): name for name in zoneinfo.available_timezones() - _NOT_A_PLACE}


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Zones by their folded names, except names that fold alike."""
    names = sorted(_exact_names().values())
    often = Counter(map(_folded, names))
    return {_folded(name): name for name in names if often[_folded(name)] == 1}


def _offset(text: str) -> timedelta | None:
    found = _OFFSET.fullmatch(text.strip().casefold())
    if found is None:
        return None
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return ahead if found[1] == "+" else -ahead


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """Letters and digits in lower case without accents, words separated by single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    letters = "".join(each for each in plain if each in _VOICED or not unicodedata.combining(each))
    whole = unicodedata.normalize("NFC", re.sub(r"['\u2019\u02bb]", "", letters))
    return " ".join(re.sub(r"[^\w]+|_", " ", whole).split())
