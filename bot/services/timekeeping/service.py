"""Looking at the clocks of a match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import LedgerLine, SeatClock
from bot.services.matches import MatchState, MatchStore, Now, seat_of
from bot.services.timekeeping.errors import WithoutClock
from bot.services.timekeeping.stored import ledger, load
from data.database import Database
from data.ids import MatchId
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class ClockView:
    """A match, the time of its seats at ``now``, and every change of it, in order."""

    match: MatchState
    seats: dict[Seat, SeatClock]
    ledger: tuple[tuple[Seat, LedgerLine], ...]
    now: datetime


class ClockService:
    """What players do about the time of their matches. Every no is a ServiceError."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def look(self, actor: Actor, match_id: MatchId) -> ClockView:
        """The match's clocks, for its players. Raises UnknownMatch, NotYourMatch, WithoutClock."""

        def look(connection: Connection) -> ClockView:
            state = self._store.read(connection, match_id)
            seat_of(state, actor.id)
            if not state.match.is_timed:
                raise WithoutClock(state)
            seats = load(connection, state.match).seats
            return ClockView(state, seats, ledger(connection, state.match), self._now())

        return await self._database.read(look)
