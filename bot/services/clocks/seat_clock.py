"""A seat's time in a match: what is left, whether it runs, and when it will be over."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.clocks.clock import TimedClock
from bot.services.clocks.ledger import LedgerKind, LedgerLine, OutageId
from data.ids import PlayerId
from rules.game import Seat

GRACE = timedelta(seconds=10)
"""How long after the deadline a timeout waits for moves that reached Discord before it."""


class PauseKind(StrEnum):
    """Why a seat's time stands still though it is to move."""

    AGREED = "agreed"
    VACATION = "vacation"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is going on.

    ``runs_from`` is when its time began, or will begin, to run; None while it is paused.
    ``head_start`` is what passes between the board's posting, or the end of a pause, and that.
    """

    ply: int
    runs_from: datetime | None
    head_start: timedelta
    posted: bool = False


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's time. ``balance`` is what was left when it last stood still, and never negative.

    ``turn`` is None while the seat is not to move; ``timed_out_at`` while it has not run out.
    ``credited`` are the outages made good before, so that none is made good twice.
    """

    seat: Seat
    clock: TimedClock
    balance: timedelta
    turn: Turn | None = None
    pauses: frozenset[PauseKind] = frozenset()
    credited: frozenset[OutageId] = frozenset()
    timed_out_at: datetime | None = None

    @property
    def runs_from(self) -> datetime | None:
        """When the time began, or will begin, to run; None while it stands still."""
        return self.turn.runs_from if self.turn else None

    @property
    def deadline(self) -> datetime | None:
        """A move must reach Discord before this; None while the time stands still."""
        return self.runs_from + self.balance if self.runs_from else None

    @property
    def timeout_due(self) -> datetime | None:
        """When a timeout may be applied at the earliest; None while the time stands still."""
        return self.deadline + GRACE if self.deadline else None

    def used(self, now: datetime) -> timedelta:
        """What has run off the balance since it last stood still."""
        return max(now - self.runs_from, timedelta()) if self.runs_from else timedelta()

    def remaining(self, now: datetime) -> timedelta:
        """What is left at ``now``, never negative."""
        return max(self.balance - self.used(now), timedelta())


@dataclass(frozen=True, slots=True)
class Transition:
    """A seat's time after something happened, and the lines that tell it."""

    state: SeatClock
    lines: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """When something happens to a seat's time, at which ply of the match, and by whom."""

    at: datetime
    ply: int
    by: PlayerId | None = None


def booked(
    state: SeatClock,
    kind: LedgerKind,
    amount: timedelta,
    occasion: Occasion,
    outage: OutageId | None = None,
) -> Transition:
    """The one way by which a balance changes: together with the line that says so."""
    balance = state.balance + amount
    line = LedgerLine(
        state.seat, kind, amount, balance, occasion.at, occasion.ply, occasion.by, outage
    )
    return Transition(replace(state, balance=balance), (line,))
