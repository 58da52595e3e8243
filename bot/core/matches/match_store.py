"""Reading matches from their logs, and writing entries. Every change of a match is made here."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from functools import partial
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from cachetools import LRUCache
from sqlalchemy import Connection, event

from bot.core.actor import Person
from bot.core.clocks import storage as clocks
from bot.core.matches import errors, match_log, storage
from bot.core.matches.values import Entry, MatchState, MatchSummary, NewMatch
from bot.core.measures import ENTRIES
from bot.core.people.settings import player_settings, server_settings
from data.database import Database, UnpreparedError
from data.errors import UnreadableError
from data.ids import Engine, Key, MatchId, PlayerId, ServerId, is_stand_in
from data.statements import row_of
from data.states import EntryKind, UnratedReason
from languages import DEFAULT, code_of, speaks_others
from rules.game import Seat

Now: TypeAlias = Callable[[], datetime]
"""Returns the current time in UTC."""

LocaleOf: TypeAlias = Callable[[ServerId], str | None]
"""Returns the locale chosen for a server in Discord; None if it cannot choose one."""

CACHED_MATCHES = 512
"""How many matches have states in memory, to save replaying."""

STATES_PER_MATCH = 2
"""How many states of a match are cached: the current one and that of its last board."""

CACHED_REPLAYS = 256
"""How many states replayed from long logs are cached."""

MAX_INLINE_ENTRIES = 24
"""How many entries a transaction replays itself, which takes a few milliseconds."""

RESIGNED, WITHDREW, WITHDRAWN = "resigned", "withdrew", "withdrawn"
"""Texts of LEAVE entries: resigned this match, withdrew from its contest, was withdrawn."""

_LEAVINGS = (EntryKind.LEAVE, EntryKind.TIMEOUT)

Replayed: TypeAlias = MatchState | errors.CorruptLog
"""A state replayed from a long log, or the error."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to append. ``seat`` is None for a manager, ``author_id`` for no person."""

    kind: EntryKind
    text: str
    seat: Seat | None
    author_id: PlayerId | None
    key: Key


class ChangeKind(Enum):
    """What a change does to a match.

    ``REOPENED``: a finished match goes on, so the consequences of its end are void.
    ``RULED``: a manager ruled on a finished match.
    """

    BEGUN = auto()
    WENT_ON = auto()
    ENDED = auto()
    REOPENED = auto()
    RULED = auto()


SINCE_BEGUN = frozenset(ChangeKind) - {ChangeKind.BEGUN}
OF_RESULTS = frozenset({ChangeKind.ENDED, ChangeKind.REOPENED, ChangeKind.RULED})


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a match. ``before`` is None for a new match."""

    before: MatchState | None
    after: MatchState

    @property
    def kind(self) -> ChangeKind:
        if self.before is None:
            return ChangeKind.BEGUN
        if self.before.is_running:
            return ChangeKind.WENT_ON if self.after.is_running else ChangeKind.ENDED
        return ChangeKind.REOPENED if self.after.is_running else ChangeKind.RULED


ChangeListener: TypeAlias = Callable[[Connection, Change, datetime], MatchSummary | None]
"""Called in the transaction of a change; an exception rolls that back.

Returns the match's row if it has changed it, else None.
"""

Check: TypeAlias = Callable[[Connection, MatchState, NewEntry, datetime], MatchSummary | None]
"""Called before an entry is written; refuses it by raising a ServiceError.

