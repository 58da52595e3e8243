"""Clocks (time controls) as values, and the time of a seat."""

from bot.core.clocks import storage
from bot.core.clocks.clock import (
    LONGEST,
    SHORTEST,
    Clock,
    ClockProblem,
    NoClock,
    TimedClock,
    UnreadableClock,
    say_clock,
    say_duration,
    write_duration,
)
from bot.core.clocks.ledger import LedgerKind, LedgerLine, balance_taken_back, turn_at
from bot.core.clocks.notation import OFFERED, complete_clock, parse_clock, stored_clock
from bot.core.clocks.seat_clock import (
    FIRST_BOARD,
    FORGIVE_WITHIN,
    GRACE,
    LONGEST_PAUSE,
    POSTING,
    SHORTEST_OUTAGE,
    SHORTEST_PAUSE,
    Gift,
    LiveClockError,
    Occasion,
    Outage,
    PauseKind,
    SeatClock,
    Transition,
    gifts,
    open_clock,
)
