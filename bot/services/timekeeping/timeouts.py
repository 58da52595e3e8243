"""Ending the turn of somebody whose time has run out."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services import timers
from bot.services.clocks import SeatClock
from bot.services.matches import MatchState, MatchStore, NewEntry, Now
from bot.services.timekeeping.outages import load_credited
from bot.services.timekeeping.presence import Presence
from data.ids import Key, MatchId
from data.states import EntryKind

WHILE_AWAY = timedelta(seconds=15)
"""How soon is looked again, while another process is missed or somebody is being answered."""


class Timeouts:
    """Does what is due at deadlines, in one transaction that looks again whether it still is."""

    def __init__(self, store: MatchStore, presence: Presence, now: Now) -> None:
        self._store = store
        self._presence = presence
        self._now = now

    def apply(self, connection: Connection, timer: timers.Timer) -> None:
        """Let whoever is to move lose on time; with three players, leave their seat.

        Nothing happens if they have moved, or have more time by now. A game that is over ends.
        """
        match_id = MatchId(timer.subject_id)
        state = self._store.read(connection, match_id, lock=True)
        self._store.end(connection, state)
        seat = state.to_move
        if seat is None:
            return
        clock = load_credited(connection, state.match, self._now()).seats.get(seat)
        if clock is None or clock.timeout_due is None:
            return
        if self._now() < clock.timeout_due:
            self._look_again(connection, timer, clock.soonest(self._now()).timeout_due)
            return
        if not self._would_have_heard(connection, state, clock):
            self._look_again(connection, timer, self._now() + WHILE_AWAY)
            return
        key = Key(f"timer:deadline:{match_id}:{state.ply}")
        self._store.append(connection, state, NewEntry(EntryKind.TIMEOUT, "", seat, None, key))

    def _look_again(self, connection: Connection, timer: timers.Timer, at: datetime | None) -> None:
        timers.set_all(connection, timer.subject_id, {timer.kind: at})

    def _would_have_heard(
        self, connection: Connection, state: MatchState, clock: SeatClock
    ) -> bool:
        if clock.deadline is None:
            return False
        server_id, now = state.match.server_id, self._now()
        return self._presence.would_have_heard(connection, server_id, clock.deadline, now)
