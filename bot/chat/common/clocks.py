"""What is said of how long players may think."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.chat.common.text import either, quoted
from bot.services.clocks import (
    LONGEST,
    SHORTEST,
    Clock,
    ClockProblem,
    InvalidClockError,
    say_clock,
    say_duration,
)

_SHOWN = 4


def clock_label(clock: Clock) -> str:
    """A clock in a list of choices: its notation and what that means."""
    return f"{clock} · {say_clock(clock)}"


def deadline(at: datetime) -> str:
    """Until when somebody has time, by the reader's own clock."""
    return f"until {moment(at)} ({distance(at)})"


def moment(at: datetime) -> str:
    """Day and time, by the reader's own clock."""
    return f"<t:{int(at.timestamp())}:f>"


def distance(at: datetime) -> str:
    """How long until then, or since then."""
    return f"<t:{int(at.timestamp())}:R>"


def which_clocks(clocks: Sequence[Clock]) -> str:
    """Clocks that can be typed, in a sentence."""
    return either([str(clock) for clock in clocks])


def unreadable_clock(error: InvalidClockError) -> str:
    """Why what somebody typed is no clock, and what can be typed instead."""
    wrong = quoted(error.wrong) if error.wrong else "That"
    return f"{wrong} {_PROBLEMS[error.problem]} Type {either(error.instead[:_SHOWN])}."


_PROBLEMS: Mapping[ClockProblem, str] = {
    ClockProblem.EMPTY: "is no clock.",
    ClockProblem.UNREADABLE: "is no clock that I can read.",
    ClockProblem.NO_UNIT: "needs a unit: `d` for days, `h` for hours, `m` for minutes.",
    ClockProblem.UNKNOWN_UNIT: "is no unit of time that I know.",
    ClockProblem.NEGATIVE: "is less than no time at all.",
    ClockProblem.TOO_SHORT: f"is too short: at least {say_duration(SHORTEST)}.",
    ClockProblem.TOO_LONG: f"is too long: at most {say_duration(LONGEST)}.",
    ClockProblem.START_ABOVE_CAP: "to begin with is more than the bank may ever hold.",
    ClockProblem.INCREMENT_ABOVE_CAP: "more after each move is more than the bank may ever hold.",
}
