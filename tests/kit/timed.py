"""Matches with a clock, for tests: begun, and looked at."""

from datetime import datetime, timedelta
from typing import Any

from bot.core.clocks import LedgerLine, SeatClock
from bot.core.matches import MatchState
from bot.features.timekeeping.service import ClockView
from data.ids import PlayerId
from rules.game import Seat
from tests.kit.club import ADA, Club


async def timed(
    club: Club, clock: str, *players: PlayerId, posted: bool = True, **terms: Any
) -> MatchState:
    """A match with this clock; its board is posted."""
    return await club.start(*players, clock=clock, posted=posted, **terms)


async def look(club: Club, match: MatchState, who: PlayerId = ADA) -> ClockView:
    return await club.clocks.look(club.actor(who), match.id)


async def clock_of(club: Club, match: MatchState, seat: Seat) -> SeatClock:
    return (await look(club, match)).seats[seat]


async def lines_of(club: Club, match: MatchState, seat: Seat) -> list[LedgerLine]:
    """A seat's own lines of the ledger."""
    return [line for line in (await look(club, match)).ledger if line.seat == seat]


async def deadline(club: Club, match: MatchState) -> datetime | None:
    """Until when the player to move has time, as lists know it."""
    return (await club.state(match.id)).match.deadline


async def due(club: Club, match: MatchState) -> datetime:
    """The same of a match in which time runs."""
    until = await deadline(club, match)
    assert until is not None
    return until


def check_ledger(view: ClockView) -> None:
    """The lines of every seat add up to what it has, which is never below nothing."""
    for seat, clock in view.seats.items():
        own = [line for line in view.ledger if line.seat == seat]
        assert sum((line.amount for line in own), timedelta()) == clock.balance
        assert own[-1].balance == clock.balance
        assert all(line.balance >= timedelta() for line in own)
