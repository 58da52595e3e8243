"""Reading a match from its log and writing the next entry: every change of a match passes here."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from functools import partial
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.core.actor import Person
from bot.core.clocks import storage as clocks
from bot.core.matches import entries_storage, errors, match_log, storage
from bot.core.matches.entries_storage import Entry
from bot.core.matches.storage import MatchSummary, NewMatch
from bot.core.matches.values import MatchState
from bot.core.people import is_stand_in
from bot.core.people.settings import player_settings, server_settings
from data.database import Database
from data.errors import UnreadableError
from data.ids import Engine, Key, MatchId, PlayerId, ServerId
from data.statements import UnpreparedError, row_of
from data.states import EntryKind
from languages import DEFAULT, code_of, speaks_others
from rules.game import Seat

Now: TypeAlias = Callable[[], datetime]
"""Gives the time, in UTC."""

LocaleOf: TypeAlias = Callable[[ServerId], str | None]
"""The locale that a server has chosen in Discord; None for one that cannot choose."""

REMEMBERED = 512
"""Of how many matches states are kept, to save replaying."""

NEWEST = 2
"""How many states of a match are kept: as it stands, and as its last board shows it."""

REPLAYED = 256
"""Of how many positions that were looked up in long logs states are kept."""

QUICKLY = 24
"""How many entries are followed within a transaction, which takes a few milliseconds."""

_LEAVINGS = (EntryKind.LEAVE, EntryKind.TIMEOUT)

Replayed: TypeAlias = MatchState | errors.CorruptLog
"""A state after a long way, or why there is none."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What is to be written next. ``seat`` is None for a manager, ``author_id`` for no person."""

    kind: EntryKind
    text: str
    seat: Seat | None
    author_id: PlayerId | None
    key: Key


class ChangeKind(Enum):
    """What a change means for a match.

    ``REOPENED``: it goes on though it had ended, so what its end has caused does not hold.
    ``RULED``: it had ended, and something was decided about that.
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
    """A match that has begun, changed or ended. ``before`` is None for one that has begun."""

    before: MatchState | None
    after: MatchState

    @property
    def kind(self) -> ChangeKind:
        if self.before is None:
            return ChangeKind.BEGUN
        if self.before.is_running:
            return ChangeKind.WENT_ON if self.after.is_running else ChangeKind.ENDED
        return ChangeKind.REOPENED if self.after.is_running else ChangeKind.RULED


Listener: TypeAlias = Callable[[Connection, Change, datetime], MatchSummary | None]
"""Takes part in a change, in its transaction; whatever it raises takes the change back.

What comes back is the match as it has left it, None if it has changed nothing of it.
"""

Check: TypeAlias = Callable[[Connection, MatchState, NewEntry, datetime], MatchSummary | None]
"""Looks at what is to be written before anything is; says no by raising a ServiceError.

