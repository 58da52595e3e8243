"""Sentences about clocks and vacations."""

from collections.abc import Mapping
from datetime import timedelta

from bot.core import clocks
from bot.features.timekeeping.errors import (
    DeadlineTooNear,
    VacationTooLong,
)
from bot.features.timekeeping.service import (
    DAYS_A_YEAR,
    ClockNews,
    ClockView,
    RunningContest,
    VacationView,
)
from bot.screen import words
from bot.screen.messenger.words import holder_name, seat_name
from bot.screen.names import TITLE, harmless
from bot.screen.words import deadline, match_title, mention, moment
from rules.game import Seat
from rules.texts import Counted, Plain, Text, Words, labelled, lines, listed, sentences

CLOCKS = Text("Clocks", "button")
RESUME = Text("End the pause")
VACATION = Text("Vacation", "button")
NEWER = Text("Newer", "button")
OLDER = Text("Older", "button")
LEDGER = Text("### Clock history")


def heading(view: ClockView) -> Text:
    title = Text("### Clocks · {match}", match=match_title(view.match))
    return lines(title, clocks.say_clock(view.match.clock))


def bank(view: ClockView, seat: Seat) -> Text:
    """A seat's remaining time, and its deadline if it runs."""
    holder, clock = view.match.players[seat], view.seats[seat]
    left = clock.remaining(view.now)
    step = timedelta(minutes=1) if left >= timedelta(days=1) else timedelta(seconds=1)
    return _state(view, seat, clock).of(
        side=seat_name(view.match, seat),
        player=holder_name(holder),
        left=clocks.say_duration(left - left % step),
    )


def pause(days: int) -> Text:
    return Counted("Pause {number} day", "Pause {number} days", days)


def give(amount: timedelta) -> Text:
    return Text("Give {amount}", "button", amount=clocks.say_duration(amount))


def news(found: ClockNews) -> Text:
    line, holder = found.line, found.match.players[found.line.seat]
    whose, until = holder_name(holder), found.match.match.deadline
    has = Text("{player} has time {until}.", player=whose)
    now = has.of(until=deadline(until)) if until else None
    by = "" if line.by is None else mention(line.by)
    back = found.match.away.get(holder) if isinstance(holder, int) else None
    if line.kind is clocks.LedgerKind.VACATION_BEGAN and back is not None:
        now = Text(
            "Their clocks are paused until {moment}. They can still move.",
            moment=moment(back),
        )
    amount = clocks.say_duration(line.amount)
    return sentences(_NEWS[line.kind].of(by=by, player=whose, time=amount), now)


def line(view: ClockView, change: clocks.LedgerLine) -> Text:
    """A change: when, whose, what, by whom, how much, and what was left."""
    sign = "+" if change.amount > timedelta() else "\u2212"
    amount = f" {sign}{clocks.write_duration(abs(change.amount))}" if change.amount else ""
    what = _CHANGES[change.kind]
    if change.by is not None:
        what = _CHANGES_BY.get(change.kind, what).of(player=mention(change.by))
    when = Plain("-# {moment} {side}", moment=moment(change.at))
    came = Plain("{change}{amount} → {left}", change=what, amount=amount)
    return labelled(
        when.of(side=seat_name(view.match, change.seat)),
        came.of(left=clocks.write_duration(change.balance)),
    )


def _state(view: ClockView, seat: Seat, clock: clocks.SeatClock) -> Text:
    """The template for a seat's clock; the caller fills in the player and the remaining time."""
    holder, paused = view.match.players[seat], view.match.match.paused_until
    away = view.match.away.get(holder) if isinstance(holder, int) else None
    if clock.timed_out_at:
        return Text("**{side}** {player}: {left}, ran out of time")
    if away is not None:
        return Text("**{side}** {player}: {left}, on vacation until {until}", until=moment(away))
    if not clock.turn:
        return Text("**{side}** {player}: {left}")
    if clock.deadline:
        return Text("**{side}** {player}: {left}, {until}", until=deadline(clock.deadline))
    if paused is None:
        return Text("**{side}** {player}: {left}, paused")
    return Text("**{side}** {player}: {left}, paused until {until}", until=moment(paused))


_NEWS: Mapping[clocks.LedgerKind, Text] = {
    clocks.LedgerKind.GIFT: Text("{by} gives {player} {time} more."),
    clocks.LedgerKind.VACATION_BEGAN: Text("{player} goes on vacation."),
    clocks.LedgerKind.VACATION_ENDED: Text("{player} is back from vacation."),
    clocks.LedgerKind.ABSENCE_ENDED: Text(
        "I can post here again, and the clocks are running again."
    ),
    clocks.LedgerKind.FROZEN: Text(
        "The ladder is frozen, and the clocks of this match are paused until it "
        "resumes. You can still move."
    ),
    clocks.LedgerKind.THAWED: Text("The ladder resumes, and so do the clocks of this match."),
}

