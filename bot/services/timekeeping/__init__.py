"""The time of matches that are played: kept with every change, looked at, and what follows."""

from bot.services.timekeeping.breaker import Breaker, Held, forgive_timeouts, held_timeouts
from bot.services.timekeeping.errors import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    LiveMatch,
    NotOnVacation,
    OutOfTime,
    OwnTime,
    VacationTooLong,
    WithoutClock,
)
from bot.services.timekeeping.keeping import promised_deadline, seen_board
from bot.services.timekeeping.news import ClockNews
from bot.services.timekeeping.part import time_part
from bot.services.timekeeping.presence import Heart, Presence
from bot.services.timekeeping.service import ClockService, ClockView
from bot.services.timekeeping.stops_storage import TimeoutStop
from bot.services.timekeeping.vacations import VacationService, VacationView
