"""How long players may think: clocks as values, and what happens to a seat's time."""

from bot.services.clocks.clock import (
    LONGEST,
    SHORTEST,
    Bank,
    Clock,
    DurationProblem,
    InvalidDurationError,
    NoClock,
    PerMove,
    TimedClock,
    read_duration,
    say_clock,
    say_duration,
    write_duration,
)
from bot.services.clocks.credits import (
    FEW,
    SHORTEST_OUTAGE,
    Gift,
    Outage,
    credit_outage,
    gifts,
    give,
    spare,
    too_many_timeouts,
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
from bot.services.clocks.notation import (
    OFFERED,
    ClockPart,
    ClockProblem,
    InvalidClockError,
    complete_clock,
    parse_clock,
)
from bot.services.clocks.pauses import (
    DAYS_A_YEAR,
    LONGEST_PAUSE,
    SHORTEST_PAUSE,
    Vacation,
    days_used,
    overdrawn,
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
