"""The ledger of a match: each change of a seat's time is a line that players can read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from data.ids import PlayerId
from rules.game import Seat

OutageId = NewType("OutageId", int)


class LedgerKind(StrEnum):
    """Why a seat's time changed."""

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
    """One change of a seat's time. The amounts of all lines add up to the last balance.

    ``ply`` is that of the match at the time, or where its turn began for changes by a turn. ``by``
    is the other person who caused it: who gave time, forgave, or ended a pause. ``outage`` is the
    one that was credited.
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
    """The ply at which the turn of ``ply`` began, from the lines of all seats.

    Not every entry ends a turn: it continues after a pause, or when a third player leaves.
    """
    began = (line.ply for line in lines if line.kind is LedgerKind.TURN and line.ply <= ply)
    return max(began, default=ply)


def balance_taken_back(lines: Iterable[LedgerLine], ply: int) -> timedelta:
    """A seat's balance after an undo to the turn that began at ``ply``, from its own lines.

    It is the balance before that turn plus all gifts since. The lines are in order. Raises
    ValueError without any line.
    """
    own = list(lines)
    earlier = [line for line in own if line.kind is LedgerKind.OPENED or line.ply < ply]
    if not earlier:
        raise ValueError("a clock that was never opened")
    given = (line.amount for line in own if line.kind is LedgerKind.GIFT and line.ply >= ply)
    return sum(given, earlier[-1].balance)
