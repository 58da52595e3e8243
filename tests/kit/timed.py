"""Matches with a clock, for tests: begun, and looked at."""

from datetime import datetime, timedelta

from bot.services.actor import Person, Place
from bot.services.challenges import Offer
from bot.services.clocks import LedgerLine, SeatClock
from bot.services.matches import MatchState
from bot.services.timekeeping import ClockView
from data.ids import PlayerId
from data.states import SeatChoice
from rules.game import Seat
from tests.kit.club import ADA, BEN, PLACE, Club

DAY, HOUR, MINUTE, SECOND = (
    timedelta(**{unit: 1}) for unit in ("days", "hours", "minutes", "seconds")
)


async def timed(
    club: Club,
    clock: str,
    *players: PlayerId,
    game: str = "apart",
    posted: bool = True,
    place: Place = PLACE,
) -> MatchState:
    """A match with this clock, between Ada and Ben if nobody is named; its board is posted."""
    challenger, *others = players or (ADA, BEN)
    offer = Offer(game, tuple(map(Person, others)), None, SeatChoice.FIRST, clock)
    challenge = await club.challenges.offer(club.actor(challenger, place), offer)
    for other in others:
        challenge = await club.challenges.accept(club.actor(other, place), challenge.id)
    if posted:
        await club.delivery.deliver_due()
    return await club.begun(challenge)


async def played(club: Club, match: MatchState) -> MatchState:
    """The match after its player to move has moved, and the next board is posted."""
    after = await club.play(match)
    await club.delivery.deliver_due()
    return after


async def look(club: Club, match: MatchState, who: PlayerId = ADA) -> ClockView:
    """The match's clocks."""
    return await club.clocks.look(club.actor(who), match.id)


async def clock_of(club: Club, match: MatchState, seat: Seat) -> SeatClock:
    """What a seat has."""
    return (await look(club, match)).seats[seat]


async def lines_of(club: Club, match: MatchState, seat: Seat) -> list[LedgerLine]:
    """A seat's own lines of the ledger."""
    return [line for line in (await look(club, match)).ledger if line.seat == seat]


async def deadline(club: Club, match: MatchState) -> datetime | None:
    """Until when the player to move has time, as lists know it."""
    return (await club.state(match.id)).match.deadline


def check_ledger(view: ClockView) -> None:
    """The lines of every seat add up to what it has, which is never below nothing."""
    for seat, clock in view.seats.items():
        own = [line for line in view.ledger if line.seat == seat]
        assert sum((line.amount for line in own), timedelta()) == clock.balance
        assert own[-1].balance == clock.balance
        assert all(line.balance >= timedelta() for line in own)
