"""Looking at the clocks of a match, giving time, and what players hear of it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.clocks import Gift, LedgerKind, LedgerLine, LiveClockError, Occasion, SeatClock
from bot.core.clocks import storage as clocks
from bot.core.matches import (
    AlreadyLeft,
    MatchState,
    MatchStore,
    MatchSummary,
    StoreService,
    seat_of,
)
from bot.core.posting import Post, PostKind
from bot.features.timekeeping import stops_storage
from bot.features.timekeeping.errors import GivenOnce, LiveMatch, OwnTime, WithoutClock
from bot.features.timekeeping.outages import load_credited
from bot.features.timekeeping.stored import MatchClocks, ledger
from data.ids import MatchId, PlayerId
from data.statements import is_written
from data.states import MessageKind
from data.tables import clock_lines
from data.transactions import writes
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class ClockNews:
    """A line of the ledger, with its number, and the match as it is now."""

    id: int
    match: MatchState
    line: LedgerLine


def note_news(connection: Connection, line: int, match_id: MatchId, now: datetime) -> None:
    """Note that players have to hear of a change of their time, by its number."""
    outbox.add(connection, outbox.of_match(MessageKind.CLOCK, match_id, line, 0), now)


def clock_posts(store: MatchStore) -> PostKind[ClockNews]:
    """News of clocks: posted where the match is played, and left as they are."""

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
    """A match, the time of its seats at ``now``, and every change of it, in order."""

    match: MatchState
    seats: dict[Seat, SeatClock]
    ledger: tuple[LedgerLine, ...]
    now: datetime


class ClockService(StoreService):
    """What players do about the time of their matches. Every no is a ServiceError."""

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
        """Give time to the player to move, which everybody hears of; the clocks after it.

        The same interaction again gives the same answer. Raises UnknownMatch, NotYourMatch,
        MatchOver, OutdatedBoard, AlreadyLeft, WithoutClock, OwnTime, LiveMatch or GivenOnce.
        """
        if is_written(connection, clock_lines, actor.key):
            return self._look(connection, actor, match_id)
        state = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        if seat_of(state, actor.id) in state.left:
            raise AlreadyLeft(state)
        if state.to_move_player == actor.id:
            raise OwnTime(state)
        if state.match.moves_stand and _has_given(connection, state.match, actor.id):
            raise GivenOnce(state)
        now, seat = self._now(), state.to_move
        banks = load_credited(connection, state.match, now)
        if seat is None or seat not in banks.seats:
            raise WithoutClock(state)
        try:
            banks.change(banks.seats[seat].give(gift, Occasion(now, state.ply, actor.id)))
        except LiveClockError as error:
            raise LiveMatch(state) from error
        note_news(connection, banks.save_once(connection, actor.key, now), match_id, now)
        return self._look(connection, actor, match_id)

    def _look(self, connection: Connection, actor: Actor, match_id: MatchId) -> ClockView:
        state = self._store.read(connection, match_id)
        seat_of(state, actor.id)
        if not state.match.is_timed:
            raise WithoutClock(state)
        seats = MatchClocks(state.match).seats
        return ClockView(state, seats, ledger(connection, state.match), self._now())

    async def are_held(self) -> bool:
        """Whether nobody loses on time before an operator has decided."""
        stopped = await self._database.read(stops_storage.current)
        return stopped is not None and not stopped.allowed


def _has_given(connection: Connection, match: MatchSummary, player_id: PlayerId) -> bool:
    lines = ledger(connection, match)
    return any(each.kind is LedgerKind.GIFT and each.by == player_id for each in lines)
