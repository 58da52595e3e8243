"""Shows the clocks of a match, gives time, freezes clocks, and posts news of all that."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.clocks import (
    Gift,
    LedgerKind,
    LedgerLine,
    LiveClockError,
    Occasion,
    PauseKind,
    SeatClock,
)
from bot.core.clocks import storage as clocks
from bot.core.matches import (
    AlreadyLeft,
    MatchState,
    MatchStore,
    MatchSummary,
    StoreService,
    seat_of,
)
from bot.core.matches import storage as matches
from bot.core.posting import Post, PostKind
from bot.features.timekeeping import storage
from bot.features.timekeeping.errors import GivenOnce, LiveMatch, OwnTime, WithoutClock
from bot.features.timekeeping.match_clocks import MatchClocks, ledger, load_credited
from data.database import writes
from data.ids import Key, MatchId, PlayerId
from data.statements import has_key, try_lock
from data.states import MessageKind
from data.tables import clock_lines
from data.tables import matches as match_rows
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class ClockNews:
    """A line of the ledger that players are told of, and the match as it is now."""

    id: int
    match: MatchState
    line: LedgerLine


def clock_posts(store: MatchStore) -> PostKind[ClockNews]:
    """News of clocks: posted where the match is played, and never edited."""

    def load(connection: Connection, due: outbox.Due) -> Post[ClockNews] | None:
        found = clocks.get_line(connection, due.subject_id)
        if found is None:
            return None
        match_id, line = found
        match = store.read(connection, match_id)
        return Post(ClockNews(due.subject_id, match, line), (match.where,))

    return PostKind(kind=MessageKind.CLOCK, load=load, once=True)


@dataclass(frozen=True, slots=True)
class ClockView:
    """A match with its clocks by seat at ``now``, and all lines of its ledger in order."""

    match: MatchState
    seats: dict[Seat, SeatClock]
    ledger: tuple[LedgerLine, ...]
    now: datetime


class ClockService(StoreService):
    """Shows and gives time. Refusals are ServiceErrors."""

    async def look(self, actor: Actor, match_id: MatchId) -> ClockView:
        """The match's clocks, for its players. Raises UnknownMatch, NotYourMatch, WithoutClock."""
        return await self._database.read(self._look, actor, match_id)

    @writes
    def give(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        gift: Gift,
        expected_ply: int | None = None,
    ) -> ClockView:
        """Give time to the player to move, and post news of it; the clocks after it.

        A repeated interaction returns the same answer. Raises UnknownMatch, NotYourMatch,
        MatchOver, OutdatedBoard, AlreadyLeft, WithoutClock, OwnTime, LiveMatch or GivenOnce.
        """
        if has_key(connection, clock_lines, actor.key):
            return self._look(connection, actor, match_id)
        state = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        if seat_of(state, actor.id) in state.left:
            raise AlreadyLeft(state)
        if state.to_move_player == actor.id:
            raise OwnTime(state)
        if state.match.moves_stand:
            lines = ledger(connection, state.match)
            if any(each.kind is LedgerKind.GIFT and each.by == actor.id for each in lines):
                raise GivenOnce(state)
        now, seat = self._now(), state.to_move
        loaded = load_credited(connection, state.match, now)
        if seat is None or seat not in loaded.seats:
            raise WithoutClock(state)
        try:
            loaded.change(loaded.seats[seat].give(gift, Occasion(now, state.ply, actor.id)))
        except LiveClockError as error:
            raise LiveMatch(state) from error
        loaded.save_once(connection, actor.key, now, told=True)
        return self._look(connection, actor, match_id)

    def _look(self, connection: Connection, actor: Actor, match_id: MatchId) -> ClockView:
        state = self._store.read(connection, match_id)
        seat_of(state, actor.id)
        if not state.match.is_timed:
            raise WithoutClock(state)
        seats = MatchClocks(state.match).seats
        return ClockView(state, seats, ledger(connection, state.match), self._now())

    async def are_held(self) -> bool:
        """Whether timeouts are stopped until an operator decides."""
        stopped = await self._database.read(storage.current_stop)
        return stopped is not None and not stopped.allowed


def freeze(
    connection: Connection,
    match_ids: Sequence[MatchId],
    now: datetime,
    *,
    frozen: bool,
    occasion: str,
    by: PlayerId | None = None,
) -> bool:
    """Freeze the clocks of running matches of a ladder, or end that, and post news of it.

    A match whose player is out of time already is not frozen. ``occasion`` is a unique name of what
    happened. Returns whether all matches were done: a match that another transaction holds is
    skipped, as that may wait for the caller.
    """
    free = [each for each in match_ids if try_lock(connection, match_rows, each)]
    for match_id in free:
        match = matches.get(connection, match_id)
        if match is None or not match.is_running or match.time is None:
            continue
        loaded = load_credited(connection, match, now)
        if _set_frozen(loaded, now, frozen=frozen, by=by):
            loaded.save_once(connection, Key(f"{occasion}:{match_id}"), now, told=True)
    return len(free) == len(match_ids)


def kept_frozen(
    connection: Connection, match: MatchSummary, now: datetime, *, frozen: bool
) -> MatchSummary:
    """The match with its clocks frozen or running like its ladder, for a ``keep`` hook."""
    loaded = MatchClocks(match)
    _set_frozen(loaded, now, frozen=frozen)
    return loaded.book(connection, now)


def _set_frozen(
    loaded: MatchClocks, now: datetime, *, frozen: bool, by: PlayerId | None = None
) -> bool:
    """Freeze the clocks unless the time is over, or end that; whether any clock changed."""
    if frozen and loaded.deadline is not None and now >= loaded.deadline:
        return False
    before = dict(loaded.seats)
    loaded.pause(PauseKind.FROZEN, now, by, paused=frozen)
    return loaded.seats != before
