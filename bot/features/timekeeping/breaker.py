"""Stopping timeouts of which there are more at once than can be believed."""

from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy import Connection

from bot.core import timers
from bot.core.clocks import GRACE
from bot.core.matches import storage as matches
from bot.core.matches.storage import MatchSummary
from bot.core.measures import TIMEOUTS_HELD
from bot.core.people import is_stand_in
from bot.features.timekeeping import stops_storage
from bot.features.timekeeping.outages import load_credited
from bot.features.timekeeping.presence import Presence
from bot.features.timekeeping.stops_storage import TimeoutStop
from data.ids import Holder, MatchId
from data.states import TimerKind

MOST = 1_000_000
FEW, FEW_PER_CENT = 5, 10

logger = structlog.get_logger(__name__)


def too_many_timeouts(late: int, to_move: int) -> bool:
    """Whether more of the players ``to_move`` would lose on time at once than can be believed."""
    return late > FEW and late * 100 > to_move * FEW_PER_CENT


class Breaker:
    """Decides before each sweep whether timeouts may be applied in it."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    def held(self, connection: Connection, now: datetime) -> frozenset[TimerKind]:
        """The kinds of timers that must wait, though some of them are due."""
        held = set()
        if not self._may_time_out(connection, now):
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

    def _may_time_out(self, connection: Connection, now: datetime) -> bool:
        found = stops_storage.lateness(connection, now, FEW + 1)
        if found.players and not self._presence.is_there(connection, now):
            return False
        if found.is_stopped:
            return self._goes_on(connection, found.players)
        if found.players <= FEW:
            return True
        late = stops_storage.lateness(connection, now, MOST).players
        to_move = stops_storage.count_to_move(connection)
        if not too_many_timeouts(late, to_move):
            return True
        stops_storage.stop(connection, now, late, to_move)
        TIMEOUTS_HELD.set(late)
        logger.error("timeouts stopped", due=late, running=to_move, decide="quintet timeouts show")
        return False

    def _goes_on(self, connection: Connection, late: int) -> bool:
        """Whether an operator has allowed the timeouts; the stop ends once few are left."""
        stopped = stops_storage.current(connection)
        if stopped is None:
            return True
        TIMEOUTS_HELD.set(0 if stopped.allowed else stopped.due)
        if stopped.allowed and late <= FEW:
            stops_storage.end(connection)
        return stopped.allowed


@dataclass(frozen=True, slots=True)
class Held:
    """Timeouts that wait for a decision: why, in which matches, and how many players are late."""

    stop: TimeoutStop | None
    matches: tuple[MatchSummary, ...]

    @property
    def players(self) -> int:
        """How many people are late, counted as by the breaker."""
        return len({who for each in self.matches if _is_person(who := each.to_move_player)})


def _is_person(holder: Holder | None) -> bool:
    return isinstance(holder, int) and not is_stand_in(holder)


def held_timeouts(connection: Connection, now: datetime) -> Held:
    """What is stopped, and the matches in which somebody's time has run out."""
    stop = stops_storage.current(connection)
    due = timers.due(connection, now, MOST, (TimerKind.DEADLINE,))
    found = matches.several(connection, [MatchId(each.subject_id) for each in due])
    held = (found[MatchId(each.subject_id)] for each in due)
    # a timer may run out before the deadline
    return Held(stop, tuple(e for e in held if e.deadline and e.deadline + GRACE <= now))


def forgive_timeouts(connection: Connection, now: datetime) -> int:
    """Give everybody whose time has run out that of a new turn; how many players that were."""
    spared = set()
    for each in held_timeouts(connection, now).matches:
        match = matches.get(connection, each.id, lock=True)
        if match is None:
            continue
        loaded = load_credited(connection, match, now)
        for clock in loaded.seats.values():
            if clock.deadline is not None and clock.deadline + GRACE <= now:
                loaded.change(clock.spare(now))
                spared.add(match.players[clock.seat])
        loaded.save(connection, now)
    stops_storage.end(connection)
    return len({each for each in spared if _is_person(each)})
