"""How long players may think: clocks as values, and what happens to a seat's time."""

from __future__ import annotations

from bot.services.clocks.clock import LONGEST, SHORTEST, Bank, Clock, NoClock, PerMove, TimedClock
from bot.services.clocks.completion import OFFERED, complete_clock
from bot.services.clocks.credits import AFTER_AN_OUTAGE, Gift, credit_outage, gifts, give
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
    ClockError,
    LiveClockError,
    NotOverdueError,
    NotPausedError,
    NotTimedOutError,
    NotToMoveError,
    TooLateError,
)
from bot.services.clocks.ledger import LedgerKind, LedgerLine, OutageId, balance_before
from bot.services.clocks.notation import ClockPart, ClockProblem, InvalidClockError, parse_clock
from bot.services.clocks.outages import Outage, is_outage, too_many_timeouts
from bot.services.clocks.pauses import (
    LONGEST_PAUSE,
    SHORTEST_PAUSE,
    VACATION_NOTICE,
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
from bot.services.clocks.turns import (
    FORGIVE_WITHIN,
    HEAD_START,
    POSTING,
    begin_turn,
    board_posted,
    end_turn,
    forgive,
    move,
    open_clock,
    take_back,
    time_out,
)
from bot.services.clocks.vacation import DAYS_A_YEAR, Vacation, days_used, overdrawn
from bot.services.clocks.words import say_clock

__all__ = [
    "AFTER_AN_OUTAGE",
    "DAYS_A_YEAR",
    "FORGIVE_WITHIN",
    "GRACE",
    "HEAD_START",
    "LONGEST",
    "LONGEST_PAUSE",
    "OFFERED",
    "POSTING",
    "SHORTEST",
    "SHORTEST_PAUSE",
    "VACATION_NOTICE",
    "AlreadyPausedError",
    "AlreadyToMoveError",
    "Bank",
    "Clock",
    "ClockError",
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
    "is_outage",
    "move",
    "open_clock",
    "overdrawn",
    "parse_clock",
    "pause",
    "read_duration",
    "resume",
    "say_clock",
    "say_duration",
    "take_back",
    "time_out",
    "too_many_timeouts",
    "too_near_for_vacation",
    "write_duration",
]
