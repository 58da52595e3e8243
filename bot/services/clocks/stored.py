"""A seat's time as it is stored, and back."""

from __future__ import annotations

from datetime import timedelta

from bot.services.clocks.clock import TimedClock
from bot.services.clocks.ledger import LedgerKind, LedgerLine, OutageId
from bot.services.clocks.seat_clock import PauseKind, SeatClock, Turn
from data.stored_clocks import StoredClock, StoredLine
from rules.game import Seat


def read_clock(clock: TimedClock, kept: StoredClock) -> SeatClock:
    """A seat's time as it was written, where ``clock`` runs."""
    ply = kept.turn_ply
    return SeatClock(
        clock=clock,
        balance=kept.balance,
        turn=None if ply is None else Turn(ply, kept.runs_from, kept.head_start, kept.posted),
        pauses=frozenset(map(PauseKind, kept.pauses)),
        credited=frozenset(map(OutageId, kept.credited)),
        timed_out_at=kept.timed_out_at,
    )


def written_clock(state: SeatClock) -> StoredClock:
    """What is stored of a seat's time."""
    turn = state.turn
    return StoredClock(
        balance=state.balance,
        turn_ply=turn.ply if turn else None,
        runs_from=turn.runs_from if turn else None,
        head_start=turn.head_start if turn else timedelta(),
        posted=turn.posted if turn else False,
        pauses=tuple(sorted(state.pauses)),
        credited=tuple(sorted(state.credited)),
        timed_out_at=state.timed_out_at,
    )


def read_line(line: StoredLine) -> LedgerLine:
    """A stored line as it was booked."""
    outage = None if line.outage is None else OutageId(line.outage)
    return LedgerLine(
        LedgerKind(line.kind), line.amount, line.balance, line.at, line.ply, line.by, outage
    )


def written_line(seat: Seat, line: LedgerLine) -> StoredLine:
    """What is stored of a line of this seat."""
    return StoredLine(
        seat, line.kind.value, line.amount, line.balance, line.at, line.ply, line.by, line.outage
    )
