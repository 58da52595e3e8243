"""Reading a match from its log and writing the next entry: every change of a match passes here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.services.matches import match_log
from bot.services.matches.errors import (
    CorruptLog,
    MatchOver,
    NotYourMatch,
    OutdatedBoard,
    UnknownMatch,
)
from bot.services.matches.models import MatchState
from data import entries, matches
from data.entries import Entry
from data.ids import Key, MatchId, PlayerId
from data.matches import Advance, MatchSummary, NewMatch
from data.states import EntryKind
from rules.game import Seat

Now: TypeAlias = Callable[[], datetime]
"""Gives the time, in UTC."""

REMEMBERED = 512
"""Of how many matches states are kept, to save replaying."""

NEWEST = 2
"""How many states of a match are kept: as it stands, and as its last board shows it."""

_LEAVINGS = (EntryKind.LEAVE, EntryKind.TIMEOUT)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What is to be written next. ``seat`` is None for a manager, ``author_id`` for no person."""

    kind: EntryKind
    text: str
    seat: Seat | None
    author_id: PlayerId | None
    key: Key


@dataclass(frozen=True, slots=True)
class Change:
    """A match that has begun, changed or ended. ``before`` is None for one that has begun."""

    before: MatchState | None
    after: MatchState

    @property
    def has_ended(self) -> bool:
        """Whether it goes on no more, and did before."""
        was_running = self.before is None or self.before.is_running
        return was_running and not self.after.is_running


Listener: TypeAlias = Callable[[Connection, Change, datetime], None]
"""Takes part in a change, in its transaction; whatever it raises takes the change back."""

Check: TypeAlias = Callable[[Connection, MatchState, NewEntry, datetime], None]
"""Looks at what is to be written before anything is; says no by raising a ServiceError."""