What comes back is the match with what was found out, None if that is nothing.
"""

FollowUp: TypeAlias = Callable[[Connection, MatchState, datetime], NewEntry | None]
"""Says what is to be written next, in the same transaction, because of what was just written."""


Work = TypeVar("Work")
Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class When(Generic[Work]):
    """What is done for those matches alone for which ``where`` holds."""

    where: Callable[[MatchState], object]
    work: Work


@dataclass(frozen=True, slots=True)
class Hook:
    """A listener, called for these kinds of change, and of them those for which ``where`` holds."""

    listener: Listener
    on: frozenset[ChangeKind] = frozenset(ChangeKind)
    where: Callable[[Change], object] = bool  # every change is true


@dataclass(frozen=True, slots=True)
class Hooks:
    """Everybody who takes part in the changes of matches, in order.

    ``check`` comes before the entry is written, ``keep`` before the match's own row is, ``changed``
    after both, and then what is to ``follow_up``.
    """

    check: tuple[When[Check], ...] = ()
    keep: tuple[Hook, ...] = ()
    changed: tuple[Hook, ...] = ()
    follow_up: tuple[When[FollowUp], ...] = ()


class MatchStore:
    """The logs of all matches.

    What was read once is not replayed again: entries never change, so how a match stood at a ply
    is so for ever. A transaction that needs a long log replayed raises UnpreparedError, so that
    this is done outside it. Several threads call it at once.
    """

    def __init__(self, now: Now, locale_of: LocaleOf = lambda _: None) -> None:
        self._now = now
        self._locale_of = locale_of
        self.hooks = Hooks()
        """Who takes part in every change; they may need this store themselves."""
        self._lock = threading.Lock()
        self._states: LRUCache[MatchId, dict[int, MatchState]] = LRUCache(REMEMBERED)
        self._replayed: LRUCache[tuple[MatchId, int], Replayed] = LRUCache(REPLAYED)

    def read(
        self,
        connection: Connection,
        match_id: MatchId,
        ply: int | None = None,
        *,
        lock: bool = False,
    ) -> MatchState:
        """The match now, locked if so wanted, or at ``ply``. Raises UnknownMatch or CorruptLog."""
        match = _stored(connection, match_id, lock=lock)
        return self.at(connection, match, match.ply if ply is None else ply)

    def at(self, connection: Connection, match: MatchSummary, ply: int) -> MatchState:
        """The match as it stood at ``ply``; raises CorruptLog.

        ``connection`` must not have written to the log itself.
        """
        known = self._remembered(match.id, ply) or self._followed(connection, match, ply)
        self.remember(known)
        return replace(known, match=match)

    def history(self, connection: Connection, match_id: MatchId) -> tuple[MatchState, ...]:
        """The match after each of its entries, from the beginning on, however long that takes.

        Raises UnknownMatch or CorruptLog.
        """
        match = _stored(connection, match_id)
        with _as_corrupt_log(match_id):
            found = _between(connection, match_id, 0, match.ply)
            return match_log.replay(match_log.begin(match), found)

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
            for key in [key for key in self._replayed if key[0] == match_id]:
                del self._replayed[key]

    def repeated(
        self, connection: Connection, key: Key, found: MatchState | None = None
    ) -> MatchState | None:
        """What was written under ``key`` when it came for the first time; None if this is that.

        ``found``: the match as this transaction has locked it; what came later it wrote itself.
        """
        entry = entries_storage.with_key(connection, key)
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

        ``match`` is its number, or what this transaction has read of it, locked if it is to be.
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
        """Store a match and let everybody take part in its beginning, which is done ``by`` one."""
        now = self._now()
        new = replace(new, language=_language_of(connection, new, self._locale_of, by))
        # not remembered: should it be taken back, another match may get its number
        state = match_log.begin(_stored(connection, storage.add(connection, new, now)))
        kept = _told(connection, Change(None, state), now, self.hooks.keep).match
        if kept.time is not None:
            clocks.put(connection, kept.id, kept.time.clocks, kept.deadline)
            state = replace(state, match=_stored(connection, state.id))
        return _told(connection, Change(None, state), now, self.hooks.changed)

    def append(
        self, connection: Connection, state: MatchState, new: NewEntry, at: datetime | None = None
    ) -> MatchState:
        """Write the next entry, and let everybody take part in the change; the match after it.

        Follow-ups may be further entries; ``match`` of the state that comes back knows of them.
        Raises OutdatedBoard if somebody else has written since ``state`` was read, and what a
        check raises.
        """
        now = at or self._now()
        for check in self.hooks.check:
            match = check.work(connection, state, new, now) if check.where(state) else None
            if match is not None:
                state = replace(state, match=match)
        entry = Entry(match_id=state.id, ply=state.ply + 1, created_at=now, **row_of(new))
        after = match_log.follow(state, entry, lambda ply: self.at(connection, state.match, ply))
        if _brings_back_deleted(state, after):
            raise errors.PlayerDeleted(state)
        if not entries_storage.add(connection, entry):
            raise errors.OutdatedBoard(state)
        after = replace(after, match=_advanced(state.match, after, now))
        after = _told(connection, Change(state, after), now, self.hooks.keep)
        if not storage.advance(connection, after.match):
            raise errors.OutdatedBoard(state)
        if entry.kind in _LEAVINGS and entry.seat is not None:
            storage.set_left(connection, state.id, entry.seat, left=True)
        for seat in set(state.left).difference(after.left):
            storage.set_left(connection, state.id, seat, left=False)
        after = _told(connection, Change(state, after), now, self.hooks.changed)
        for hook in self.hooks.follow_up:
            following = hook.work(connection, after, now) if hook.where(after) else None
            if following is not None:  # at the same time, so that it costs nobody any
                return replace(after, match=self.append(connection, after, following, now).match)
        return after

    def end(self, connection: Connection, state: MatchState) -> None:
        """Write down the end of a game that is over, if the match is still listed as running."""
        if state.is_running or not state.match.is_running:
            return
        going_on = replace(state, result=None)
        key = Key(f"end:{state.id}:{state.ply}")
        self.append(connection, going_on, NewEntry(EntryKind.END, str(state.ply), None, None, key))

    def _remembered(self, match_id: MatchId, ply: int) -> MatchState | None:
        """The state if it is kept in memory; raises what replaying up to it has raised."""
        with self._lock:
            known = self._states.get(match_id, {}).get(ply)
            if known is not None:
                return known
            replayed = self._replayed.get((match_id, ply))
            if isinstance(replayed, errors.CorruptLog):
                del self._replayed[match_id, ply]  # it may be mended until the next time
                raise replayed
            return replayed

    def _followed(self, connection: Connection, match: MatchSummary, ply: int) -> MatchState:
        """The state after following the log; a long way is gone outside the transaction."""
        with _as_corrupt_log(match.id):
            first = match_log.begin(match)
        with self._lock:
            known = self._states.get(match.id, {})
            before = known.get(max((at for at in known if at < ply), default=ply), first)
        if ply - before.ply > QUICKLY:
            found = _between(connection, match.id, 0, ply)
            raise UnpreparedError(partial(self._replay, first, found))
        with _as_corrupt_log(match.id):
            for entry in _between(connection, match.id, before.ply, ply):
                before = match_log.follow(
                    before, entry, lambda earlier: self.at(connection, match, earlier)
                )
        return before

    def _replay(self, first: MatchState, found: tuple[Entry, ...]) -> None:
        """Keep how the match stands after ``found``, or why that cannot be told."""
        result: Replayed
        try:
            with _as_corrupt_log(first.id):
                result = match_log.replay(first, found)[-1]
        except errors.CorruptLog as error:
            result = error
        with self._lock:
            self._replayed[first.id, len(found)] = result


def _brings_back_deleted(before: MatchState, after: MatchState) -> bool:
    """Whether somebody who was deleted would be in the match again, whose turn might come."""
    if not after.is_running:
        return False
    out = set(before.left) if before.is_running else set(range(len(after.players)))
    holders = (after.players[seat] for seat in out.difference(after.left))
    return any(not isinstance(each, Engine) and is_stand_in(each) for each in holders)


def _between(
    connection: Connection, match_id: MatchId, after: int, up_to: int
) -> tuple[Entry, ...]:
    found = entries_storage.between(connection, match_id, after=after, up_to=up_to)
    if len(found) != up_to - after:
        raise errors.CorruptLog(match_id, after + len(found), f"{up_to} entries expected")
    return found


def _stored(connection: Connection, match_id: MatchId, *, lock: bool = False) -> MatchSummary:
    try:
        match = storage.get(connection, match_id, lock=lock)
    except UnreadableError as error:
        raise errors.CorruptLog(match_id, 0, str(error)) from error
    if match is None:
        raise errors.UnknownMatch
    return match


def _advanced(match: MatchSummary, after: MatchState, now: datetime) -> MatchSummary:
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


def _told(
    connection: Connection, change: Change, now: datetime, hooks: Sequence[Hook]
) -> MatchState:
    """Let those take part whom the change concerns; how the match is after that."""
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
    """The server's choice, else its locale's, else what all the people share, else English.

    ``by`` is who begins the match, whose locale may not be stored yet.
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


@contextmanager
def _as_corrupt_log(match_id: MatchId) -> Iterator[None]:
    try:
        yield
    except match_log.BrokenLogError as error:
        raise errors.CorruptLog(match_id, error.ply, error.reason) from error


class Service:
    """What people can do in an area; its methods are transactions."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now


class StoreService(Service):
    """The same for what is done in matches."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        super().__init__(database, now)
        self._store = store

    async def _written(
        self,
        work: Callable[Concatenate[Connection, Given], MatchState],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> MatchState:
        """The match as a transaction has left it, which is kept in memory from then on."""
        after = await self._database.write(work, *args, **options)
        self._store.remember(after)
        return after
