"""Every change of a seat's time, as a line that both players can read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from data.ids import PlayerId
from rules.game import Seat

OutageId = NewType("OutageId", int)


class LedgerKind(StrEnum):
    """What changed a seat's time, and with it why."""

    OPENED = "opened"
    TURN = "turn"
    POSTED = "posted"
    MOVED = "moved"
    INCREMENT = "increment"
    CAPPED = "capped"
    STOPPED = "stopped"
    TIMED_OUT = "timed_out"
    FORGIVEN = "forgiven"
    UNDONE = "undone"
    PAUSED = "paused"
    RESUMED = "resumed"
    VACATION_BEGAN = "vacation_began"
    VACATION_ENDED = "vacation_ended"
    FROZEN = "frozen"
    THAWED = "thawed"
    ABSENCE_BEGAN = "absence_began"
    ABSENCE_ENDED = "absence_ended"
    GIFT = "gift"
    OUTAGE = "outage"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change of a seat's time, whose amounts add up to the balance after the last one.

    ``ply`` is the match's when it happened, or where a turn made it happen, when that began: no
    line of a turn has a lower one. ``by`` is whose doing it was where that is not the seat's own:
    who gave time, forgave, or ended a pause. ``outage`` says which one was made good.
    """

    seat: Seat
    kind: LedgerKind
    amount: timedelta
    balance: timedelta
    at: datetime
    ply: int
    by: PlayerId | None = None
    outage: OutageId | None = None


def turn_at(lines: Iterable[LedgerLine], ply: int) -> int:
    """The ply at which the turn began that was going on at ``ply``, from the lines of all seats.

    Not every entry ends a turn: it goes on after a pause, or when a third player leaves.
    """
    began = (line.ply for line in lines if line.kind is LedgerKind.TURN and line.ply <= ply)
    return max(began, default=ply)


def balance_taken_back(lines: Iterable[LedgerLine], ply: int) -> timedelta:
    """What a seat has when the turn that began at ``ply`` is taken back, from its own lines.

    That is what it had when that turn began, and every gift that it got since then. The lines are
    in their order. Raises ValueError without any line.
    """
    own = list(lines)
    earlier = [line for line in own if line.kind is LedgerKind.OPENED or line.ply < ply]
    if not earlier:
        raise ValueError("a clock that was never opened")
    given = (line.amount for line in own if line.kind is LedgerKind.GIFT and line.ply >= ply)
    return sum(given, earlier[-1].balance)
