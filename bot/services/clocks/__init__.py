"""How long players may think: clocks as values, and what happens to a seat's time."""

from __future__ import annotations

from bot.services.clocks.clock import LONGEST, SHORTEST, Bank, Clock, NoClock, PerMove, TimedClock
from bot.services.clocks.completion import OFFERED, complete_clock
from bot.services.clocks.durations import (
    DurationProblem,
    InvalidDurationError,
    read_duration,
    say_duration,
    write_duration,
)
from bot.services.clocks.notation import ClockPart, ClockProblem, InvalidClockError, parse_clock
from bot.services.clocks.words import say_clock

__all__ = [
    "LONGEST",
    "OFFERED",
    "SHORTEST",
    "Bank",
    "Clock",
    "ClockPart",
    "ClockProblem",
    "DurationProblem",
    "InvalidClockError",
    "InvalidDurationError",
    "NoClock",
    "PerMove",
    "TimedClock",
    "complete_clock",
    "parse_clock",
    "read_duration",
    "say_clock",
    "say_duration",
    "write_duration",
]
