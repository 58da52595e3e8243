"""The time of matches that are played: kept with every change, looked at, and what follows."""

from __future__ import annotations

from bot.services.timekeeping.errors import OutOfTime, WithoutClock
from bot.services.timekeeping.keeping import (
    check_time,
    keep_time,
    note_posted,
    promised_deadline,
)
from bot.services.timekeeping.service import ClockService, ClockView
from bot.services.timekeeping.timeouts import Timeouts

__all__ = [
    "ClockService",
    "ClockView",
    "OutOfTime",
    "Timeouts",
    "WithoutClock",
    "check_time",
    "keep_time",
    "note_posted",
    "promised_deadline",
]
