"""How long players may think: clocks as values, and what happens to a seat's time."""

from __future__ import annotations

from bot.services.clocks.clock import LONGEST, SHORTEST, Bank, Clock, NoClock, PerMove, TimedClock
from bot.services.clocks.completion import OFFERED, complete_clock
from bot.services.clocks.credits import Gift, credit_outage, gifts, give, spare
from bot.services.clocks.durations import (
    DurationProblem,
    InvalidDurationError,
    read_duration,
    say_duration,
    write_duration,
)
from bot.services.clocks.errors import (
    AlreadyPausedError,
    AlreadyToMoveError,
    LiveClockError,
    NotOverdueError,
    NotPausedError,
    NotTimedOutError,
    NotToMoveError,
    TooLateError,
)
from bot.services.clocks.ledger import (
    LedgerKind,
    LedgerLine,
    OutageId,
    balance_before,
    turn_at,
)
from bot.services.clocks.notation import ClockPart, ClockProblem, InvalidClockError, parse_clock
from bot.services.clocks.outages import FEW, SHORTEST_OUTAGE, Outage, too_many_timeouts
from bot.services.clocks.pauses import (
    LONGEST_PAUSE,
    SHORTEST_PAUSE,
    pause,
    resume,
    too_near_for_vacation,
)
from bot.services.clocks.seat_clock import (
    GRACE,
    Occasion,
    PauseKind,
    SeatClock,
    Transition,
    Turn,
)
from bot.services.clocks.stored import read_clock, read_line, written_clock, written_line
from bot.services.clocks.turns import (
    FORGIVE_WITHIN,
    begin_turn,
    board_posted,
    end_turn,
    forgive,
    move,
    open_clock,
    soonest,
    take_back,
    time_out,
)
from bot.services.clocks.vacation import DAYS_A_YEAR, Vacation, days_used, overdrawn
from bot.services.clocks.words import say_clock

__all__ = [
    "DAYS_A_YEAR",
    "FEW",
    "FORGIVE_WITHIN",
    "GRACE",
    "LONGEST",
    "LONGEST_PAUSE",
    "OFFERED",
    "SHORTEST",
    "SHORTEST_OUTAGE",
    "SHORTEST_PAUSE",
    "AlreadyPausedError",
    "AlreadyToMoveError",
    "Bank",
    "Clock",
    "ClockPart",
    "ClockProblem",
    "DurationProblem",
    "Gift",
    "InvalidClockError",
    "InvalidDurationError",
    "LedgerKind",
    "LedgerLine",
    "LiveClockError",
    "NoClock",
    "NotOverdueError",
    "NotPausedError",
    "NotTimedOutError",
    "NotToMoveError",
    "Occasion",
    "Outage",
    "OutageId",
    "PauseKind",
    "PerMove",
    "SeatClock",
    "TimedClock",
    "TooLateError",
    "Transition",
    "Turn",
    "Vacation",
    "balance_before",
    "begin_turn",
    "board_posted",
    "complete_clock",
    "credit_outage",
    "days_used",
    "end_turn",
    "forgive",
    "gifts",
    "give",
    "move",
    "open_clock",
    "overdrawn",
    "parse_clock",
    "pause",
    "read_clock",
    "read_duration",
    "read_line",
    "resume",
    "say_clock",
    "say_duration",
    "soonest",
    "spare",
    "take_back",
    "time_out",
    "too_many_timeouts",
    "too_near_for_vacation",
    "turn_at",
    "write_duration",
    "written_clock",
    "written_line",
]
