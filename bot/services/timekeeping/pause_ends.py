"""Ending a pause that was agreed on, at its time."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.services.matches import MatchStore, NewEntry
from bot.services.timers.storage import Timer
from data.ids import Key, MatchId
from data.states import EntryKind


class PauseEnds:
    """Lets the time of matches run again when nobody has ended the pause before."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    def apply(self, connection: Connection, timer: Timer) -> None:
        """End the pause, if there still is one."""
        match_id = MatchId(timer.subject_id)
        state = self._store.read(connection, match_id, lock=True)
        if state.match.paused_until is None:
            return
        key = Key(f"timer:pause_end:{match_id}:{state.ply}")
        self._store.append(connection, state, NewEntry(EntryKind.RESUME, "", None, None, key))
