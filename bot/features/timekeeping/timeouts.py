"""Losing on time: timeouts of turns, and the breaker that stops implausibly many at once."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection

from bot.core import timers
from bot.core.clocks import GRACE
from bot.core.matches import MatchStore, MatchSummary, NewEntry
from bot.core.matches import storage as matches
from bot.core.measures import TIMEOUTS_HELD
from bot.core.people import is_stand_in
from bot.features.timekeeping import storage
from bot.features.timekeeping.outages import load_credited
from bot.features.timekeeping.presence import Presence
from bot.features.timekeeping.storage import TimeoutStop
from data.ids import Holder, Key, MatchId
from data.states import EntryKind, TimerKind

COUNT_LIMIT = 1_000_000
"""Larger than any number of players, where all of them are counted."""
PLAUSIBLE = 5
"""This many players may be late at once, however few are to move."""
PLAUSIBLE_PER_CENT = 10
WHILE_AWAY = timedelta(seconds=15)
"""Retry delay of a timeout while a move may still be on its way to storage."""

logger = structlog.get_logger(__name__)


def time_out(
    store: MatchStore,
    presence: Presence,
    connection: Connection,
    timer: timers.Timer,
    now: datetime,
) -> None:
    """End the turn of the player to move by a timeout; with three players, they leave.

    Nothing happens if they have moved or got more time; then the timer is set again. A game that
    is over by the rules is ended instead.
    """
    match_id = MatchId(timer.subject_id)
    state = store.read(connection, match_id, lock=True)
    store.end(connection, state)
    seat, server_id = state.to_move, state.match.server_id
    clock = None if seat is None else load_credited(connection, state.match, now).seats.get(seat)
    if seat is None or clock is None or clock.soonest(now).timeout_due is None:
        return
    again: datetime | None = now + WHILE_AWAY
    if clock.deadline is None or clock.timeout_due is None or now < clock.timeout_due:
        again = clock.soonest(now).timeout_due
    elif presence.would_have_heard(connection, server_id, clock.deadline, now):
        key = Key(f"timer:deadline:{match_id}:{state.ply}")
        store.append(connection, state, NewEntry(EntryKind.TIMEOUT, "", seat, None, key))
        return
    timers.set_all(connection, match_id, {timer.kind: again})


def end_pause(store: MatchStore, connection: Connection, timer: timers.Timer, _: datetime) -> None:
    """End an agreed pause at its time, unless a player has ended it before."""
    match_id = MatchId(timer.subject_id)
    state = store.read(connection, match_id, lock=True)
    if state.match.paused_until is not None:
        key = Key(f"timer:pause_end:{match_id}:{state.ply}")
        store.append(connection, state, NewEntry(EntryKind.RESUME, "", None, None, key))


def too_many_timeouts(late: int, to_move: int) -> bool:
    """Whether implausibly many of the players ``to_move`` are late at once."""
    return late > PLAUSIBLE and late * 100 > to_move * PLAUSIBLE_PER_CENT


class Breaker:
    """Decides before each sweep of timers which kinds are held back."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    def held(self, connection: Connection, now: datetime) -> frozenset[TimerKind]:
        """The kinds of timers that must wait."""
        held = set()
        if not self._may_time_out(connection, now):
            held.add(TimerKind.DEADLINE)
        if timers.count_due(connection, TimerKind.LADDER, now, 1) and not self._presence.is_there(
            connection, now
        ):
            held.add(TimerKind.LADDER)  # no answer counts only while answers would be heard
        if timers.count_due(connection, TimerKind.TOURNAMENT, now, 1) and self._presence.owes(
            connection, now
        ):
            held.add(TimerKind.TOURNAMENT)  # outages extend its times first
        return frozenset(held)

    def _may_time_out(self, connection: Connection, now: datetime) -> bool:
        found = storage.lateness(connection, now, PLAUSIBLE + 1)
        if found.players and not self._presence.is_there(connection, now):
            return False
        if found.is_stopped:
            return self._is_allowed(connection, found.players)
        if found.players <= PLAUSIBLE:
            return True
        late = storage.lateness(connection, now, COUNT_LIMIT).players
        to_move = storage.count_to_move(connection)
        if not too_many_timeouts(late, to_move):
            return True
        storage.stop_timeouts(connection, now, late, to_move)
        TIMEOUTS_HELD.set(late)
        logger.error("timeouts stopped", due=late, running=to_move, decide="quintet timeouts show")
        return False

    def _is_allowed(self, connection: Connection, late: int) -> bool:
        """Whether an operator has allowed the stopped timeouts; ends the stop once few are left."""
        stopped = storage.current_stop(connection)
        if stopped is None:
            return True
        TIMEOUTS_HELD.set(0 if stopped.allowed else stopped.due)
        if stopped.allowed and late <= PLAUSIBLE:
            storage.end_stop(connection)
        return stopped.allowed


@dataclass(frozen=True, slots=True)
class Held:
    """Timeouts that wait for an operator: the stop, and the matches with a late player."""

    stop: TimeoutStop | None
    matches: tuple[MatchSummary, ...]

    @property
    def players(self) -> int:
        """The number of late people, counted as by the breaker."""
        return len({who for each in self.matches if _is_person(who := each.to_move_player)})


def _is_person(holder: Holder | None) -> bool:
    return isinstance(holder, int) and not is_stand_in(holder)


def held_timeouts(connection: Connection, now: datetime) -> Held:
    """The stop, and the matches in which a player is out of time."""
    stop = storage.current_stop(connection)
    due = timers.due(connection, now, COUNT_LIMIT, (TimerKind.DEADLINE,))
    found = matches.several(connection, [MatchId(each.subject_id) for each in due])
    held = (found[MatchId(each.subject_id)] for each in due)
    # a timer may run out before the deadline
    return Held(stop, tuple(e for e in held if e.deadline and e.deadline + GRACE <= now))


def forgive_timeouts(connection: Connection, now: datetime) -> int:
    """Give the time of a new turn to all who are out of time; the number of people."""
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
    storage.end_stop(connection)
    return len({each for each in spared if _is_person(each)})
