"""What the clocks of a match say."""

from collections.abc import Mapping
from datetime import timedelta

from bot.chat.common.clocks import deadline, distance, moment
from bot.chat.common.text import all_of, counted, match_title, mention
from bot.chat.interaction.part import Refusals
from bot.chat.messenger.text import holder_name, seat_name
from bot.services.clocks import (
    LedgerKind,
    LedgerLine,
    SeatClock,
    say_clock,
    say_duration,
    write_duration,
)
from bot.services.timekeeping import (
    AlreadyOnVacation,
    BadVacation,
    ClockNews,
    ClockView,
    DeadlineTooNear,
    LiveMatch,
    NotOnVacation,
    OutOfTime,
    OwnTime,
    VacationTooLong,
    WithoutClock,
)
from data.ids import PlayerId
from rules.game import Seat

CLOCKS = "Clocks"
PAUSE, RESUME = "Ask for a pause of 7 days", "End the pause"
VACATION = "Vacation"
NEWER, OLDER = "◀ Newer", "Older ▶"
LEDGER = "### What has changed them"

_SECOND, _DAY = timedelta(seconds=1), timedelta(days=1)


def heading(view: ClockView) -> str:
    """Whose clocks these are, and how they go."""
    return f"### Clocks · {match_title(view.match)}\n{say_clock(view.match.clock)}"


def bank(view: ClockView, seat: Seat) -> str:
    """What a seat has left, and until when that lasts if its time runs."""
    holder, clock = view.match.players[seat], view.seats[seat]
    left = roughly(clock.remaining(view.now))
    name = f"**{seat_name(view.match, seat)}** {holder_name(holder)}"
    return f"{name}: {left}{_state(view, seat, clock)}"


def give(amount: timedelta) -> str:
    """The button to give somebody time."""
    return f"Give {say_duration(amount)}"


def news(found: ClockNews) -> str:
    """What somebody has done about the time of a match."""
    line, whose = found.line, holder_name(found.match.players[found.line.seat])
    until = found.match.match.deadline
    now = "" if until is None else f" {whose} has time {deadline(until)}."
    by = "" if line.by is None else mention(line.by)
    back = found.match.away.get(_player(found))
    if line.kind is LedgerKind.VACATION_BEGAN and back is not None:
        now = f" Until {moment(back)} their time stands still; they may move all the same."
    return f"{_NEWS[line.kind].format(by=by, whose=whose, amount=say_duration(line.amount))}{now}"


def _player(found: ClockNews) -> PlayerId:
    holder = found.match.players[found.line.seat]
    return holder if isinstance(holder, int) else PlayerId(0)


def roughly(duration: timedelta) -> str:
    """A length of time in words, as exactly as people tell it."""
    step = timedelta(minutes=1) if duration >= _DAY else _SECOND
    return say_duration(duration - duration % step)


def line(view: ClockView, change: LedgerLine) -> str:
    """A change: when, whose, what, how much, and what was left."""
    by = "" if change.by is None else f" by {mention(change.by)}"
    amount = f" {_signed(change.amount)}" if change.amount else ""
    return (
        f"{moment(change.at)} {seat_name(view.match, change.seat)}: "
        f"{_CHANGES[change.kind]}{by}{amount} → {write_duration(change.balance)}"
    )


def _state(view: ClockView, seat: Seat, clock: SeatClock) -> str:
    holder, paused = view.match.players[seat], view.match.match.paused_until
    away = view.match.away.get(holder) if isinstance(holder, int) else None
    if clock.timed_out_at:
        return ", ran out of time"
    if away is not None:
        return f", on vacation until {moment(away)}"
    if not clock.turn:
        return ""
    if clock.deadline:
        return f", {deadline(clock.deadline)}"
    return ", paused" if paused is None else f", paused until {moment(paused)}"


def _signed(amount: timedelta) -> str:
    sign = "+" if amount > timedelta() else "\u2212"
    return f"{sign}{write_duration(abs(amount))}"


_NEWS: Mapping[LedgerKind, str] = {
    LedgerKind.GIFT: "{by} gives {whose} {amount} more.",
    LedgerKind.VACATION_BEGAN: "{whose} goes on vacation.",
    LedgerKind.VACATION_ENDED: "{whose} is back from vacation.",
}

_CHANGES: Mapping[LedgerKind, str] = {
    LedgerKind.OPENED: "to begin with",
    LedgerKind.TURN: "turn begins",
    LedgerKind.POSTED: "board posted, time runs",
    LedgerKind.MOVED: "thought before the move",
    LedgerKind.INCREMENT: "for the move",
    LedgerKind.CAPPED: "back to the most there is",
    LedgerKind.STOPPED: "turn ends without a move",
    LedgerKind.TIMED_OUT: "ran out of time",
    LedgerKind.FORGIVEN: "may play on",
    LedgerKind.UNDONE: "moves were taken back",
    LedgerKind.PAUSED: "paused by agreement",
    LedgerKind.RESUMED: "the pause ends",
    LedgerKind.VACATION_BEGAN: "vacation begins",
    LedgerKind.VACATION_ENDED: "vacation ends",
    LedgerKind.GIFT: "given",
    LedgerKind.OUTAGE: "made good, since I was away",
}


def _too_long_away(error: VacationTooLong) -> str:
    left = all_of([f"{counted(days, 'day')} in {year}" for year, days in error.left.items()])
    return f"That is more than you have left: {left}. Nothing was changed."


REFUSALS: Refusals = {
    OutOfTime: lambda error: f"The time ran out {distance(error.deadline)}, so this came too late.",
    WithoutClock: lambda _: "This match has no clock: you can take as long as you like.",
    AlreadyOnVacation: lambda error: (
        f"You are on vacation already, until {moment(error.until)}. `/vacation end` ends it."
    ),
    NotOnVacation: lambda _: "You are not on vacation. `/vacation start` begins one.",
    BadVacation: lambda error: f"A vacation lasts from 1 to {error.longest} days.",
    VacationTooLong: _too_long_away,
    DeadlineTooNear: lambda error: (
        f"In {match_title(error.view)} you have time {deadline(error.deadline)}, which is too "
        "near. Make your move there first, then go on vacation."
    ),
    OwnTime: lambda _: "You can give time to others, while it is their turn, but not to yourself.",
    LiveMatch: lambda _: "This match is played in one sitting, where that is not done.",
}
