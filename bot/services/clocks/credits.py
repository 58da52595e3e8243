"""Time that a seat gets without moving: from an opponent, or because the bot was away."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.clocks.clock import TimedClock
from bot.services.clocks.errors import LiveClockError, NotToMoveError
from bot.services.clocks.ledger import LedgerKind, OutageId
from bot.services.clocks.seat_clock import Occasion, SeatClock, Transition, booked

SHORTEST_OUTAGE = timedelta(seconds=60)
"""What is not longer than this is made good in live matches alone."""

FEW = 5
FEW_PER_CENT = 10

AFTER_AN_OUTAGE = timedelta(hours=1)
"""What is left at least, after an outage, to those whose deadline fell into it."""

AFTER_A_SHORT_ONE = timedelta(minutes=1)
"""The same after one that is made good in live matches alone."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was away, or cut off from Discord, between two instants.

    ``live_only``: not for long enough to be made good where a match takes days.
    """

    id: OutageId
    began: datetime
    ended: datetime
    live_only: bool = False

    @property
    def length(self) -> timedelta:
        """How long it lasted."""
        return self.ended - self.began


def too_many_timeouts(due: int, running: int) -> bool:
    """Whether one sweep would end more of the ``running`` clocks than can be believed."""
    return due > FEW and due * 100 > running * FEW_PER_CENT


class Gift(StrEnum):
    """What an opponent can give."""

    PERIOD = "period"
    DAY = "day"


def gifts(clock: TimedClock) -> dict[Gift, timedelta]:
    """What can be given where ``clock`` runs: a part of what it gives itself, or a day."""
    period = {Gift.PERIOD: clock.gift}
    return period if clock.live else period | {Gift.DAY: timedelta(days=1)}


def give(state: SeatClock, gift: Gift, occasion: Occasion) -> Transition:
    """An opponent, ``occasion.by``, gives time; for this turn it may exceed the cap.

    Raises NotToMoveError if the seat's time has run out, and LiveClockError for a day where a match
    is played in one sitting.
    """
    if state.timed_out_at:
        raise NotToMoveError
    amounts = gifts(state.clock)
    if gift not in amounts:
        raise LiveClockError
    return booked(state, LedgerKind.GIFT, amounts[gift], occasion)


def credit_outage(state: SeatClock, outage: Outage, at: datetime) -> Transition:
    """Make good an outage, once, to a seat whose time ran during it; else nothing changes.

    To be done before any later move of the seat is taken, for until then the outage counts against
    the deadline.
    """
    turn = state.turn
    if not turn or not turn.runs_from or turn.runs_from >= outage.ended:
        return Transition(state, ())
    if outage.id in state.credited or (outage.live_only and not state.clock.live):
        return Transition(state, ())
    credited = replace(state, credited=state.credited | {outage.id})
    amount = _made_good(outage, turn.runs_from + state.balance)
    return booked(credited, LedgerKind.OUTAGE, amount, Occasion(at, turn.ply), outage.id)


def spare(state: SeatClock, at: datetime) -> Transition:
    """An operator lets nobody lose on time: the seat has what forgiven players have, from now on.

    Raises NotToMoveError unless its time runs.
    """
    turn = state.turn
    if not turn or not turn.runs_from:
        raise NotToMoveError
    amount = state.used(at) + state.clock.forgiven - state.balance
    return booked(state, LedgerKind.FORGIVEN, amount, Occasion(at, turn.ply))


def _made_good(outage: Outage, deadline: datetime) -> timedelta:
    if not outage.began <= deadline <= outage.ended:
        return outage.length
    least = AFTER_A_SHORT_ONE if outage.live_only else AFTER_AN_OUTAGE
    return max(outage.length, outage.ended + least - deadline)
