"""Clocks of matches: the time that moves cost, timeouts, gifts of time, vacations and outages.

``keeping.py`` says what a change of a match does to its clocks, ``timeouts.py`` when a player loses
on time, ``outages.py`` and ``presence.py`` how time is given back that the bot was away.
"""

from bot.features.timekeeping.errors import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    NotOnVacation,
    VacationTooLong,
)
from bot.features.timekeeping.keeping import promised_deadline, seen_board
from bot.features.timekeeping.match_clocks import end_absence, move_match
from bot.features.timekeeping.outages import OutageMadeGood, load_credited
from bot.features.timekeeping.presence import Heart, Presence
from bot.features.timekeeping.service import ClockService, kept_still, note_news, stand_still
from bot.features.timekeeping.storage import TimeoutStop
from bot.features.timekeeping.timeouts import Held, forgive_timeouts, held_timeouts
from bot.features.timekeeping.vacations import (
    RunningContest,
    VacationChanged,
    VacationView,
    WhatGoesOn,
)
