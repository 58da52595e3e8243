"""The time of matches that are played: kept with every change, looked at, and what follows."""

from functools import partial
from operator import attrgetter

from bot.core.matches import Hook, MatchStore, When
from bot.core.part import Part
from bot.features.timekeeping.absent_time import end_absence, move_match
from bot.features.timekeeping.breaker import Breaker, Held, forgive_timeouts, held_timeouts
from bot.features.timekeeping.errors import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    GivenOnce,
    LiveMatch,
    NotOnVacation,
    OutOfTime,
    OwnTime,
    VacationTooLong,
    WithoutClock,
)
from bot.features.timekeeping.keeping import check_time, keep_time, promised_deadline, seen_board
from bot.features.timekeeping.outages import OutageMadeGood, load_credited
from bot.features.timekeeping.presence import Heart, Presence
from bot.features.timekeeping.service import (
    ClockNews,
    ClockService,
    ClockView,
    clock_posts,
    note_news,
)
from bot.features.timekeeping.standstill import kept_still, stand_still
from bot.features.timekeeping.stops_storage import TimeoutStop
from bot.features.timekeeping.timeouts import end_pause, time_out
from bot.features.timekeeping.vacations import (
    DAYS_A_YEAR,
    RunningContest,
    VacationChanged,
    VacationService,
    VacationView,
    WhatGoesOn,
)
from data.states import TimerKind
