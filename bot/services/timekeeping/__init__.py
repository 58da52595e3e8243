"""The time of matches that are played: kept with every change, looked at, and what follows."""

from operator import attrgetter

from sqlalchemy import Connection

from bot.services import timers
from bot.services.matches import Hook, MatchStore, NewEntry, Now, When
from bot.services.part import Part
from bot.services.timekeeping.breaker import Breaker, Held, forgive_timeouts, held_timeouts
from bot.services.timekeeping.errors import *
from bot.services.timekeeping.keeping import check_time, keep_time, promised_deadline, seen_board
from bot.services.timekeeping.presence import Heart, Presence
from bot.services.timekeeping.service import ClockNews, ClockService, ClockView, clock_posts
from bot.services.timekeeping.stops_storage import TimeoutStop
from bot.services.timekeeping.timeouts import Timeouts
from bot.services.timekeeping.vacations import DAYS_A_YEAR, VacationService, VacationView
from data.ids import Key, MatchId
from data.states import EntryKind, TimerKind

TIMED = attrgetter("match.is_timed")


def time_part(store: MatchStore, presence: Presence, vacations: VacationService, now: Now) -> Part:
    """Outages are noted before any time is reckoned; then each change moves the clocks."""
    return Part(
        check=(When(TIMED, presence.hear), When(TIMED, check_time)),
        keep=(Hook(keep_time, where=attrgetter("after.match.is_timed")),),
        timers={
            TimerKind.DEADLINE: Timeouts(store, presence, now).apply,
            TimerKind.PAUSE_END: PauseEnds(store).apply,
            TimerKind.VACATION_END: vacations.expire,
        },
        posts=(clock_posts(store),),
    )


class PauseEnds:
    """Lets the time of matches run again when nobody has ended the pause before."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    def apply(self, connection: Connection, timer: timers.Timer) -> None:
        """End the pause, if there still is one."""
        match_id = MatchId(timer.subject_id)
        state = self._store.read(connection, match_id, lock=True)
        if state.match.paused_until is None:
            return
        key = Key(f"timer:pause_end:{match_id}:{state.ply}")
        self._store.append(connection, state, NewEntry(EntryKind.RESUME, "", None, None, key))
