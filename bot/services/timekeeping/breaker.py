"""Stopping timeouts of which there are more at once than can be believed."""

from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy import Connection

from bot.measures import TIMEOUTS_HELD
from bot.services import timers
from bot.services.clocks import GRACE
from bot.services.matches import storage as matches
from bot.services.matches.storage import MatchSummary
from bot.services.timekeeping import stops_storage
from bot.services.timekeeping.outages import load_credited
from bot.services.timekeeping.presence import Presence
from bot.services.timekeeping.stops_storage import TimeoutStop
from data.ids import MatchId
from data.states import TimerKind

MOST = 1_000_000
FEW, FEW_PER_CENT = 5, 10

logger = structlog.get_logger(__name__)


def too_many_timeouts(due: int, running: int) -> bool:
    """Whether one sweep would end more of the ``running`` clocks than can be believed."""
    return due > FEW and due * 100 > running * FEW_PER_CENT


class Breaker:
    """Decides before each sweep whether timeouts may be applied in it."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    def held(self, connection: Connection, now: datetime) -> frozenset[TimerKind]:
        """The kinds of timers for which it is not the time, though it may be by the clock."""
        held = set()
        due = timers.count_due(connection, TimerKind.DEADLINE, now, FEW + 1)
        if due and not self._may_time_out(connection, now, due):
            held.add(TimerKind.DEADLINE)
        if timers.count_due(connection, TimerKind.LADDER, now, 1) and not self._presence.is_there(
            connection, now
        ):
            held.add(TimerKind.LADDER)  # silence counts only where an answer would be heard
        if timers.count_due(connection, TimerKind.TOURNAMENT, now, 1) and self._presence.owes(
            connection, now
        ):
            held.add(TimerKind.TOURNAMENT)  # their times are to be put off first
        return frozenset(held)

    def _may_time_out(self, connection: Connection, now: datetime, due: int) -> bool:
        if not self._presence.is_there(connection, now):
            return False
        stopped = stops_storage.current(connection)
        if stopped is not None:
            return self._goes_on(connection, stopped, due)
        if due <= FEW:
            return True
        due = timers.count_due(connection, TimerKind.DEADLINE, now, MOST)
        running = timers.count(connection, TimerKind.DEADLINE)
        if not too_many_timeouts(due, running):
            return True
        stops_storage.stop(connection, now, due, running)
        TIMEOUTS_HELD.set(due)
        logger.error("timeouts stopped", due=due, running=running, decide="quintet timeouts show")
        return False

    def _goes_on(self, connection: Connection, stopped: TimeoutStop, due: int) -> bool:
        TIMEOUTS_HELD.set(0 if stopped.allowed else stopped.due)
        if stopped.allowed and due <= FEW:
            stops_storage.end(connection)
        return stopped.allowed


@dataclass(frozen=True, slots=True)
class Held:
    """Timeouts that wait for a decision: why, and of which matches."""

    stop: TimeoutStop | None
    matches: tuple[MatchSummary, ...]


def held_timeouts(connection: Connection, now: datetime) -> Held:
    """What is stopped, and the matches in which somebody's time has run out."""
    stop = stops_storage.current(connection)
    due = timers.due(connection, now, MOST, (TimerKind.DEADLINE,))
    found = matches.several(connection, [MatchId(each.subject_id) for each in due])
    held = (found[MatchId(each.subject_id)] for each in due)
    # it may have been looked too early, before a board is posted
    return Held(stop, tuple(e for e in held if e.deadline and e.deadline + GRACE <= now))


def forgive_timeouts(connection: Connection, now: datetime) -> int:
    """Give everybody whose time has run out that of a new turn; how many that were."""
    count = 0
    for each in held_timeouts(connection, now).matches:
        match = matches.get(connection, each.id, lock=True)
        if match is None:
            continue
        loaded = load_credited(connection, match, now)
        for clock in loaded.seats.values():
            if clock.deadline is not None and clock.deadline + GRACE <= now:
                loaded.change(clock.spare(now))
                count += 1
        loaded.save(connection, now)
    stops_storage.end(connection)
    return count