_CHANGES: Mapping[clocks.LedgerKind, Text] = {
    clocks.LedgerKind.OPENED: Text("to begin with", "clock"),
    clocks.LedgerKind.TURN: Text("turn begins", "clock"),
    clocks.LedgerKind.POSTED: Text("board posted, time runs", "clock"),
    clocks.LedgerKind.MOVED: Text("thought before the move", "clock"),
    clocks.LedgerKind.INCREMENT: Text("for the move", "clock"),
    clocks.LedgerKind.CAPPED: Text("limited by the cap", "clock"),
    clocks.LedgerKind.STOPPED: Text("turn ends without a move", "clock"),
    clocks.LedgerKind.TIMED_OUT: Text("ran out of time", "clock"),
    clocks.LedgerKind.FORGIVEN: Text("may play on", "clock"),
    clocks.LedgerKind.UNDONE: Text("moves were taken back", "clock"),
    clocks.LedgerKind.PAUSED: Text("paused by agreement", "clock"),
    clocks.LedgerKind.RESUMED: Text("the pause ends", "clock"),
    clocks.LedgerKind.VACATION_BEGAN: Text("vacation begins", "clock"),
    clocks.LedgerKind.VACATION_ENDED: Text("vacation ends", "clock"),
    clocks.LedgerKind.ABSENCE_BEGAN: Text("the bot cannot post here", "clock"),
    clocks.LedgerKind.ABSENCE_ENDED: Text("the bot can post here again", "clock"),
    clocks.LedgerKind.FROZEN: Text("the ladder is frozen", "clock"),
    clocks.LedgerKind.THAWED: Text("the ladder resumes", "clock"),
    clocks.LedgerKind.GIFT: Text("given", "clock"),
    clocks.LedgerKind.OUTAGE: Text("given back: the bot was offline", "clock"),
}
_CHANGES_BY: Mapping[clocks.LedgerKind, Text] = {
    clocks.LedgerKind.FORGIVEN: Text("may play on, by {player}"),
    clocks.LedgerKind.GIFT: Text("given by {player}"),
}


END_VACATION = Text("End my vacation")


def vacation_status(view: VacationView) -> Text:
    if view.until is None:
        how = Text(
            "You are not on vacation. A vacation begins at once and lasts whole days. Your "
            "clocks are paused, except in matches of a ladder or a tournament and in those "
            "played in one sitting. Your opponents see when it ends."
        )
        how = sentences(how, _running_in(view))
    else:
        away = Text("You are on vacation until {until}.", until=moment(view.until))
        how = sentences(away, _paused_in(view), _running_in(view), Text("You can still move."))
    return lines(Text("### Vacation"), how, days_left(view))


def vacation_begun(view: VacationView) -> Text:
    lasts = Text("Your vacation lasts until {until}.")
    until = lasts.of(until=moment(view.until)) if view.until else None
    more = Text(
        "Matches that begin during it are paused too. Matches of a ladder or a "
        "tournament and those played in one sitting are not. You can still move. "
        "To end it early, use `/vacation`."
    )
    told = sentences(Text("Have a good time!"), until, _paused_in(view), _running_in(view), more)
    return lines(told, days_left(view))


def vacation_ended(view: VacationView) -> Text:
    runs = Counted(
        "Your clock is running again in {number} match; to see it, use `/matches`.",
        "Your clock is running again in {number} matches; to see them, use `/matches`.",
        view.matches,
    )
    told = sentences(Text("Welcome back!"), runs if view.matches else None)
    return lines(told, days_left(view))


def days_left(view: VacationView) -> Text:
    return Counted(
        "-# {number} day left of {most} in {year}.",
        "-# {number} days left of {most} in {year}.",
        view.left,
        most=DAYS_A_YEAR,
        year=str(view.year),
    )


def _paused_in(view: VacationView) -> Text | None:
    """The number of matches whose clocks the vacation pauses; None if there are none."""
    if not view.matches:
        return None
    return Counted(
        "Your clock is paused in {number} match.",
        "Your clock is paused in {number} matches.",
        view.matches,
    )


def _running_in(view: VacationView) -> Text | None:
    """The number of matches whose clocks the vacation does not pause; None if there are none."""
    if not view.going_on:
        return None
    return Counted(
        "Your clock keeps running in {number} match.",
        "Your clock keeps running in {number} matches.",
        view.going_on,
    )


def contest_goes_on(contest: RunningContest) -> Text:
    """That a vacation pauses no clock in a tournament."""
    name = harmless(contest.name, TITLE)
    if contest.by_rounds:
        return Text(
            "Your clocks in *{name}* keep running. You can sit out the next round with the "
            "button of the tournament.",
            name=name,
        )
    return Text("Your clocks in *{name}* keep running.", name=name)


@words.sentence.register
def _too_long_away(error: VacationTooLong) -> Text:
    left = listed(
        [
            Counted("{number} day in {year}", "{number} days in {year}", days, year=year)
            for year, days in error.left.items()
        ]
    )
    return Text("That is more than you have left: {left}. Nothing was changed.", left=left)


@words.sentence.register
def _(error: DeadlineTooNear) -> Words:
    return Text(
        "Your time in {match} runs out too soon: {deadline}. Move there first, "
        "then go on vacation.",
        match=match_title(error.view),
        deadline=deadline(error.deadline),
    )
