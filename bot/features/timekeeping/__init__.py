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
from bot.features.timekeeping.outages import load_credited
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
    VacationService,
    VacationView,
)
from data.states import TimerKind

TIMED = attrgetter("match.is_timed")


def time_part(store: MatchStore, presence: Presence, vacations: VacationService) -> Part:
    """Outages are noted before any time is reckoned; then each change moves the clocks."""
    return Part(
        check=(When(TIMED, presence.hear), When(TIMED, check_time)),
        keep=(Hook(keep_time, where=attrgetter("after.match.is_timed")),),
        timers={
            TimerKind.DEADLINE: partial(time_out, store, presence),
            TimerKind.PAUSE_END: partial(end_pause, store),
            TimerKind.VACATION_END: vacations.expire,
        },
        posts=(clock_posts(store),),
    )
