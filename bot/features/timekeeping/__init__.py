"""Clocks of matches: the time that moves cost, timeouts, gifts of time, vacations and outages.

``hooks.py`` says what a change of a match does to its clocks and when a player loses on time,
``presence.py`` how time is given back that the bot was away, ``match_clocks.py`` how the clocks of
a match are read and stored.
"""

from bot.features.timekeeping.errors import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    NotOnVacation,
    VacationTooLong,
)
from bot.features.timekeeping.hooks import (
    Held,
    forgive_timeouts,
    held_timeouts,
    promised_deadline,
    seen_board,
)
from bot.features.timekeeping.match_clocks import (
    end_absence,
    freeze,
    kept_frozen,
    load_credited,
    move_match,
)
from bot.features.timekeeping.presence import Heart, OutageMadeGood, Presence
from bot.features.timekeeping.service import (
    ClockService,
    RunningContest,
    VacationChanged,
    VacationView,
    WhatGoesOn,
)
from bot.features.timekeeping.storage import TimeoutStop
