"""The time of matches that are played: kept with every change, looked at, and what follows."""

from __future__ import annotations

from bot.services.timekeeping.errors import LiveMatch, OutOfTime, OwnTime, WithoutClock
from bot.services.timekeeping.keeping import (
    check_time,
    keep_time,
    note_posted,
    promised_deadline,
)
from bot.services.timekeeping.news import ClockNews, clock_news
from bot.services.timekeeping.pause_ends import PauseEnds
from bot.services.timekeeping.service import ClockService, ClockView
from bot.services.timekeeping.timeouts import Timeouts

__all__ = [
    "ClockNews",
    "ClockService",
    "ClockView",
    "LiveMatch",
    "OutOfTime",
    "OwnTime",
    "PauseEnds",
    "Timeouts",
    "WithoutClock",
    "check_time",
    "clock_news",
    "keep_time",
    "note_posted",
    "promised_deadline",
]
