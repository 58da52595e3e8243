"""Ending the turn of somebody whose time has run out."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.services.matches import MatchStore, NewEntry, Now
from bot.services.timekeeping.outages import load_credited
from data import timers
from data.ids import Key, MatchId
from data.states import EntryKind
from data.timers import Timer


class Timeouts:
    """Does what is due at deadlines, in one transaction that looks again whether it still is."""

    def __init__(self, store: MatchStore, now: Now) -> None:
        self._store = store
        self._now = now

    def apply(self, connection: Connection, timer: Timer) -> None:
        """Let whoever is to move lose on time; with three players, leave their seat.

        Nothing happens if they have moved, or have more time by now.
        """
        match_id = MatchId(timer.subject_id)
        state = self._store.read(connection, match_id, lock=True)
        seat = state.to_move
        clock = (
            None
            if seat is None
            else load_credited(connection, state.match, self._now()).seats.get(seat)
        )
        if clock is None or clock.timeout_due is None:
            return
        if self._now() < clock.timeout_due:
            timers.set_timer(connection, Timer(timer.kind, match_id, clock.timeout_due))
            return
        key = Key(f"timer:deadline:{match_id}:{state.ply}")
        self._store.append(connection, state, NewEntry(EntryKind.TIMEOUT, "", seat, None, key))
