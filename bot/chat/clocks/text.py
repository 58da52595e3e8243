"""What the clocks of a match say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from bot.chat.common.clocks import deadline, moment
from bot.chat.common.text import match_title, mention
from bot.chat.messenger.text import holder_name, seat_name
from bot.services.clocks import (
    LedgerKind,
    LedgerLine,
    PauseKind,
    SeatClock,
    say_clock,
    say_duration,
    write_duration,
)
from bot.services.timekeeping import ClockNews, ClockView
from rules.game import Seat

CLOCKS = "Clocks"
PAUSE, RESUME = "Ask for a pause of 7 days", "End the pause"
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
    return f"**{seat_name(view.match, seat)}** {holder_name(holder)}: {left}{_state(clock)}"


def give(amount: timedelta) -> str:
    """The button to give somebody time."""
    return f"Give {say_duration(amount)}"


def news(found: ClockNews) -> str:
    """What somebody has done about the time of a match."""
    line, whose = found.line, holder_name(found.match.players[found.seat])
    until = found.match.match.deadline
    now = "" if until is None else f" {whose} has time {deadline(until)}."
    by = "" if line.by is None else mention(line.by)
    return f"{_NEWS[line.kind].format(by=by, whose=whose, amount=say_duration(line.amount))}{now}"


def roughly(duration: timedelta) -> str:
    """A length of time in words, as exactly as people tell it."""
    step = timedelta(minutes=1) if duration >= _DAY else _SECOND
    return say_duration(duration - duration % step)


def line(view: ClockView, seat: Seat, change: LedgerLine) -> str:
    """A change: when, whose, what, how much, and what was left."""
    by = "" if change.by is None else f" by {mention(change.by)}"
    amount = f" {_signed(change.amount)}" if change.amount else ""
    return (
        f"{moment(change.at)} {seat_name(view.match, seat)}: "
        f"{_CHANGES[change.kind]}{by}{amount} → {write_duration(change.balance)}"
    )


def _state(clock: SeatClock) -> str:
    if clock.timed_out_at:
        return ", ran out of time"
    if not clock.turn:
        return ""
    if clock.deadline:
        return f", {deadline(clock.deadline)}"
    why = _PAUSES[PauseKind.VACATION if PauseKind.VACATION in clock.pauses else PauseKind.AGREED]
    return f", {why}"


def _signed(amount: timedelta) -> str:
    sign = "+" if amount > timedelta() else "\u2212"
    return f"{sign}{write_duration(abs(amount))}"


_NEWS: Mapping[LedgerKind, str] = {
    LedgerKind.GIFT: "{by} gives {whose} {amount} more.",
}

_PAUSES: Mapping[PauseKind, str] = {
    PauseKind.AGREED: "paused",
    PauseKind.VACATION: "on vacation",
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
