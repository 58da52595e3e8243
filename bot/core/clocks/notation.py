"""Parsing clocks as people type them: ``3d``, ``3d+1d/5d``, ``15m+30s``, ``none``, or in words."""

import re
from collections.abc import Mapping
from datetime import timedelta

from bot.core.clocks.clock import (
    EXAMPLES,
    LONGEST,
    SHORTEST,
    Bank,
    Clock,
    ClockProblem,
    NoClock,
    PerMove,
    UnreadableClock,
    last_unit,
    plain,
    read_duration,
    say_clock,
)
from data.errors import UnreadableError
from rules.texts import ENGLISH, Wording

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
    _check_bounds({typed: period}, str(PerMove(_within(period))))
    return PerMove(period)


def _bank(start: str, increment: str, cap: str | None) -> Bank:
    begin, more = read_duration(start), read_duration(increment)
    unit = last_unit(start) if cap and cap.isdecimal() else ""  # at most 5, after days
    most = begin if cap is None else read_duration(cap + unit)
    nearest = str(_nearest(begin, more, most))
    _check_bounds({start: begin, increment: more, cap or start: most}, nearest)
    if begin > most:
        raise UnreadableClock(ClockProblem.START_ABOVE_CAP, start, (nearest,))
    if more > most:
        raise UnreadableClock(ClockProblem.INCREMENT_ABOVE_CAP, increment, (nearest,))
    return Bank(begin, more, most)


def _check_bounds(typed: Mapping[str, timedelta], nearest: str) -> None:
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
