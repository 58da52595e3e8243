"""A clock in the words of a challenge card, which ``parse_clock`` reads back."""

from __future__ import annotations

from bot.services.clocks.clock import Bank, Clock, NoClock, PerMove
from bot.services.clocks.durations import say_duration


def say_clock(clock: Clock) -> str:
    """For example ``3 days for every move`` or ``Bank: 3 days, +1 day a move, at most 5``."""
    match clock:
        case NoClock():
            return "No clock"
        case PerMove(period=period):
            return f"{say_duration(period)} for every move"
        case Bank():
            return _say_bank(clock)


def _say_bank(clock: Bank) -> str:
    start, cap = say_duration(clock.start), say_duration(clock.cap)
    words = f"{start}, +{say_duration(clock.increment)} a move"
    if clock.cap == clock.start:
        return words
    return f"Bank: {words}, at most {_shortened(cap, start)}"


def _shortened(cap: str, start: str) -> str:
    """The bare number where its unit, and nothing else, has just been said."""
    number, *units = cap.split()
    said = [word.rstrip("s") for word in start.split()[1:]]
    return number if [word.rstrip("s") for word in units] == said and len(said) == 1 else cap