Returns the match's row if it has changed it, else None.
"""

FollowUp: TypeAlias = Callable[[Connection, MatchState, datetime], NewEntry | None]
"""Called after a change; returns an entry to append in the same transaction, or None."""


Work = TypeVar("Work")
Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class When(Generic[Work]):
    """A hook that is called only for matches that fulfil ``where``."""

    where: Callable[[MatchState], object]
    work: Work


@dataclass(frozen=True, slots=True)
class Hook:
    """A listener for the kinds ``on`` of changes that fulfil ``where``."""

    listener: ChangeListener
    on: frozenset[ChangeKind] = frozenset(ChangeKind)
    where: Callable[[Change], object] = bool  # true for every change


@dataclass(frozen=True, slots=True)
class MatchHooks:
    """The hooks in changes of matches, each in order.

    ``check`` runs before the entry is written, ``keep`` before the match's row is, ``changed``
    after both. ``follow_up`` comes last and may append another entry.
    """

    check: tuple[When[Check], ...] = ()
    keep: tuple[Hook, ...] = ()
    changed: tuple[Hook, ...] = ()
    follow_up: tuple[When[FollowUp], ...] = ()


class MatchStore:
    """Reads and writes the logs of all matches. It is thread-safe.

    It caches states: entries never change, so a state at a ply is valid for ever. A transaction
    that needs a long log raises UnpreparedError; the log is replayed outside it.
    """

    def __init__(self, now: Now, locale_of: LocaleOf = lambda _: None) -> None:
        self._now = now
        self._locale_of = locale_of
        self.hooks = MatchHooks()
        """Set after construction, since hooks may need this store."""
        self._lock = threading.Lock()
        self._states: LRUCache[MatchId, dict[int, MatchState]] = LRUCache(CACHED_MATCHES)
        self._replayed: LRUCache[tuple[MatchId, int], Replayed] = LRUCache(CACHED_REPLAYS)

    def read(
        self,
        connection: Connection,
        match_id: MatchId,
        ply: int | None = None,
        *,
        lock: bool = False,
    ) -> MatchState:
        """The match now or at ``ply``, locked if asked. Raises UnknownMatch or CorruptLog."""
        match = _summary_of(connection, match_id, lock=lock)
        return self.at(connection, match, match.ply if ply is None else ply)

    def at(self, connection: Connection, match: MatchSummary, ply: int) -> MatchState:
        """The match at ``ply``; raises CorruptLog.

        This transaction must not have written to the match's log: the state is cached.
        """
        known = self.cached(match, ply)
        if known is None:
            known = replace(self._replayed_state(connection, match, ply), match=match)
        self.remember(known)
        return known

    def history(self, connection: Connection, match_id: MatchId) -> tuple[MatchState, ...]:
        """The states from the start to the last entry, replayed here however long the log is.

        Raises UnknownMatch or CorruptLog.
        """
        match = _summary_of(connection, match_id)
        found = _entries_between(connection, match_id, 0, match.ply)
        return match_log.replay(match_log.begin(match), found)

    def cached(self, match: MatchSummary, ply: int) -> MatchState | None:
        """The match at ``ply`` if that is cached, else None; raises a cached CorruptLog."""
        with self._lock:
            known = self._states.get(match.id, {}).get(ply) or self._replayed.get((match.id, ply))
            if isinstance(known, errors.CorruptLog):
                # once: the log may be repaired before the next call
                del self._replayed[match.id, ply]
                raise known
        return None if known is None else replace(known, match=match)

    def remember(self, state: MatchState) -> None:
        """Cache a committed state."""
        with self._lock:
            kept = {**self._states.get(state.id, {}), state.ply: state}
            newest = sorted(kept)[-STATES_PER_MATCH:]
            self._states[state.id] = {ply: kept[ply] for ply in newest}

    def forget(self, match_id: MatchId) -> None:
        """Drop the cached states of a match."""
        with self._lock:
            self._states.pop(match_id, None)
            for key in [key for key in self._replayed if key[0] == match_id]:
                del self._replayed[key]

    def already_written(
        self, connection: Connection, key: Key, found: MatchState | None = None
    ) -> MatchState | None:
        """The match after the entry that an earlier transaction wrote under ``key``, or None.

        ``found`` is the state that this transaction has locked; entries after it are its own.
        """
        entry = storage.entry_with_key(connection, key)
        if entry is None or (found is not None and entry.ply > found.ply):
            return None
        return self.read(connection, entry.match_id, entry.ply)

    def open_for(
        self,
        connection: Connection,
        match: MatchId | MatchSummary,
        player_id: PlayerId,
        expected_ply: int | None = None,
        *,
        lock: bool = False,
    ) -> MatchState:
        """The running match, for one of its players who saw it at ``expected_ply``.

        ``match`` is its id, or the row that this transaction has read, and locked where needed.
        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard or CorruptLog.
        """
        if isinstance(match, MatchSummary):
            state = self.at(connection, match, match.ply)
        else:
            state = self.read(connection, match, lock=lock)
        seat_of(state, player_id)
        if not state.is_running:
            raise errors.MatchOver(state)
        if expected_ply is not None and expected_ply != state.ply:
            raise errors.OutdatedBoard(state)
        return state

    def begin(self, connection: Connection, new: NewMatch, by: Person | None = None) -> MatchState:
        """Store a new match and run its hooks; ``by`` started it."""
        now = self._now()
        new = replace(new, language=_language_of(connection, new, self._locale_of, by))
        # not cached: after a rollback another match may get its id
        state = match_log.begin(_summary_of(connection, storage.add(connection, new, now)))
        kept = _run_hooks(connection, Change(None, state), now, self.hooks.keep).match
        if kept.time is not None:
            clocks.put(connection, kept.id, kept.time.clocks, kept.deadline)
            state = replace(state, match=_summary_of(connection, state.id))
        return _run_hooks(connection, Change(None, state), now, self.hooks.changed)

    def append(
        self, connection: Connection, state: MatchState, new: NewEntry, at: datetime | None = None
    ) -> MatchState:
        """Append an entry and run the hooks; returns the match after the entry.

        Follow-ups may append more; the returned ``match`` is the row after them. Raises
        OutdatedBoard if another transaction has appended since ``state``, and what a check raises.
        """
        now = at or self._now()
        for check in self.hooks.check:
            match = check.work(connection, state, new, now) if check.where(state) else None
            if match is not None:
                state = replace(state, match=match)
        entry = Entry(match_id=state.id, ply=state.ply + 1, created_at=now, **row_of(new))
        after = match_log.apply(state, entry, lambda ply: self.at(connection, state.match, ply))
        if _revives_deleted_player(state, after):
            raise errors.PlayerDeleted(state)
        if not storage.add_entry(connection, entry):
            raise errors.OutdatedBoard(state)
        after = replace(after, match=_summary_after(state.match, after, now))
        after = _run_hooks(connection, Change(state, after), now, self.hooks.keep)
        after = replace(after, match=after.match.at_mover)
        exchanged = after.match.beside != state.match.beside
        if not storage.advance(connection, after.match, exchanged=exchanged):
            raise errors.OutdatedBoard(state)
        if entry.kind in _LEAVINGS and entry.seat is not None:
            storage.set_left(connection, state.id, entry.seat, left=True)
        for seat in set(state.left).difference(after.left):
            storage.set_left(connection, state.id, seat, left=False)
        after = _run_hooks(connection, Change(state, after), now, self.hooks.changed)
        counter = ENTRIES.labels(entry.kind.value)
        event.listen(connection, "commit", lambda _: counter.inc())
        for hook in self.hooks.follow_up:
            following = hook.work(connection, after, now) if hook.where(after) else None
            if following is not None:  # at the same instant, so that no clock runs
                return replace(after, match=self.append(connection, after, following, now).match)
        return after

    def end(self, connection: Connection, state: MatchState) -> None:
        """Append an END entry if the game is over but the stored match is running."""
        if state.is_running or not state.match.is_running:
            return
        going_on = replace(state, result=None)
        key = Key(f"end:{state.id}:{state.ply}")
        self.append(connection, going_on, NewEntry(EntryKind.END, str(state.ply), None, None, key))

    def settled(self, connection: Connection, match_id: MatchId) -> MatchState | None:
        """The match, locked, and ended if its game is over; None if it is damaged."""
        try:
            state = self.read(connection, match_id, lock=True)
            self.end(connection, state)
        except errors.UNREADABLE:
            return None
        return state

    def leave(
        self,
        connection: Connection,
        match_id: MatchId,
        seat: Seat,
        player_id: PlayerId,
        *,
        own_will: bool,
    ) -> bool:
        """Let a player leave a running match of a contest; False if the match is damaged.

        It changes ratings only if they leave by their ``own_will``.
        """
        state = self.settled(connection, match_id)
        if state is not None and state.is_running:
            if not own_will:
                storage.change(connection, state.id, unrated=UnratedReason.WITHDRAWN)
                state = self.read(connection, state.id)
            text = WITHDREW if own_will else WITHDRAWN
            key = Key(f"withdrawn:{state.id}:{state.ply}")
            self.append(connection, state, NewEntry(EntryKind.LEAVE, text, seat, player_id, key))
        return state is not None

    def _replayed_state(self, connection: Connection, match: MatchSummary, ply: int) -> MatchState:
        """The state replayed from the log; raises UnpreparedError for a long log."""
        first = match_log.begin(match)
        with self._lock:
            known = self._states.get(match.id, {})
            before = known.get(max((at for at in known if at < ply), default=ply), first)
        if ply - before.ply > MAX_INLINE_ENTRIES:
            found = _entries_between(connection, match.id, 0, ply)
            raise UnpreparedError(partial(self._replay, first, found))
        for entry in _entries_between(connection, match.id, before.ply, ply):
            before = match_log.apply(
                before, entry, lambda earlier: self.at(connection, match, earlier)
            )
        return before

    def _replay(self, first: MatchState, found: tuple[Entry, ...]) -> None:
        """Cache the state after the entries ``found``, or the error."""
        result: Replayed
        try:
            result = match_log.replay(first, found)[-1]
        except errors.CorruptLog as error:
            result = error
        with self._lock:
            self._replayed[first.id, len(found)] = result


def _revives_deleted_player(before: MatchState, after: MatchState) -> bool:
    """Whether a deleted person would play again in the match."""
    if not after.is_running:
        return False
    out = set(before.left) if before.is_running else set(range(len(after.players)))
    holders = (after.players[seat] for seat in out.difference(after.left))
    return any(not isinstance(each, Engine) and is_stand_in(each) for each in holders)


def _entries_between(
    connection: Connection, match_id: MatchId, after: int, up_to: int
) -> tuple[Entry, ...]:
    found = storage.entries_between(connection, match_id, after=after, up_to=up_to)
    if len(found) != up_to - after:
        raise errors.CorruptLog(match_id, after + len(found), f"{up_to} entries expected")
    return found


def _summary_of(connection: Connection, match_id: MatchId, *, lock: bool = False) -> MatchSummary:
    try:
        match = storage.get(connection, match_id, lock=lock)
    except UnreadableError as error:
        raise errors.CorruptLog(match_id, 0, str(error)) from error
    if match is None:
        raise errors.UnknownMatch
    return match


def _summary_after(match: MatchSummary, after: MatchState, now: datetime) -> MatchSummary:
    return replace(
        match,
        ply=after.ply,
        to_move=after.to_move,
        result=after.result,
        updated_at=now,
        finished_at=None if after.result is None else now,
        reminded=False,
        asked=False,
        has_left=tuple(seat in after.left for seat in range(len(match.players))),
    )


def _run_hooks(
    connection: Connection, change: Change, now: datetime, hooks: Sequence[Hook]
) -> MatchState:
    """Call the hooks that the change concerns; returns the match after them."""
    kind = change.kind
    for hook in hooks:
        if kind not in hook.on or not hook.where(change):
            continue
        match = hook.listener(connection, change, now)
        if match is not None:
            change = replace(change, after=replace(change.after, match=match))
    return change.after


def _language_of(
    connection: Connection, new: NewMatch, locale_of: LocaleOf, by: Person | None = None
) -> str:
    """The language of a new match's posts.

    The server's choice, else its locale's, else the one that all players share, else English.
    ``by`` started the match; their locale may not be stored yet.
    """
    if not speaks_others():
        return DEFAULT
    if new.server_id is not None:
        chosen = server_settings.get(connection, new.server_id).language
        locale = locale_of(new.server_id)
        if chosen or locale:
            return chosen or code_of(locale or "")
    people = [each for each in new.players if not isinstance(each, Engine)]
    known = player_settings.of(connection, people)
    if by is not None and by.id in known:
        known[by.id] = replace(known[by.id], locale=by.locale or known[by.id].locale)
    spoken = {each.language or code_of(each.locale) for each in known.values()}
    return spoken.pop() if len(spoken) == 1 else DEFAULT


def seat_of(state: MatchState, player_id: PlayerId) -> Seat:
    """The player's seat; raises NotYourMatch."""
    seat = state.seat_of(player_id)
    if seat is None:
        raise errors.NotYourMatch
    return seat


class Service:
    """Base of services, whose methods are transactions."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now


class StoreService(Service):
    """Base of services that write to logs of matches."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        super().__init__(database, now)
        self._store = store

    async def _written(
        self,
        work: Callable[Concatenate[Connection, Given], MatchState],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> MatchState:
        """Run a transaction that returns a match, and cache that."""
        after = await self._database.write(work, *args, **options)
        self._store.remember(after)
        return after