class MatchStore:
    """The logs of all matches.

    What was read once is not replayed again: entries never change, so how a match stood at a ply
    is so for ever. Several threads call it at once.
    """

    def __init__(
        self, now: Now, listeners: Sequence[Listener] = (), checks: Sequence[Check] = ()
    ) -> None:
        self._now = now
        self._listeners = tuple(listeners)
        self._checks = tuple(checks)
        self._lock = threading.Lock()
        self._states: LRUCache[MatchId, dict[int, MatchState]] = LRUCache(REMEMBERED)

    def read(
        self,
        connection: Connection,
        match_id: MatchId,
        ply: int | None = None,
        *,
        lock: bool = False,
    ) -> MatchState:
        """The match now, or as it stood at ``ply``. Raises UnknownMatch or CorruptLog.

        ``lock``: nobody else changes the match until this transaction ends.
        """
        match = _stored(connection, match_id, lock=lock)
        return self.at(connection, match, match.ply if ply is None else ply)

    def at(self, connection: Connection, match: MatchSummary, ply: int) -> MatchState:
        """The match as it stood at ``ply``; raises CorruptLog.

        ``connection`` must not have written to the log itself.
        """
        known = self._remembered(match.id, ply)
        if known is None:
            known = self._next(connection, match, ply)
        if known is None:
            known = self._replayed(connection, match, ply)[-1]
        self.remember(known)
        return replace(known, match=match)

    def known(self, match: MatchSummary, ply: int) -> MatchState | None:
        """The match as it stood at ``ply``, if that is remembered."""
        state = self._remembered(match.id, ply)
        return None if state is None else replace(state, match=match)

    def remember(self, state: MatchState) -> None:
        """Keep a state that was committed, to save reading it again."""
        with self._lock:
            kept = {**self._states.get(state.id, {}), state.ply: state}
            newest = sorted(kept)[-NEWEST:]
            self._states[state.id] = {ply: kept[ply] for ply in newest}

    def forget(self, match_id: MatchId) -> None:
        """Keep nothing of a match in memory."""
        with self._lock:
            self._states.pop(match_id, None)

    def repeated(self, connection: Connection, key: Key) -> MatchState | None:
        """What was written under ``key`` when it came for the first time; None if this is that."""
        entry = entries.with_key(connection, key)
        return None if entry is None else self.read(connection, entry.match_id, entry.ply)

    def open_for(
        self,
        connection: Connection,
        match_id: MatchId,
        player_id: PlayerId,
        expected_ply: int | None = None,
        *,
        lock: bool = False,
    ) -> MatchState:
        """The running match, for one of its players who saw it at ``expected_ply``.

        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard or CorruptLog.
        """
        state = self.read(connection, match_id, lock=lock)
        seat_of(state, player_id)
        if not state.is_running:
            raise MatchOver(state)
        if expected_ply is not None and expected_ply != state.ply:
            raise OutdatedBoard(state)
        return state

    def begin(self, connection: Connection, new: NewMatch) -> MatchState:
        """Store a match and let everybody take part in its beginning."""
        now = self._now()
        # not remembered: should it be taken back, another match may get its number
        state = match_log.begin(_stored(connection, matches.add(connection, new, now)))
        self._tell(connection, Change(None, state), now)
        return self._with_clocks(connection, state)

    def append(self, connection: Connection, state: MatchState, new: NewEntry) -> MatchState:
        """Write the next entry, and let everybody take part in the change; the match after it.

        Raises OutdatedBoard if somebody else has written since ``state`` was read, and what a
        check raises.
        """
        now = self._now()
        for check in self._checks:
            check(connection, state, new, now)
        entry = Entry(
            match_id=state.id,
            ply=state.ply + 1,
            seat=new.seat,
            author_id=new.author_id,
            kind=new.kind,
            text=new.text,
            key=new.key,
            created_at=now,
        )
        after = self._after(connection, state, entry)
        advance = Advance(after.ply, after.to_move, after.status, after.result, after.left)
        if not entries.add(connection, entry):
            raise OutdatedBoard(state)
        if not matches.advance(connection, state.id, advance, now):
            raise OutdatedBoard(state)
        after = replace(after, match=matches.advanced(state.match, advance, now))
        if entry.kind in _LEAVINGS and entry.seat is not None:
            matches.give_up_seat(connection, state.id, entry.seat)
        self._tell(connection, Change(state, after), now)
        return self._with_clocks(connection, after)

    def _tell(self, connection: Connection, change: Change, now: datetime) -> None:
        for listener in self._listeners:
            listener(connection, change, now)

    def _with_clocks(self, connection: Connection, state: MatchState) -> MatchState:
        """The same, with the deadlines that a listener has set."""
        if not state.match.is_timed:
            return state
        return replace(state, match=_stored(connection, state.id))

    def _after(self, connection: Connection, state: MatchState, entry: Entry) -> MatchState:
        if entry.kind is not EntryKind.UNDO:
            return match_log.follow(state, entry)
        states = self._replayed(connection, state.match, state.ply)
        return match_log.follow(state, entry, states)

    def _remembered(self, match_id: MatchId, ply: int) -> MatchState | None:
        with self._lock:
            return self._states.get(match_id, {}).get(ply)

    def _next(self, connection: Connection, match: MatchSummary, ply: int) -> MatchState | None:
        before = self._remembered(match.id, ply - 1)
        if before is None:
            return None
        found = entries.between(connection, match.id, after=ply - 1, up_to=ply)
        if len(found) != 1 or found[0].kind is EntryKind.UNDO:
            return None
        with _as_corrupt_log(match.id):
            return match_log.follow(before, found[0])

    def _replayed(
        self, connection: Connection, match: MatchSummary, ply: int
    ) -> tuple[MatchState, ...]:
        found = entries.between(connection, match.id, after=0, up_to=ply)
        if len(found) != ply:
            raise CorruptLog(match.id, len(found), f"{ply} entries expected")
        with _as_corrupt_log(match.id):
            return match_log.replay(match_log.begin(match), found)


def _stored(connection: Connection, match_id: MatchId, *, lock: bool = False) -> MatchSummary:
    match = matches.get(connection, match_id, lock=lock)
    if match is None:
        raise UnknownMatch(match_id)
    return match


def seat_of(state: MatchState, player_id: PlayerId) -> Seat:
    """The player's seat; raises NotYourMatch."""
    seat = state.seat_of(player_id)
    if seat is None:
        raise NotYourMatch(state.id)
    return seat


@contextmanager
def _as_corrupt_log(match_id: MatchId) -> Iterator[None]:
    try:
        yield
    except match_log.BrokenLogError as error:
        raise CorruptLog(match_id, error.ply, error.reason) from error
