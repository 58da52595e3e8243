"""Updates the clocks of a match with each change of it, in the same transaction."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import timers
from bot.core.clocks import (
    FIRST_BOARD,
    POSTING,
    LedgerLine,
    PauseKind,
    balance_taken_back,
    open_clock,
    turn_at,
)
from bot.core.matches import (
    Change,
    ChangeKind,
    Entry,
    MatchState,
    MatchSummary,
    NewEntry,
    SeenBoard,
)
from bot.features.timekeeping import storage
from bot.features.timekeeping.errors import OutOfTime
from bot.features.timekeeping.match_clocks import (
    MatchClocks,
    ledger,
    stands_still_on_vacation,
    timed_clock,
)
from bot.features.timekeeping.outages import load_credited
from data.ids import Engine, acted_at
from data.states import EntryKind, TimerKind


def check_time(connection: Connection, state: MatchState, new: NewEntry, now: datetime) -> None:
    """Raise OutOfTime for a move or a pause that reached Discord at or after the deadline.

    Late moves are accepted while timeouts are stopped until an operator decides.
    """
    if new.kind not in (EntryKind.MOVE, EntryKind.PAUSE):
        return
    arrived, known = acted_at(new.key, now), state.match.deadline
    if known is None or arrived < known:  # credit for outages can only extend it
        return
    clock = load_credited(connection, state.match, now).running
    if clock is None or clock.deadline is None or arrived < clock.deadline:
        return
    if new.kind is EntryKind.PAUSE or not state.match.timeouts_held:
        raise OutOfTime(state, clock.deadline)


def keep_time(connection: Connection, change: Change, now: datetime) -> MatchSummary:
    """Stop the clock of one seat and start the next one's; the match after it."""
    after = change.after
    if change.before is None:
        clocks = _opened(after, now)
        _keep_vacations(connection, clocks, after, now)
    else:
        clocks = load_credited(connection, after.match, now)
        _stop(connection, clocks, change, now)
        _keep_pause(connection, clocks, after, now)
        if change.kind is ChangeKind.REOPENED:
            _keep_vacations(connection, clocks, after, now)
    _begin(clocks, after, now)
    return clocks.book(connection, now)


def seen_board(match: MatchSummary, ply: int, now: datetime) -> SeenBoard | None:
    """The change of a match's clocks as its board of this ply was posted ``now``; None if none.

    Outages need not be credited first: their credit is the same before and after the posting.
    """
    if match.time is None or match.ply != ply:
        return None
    clocks = MatchClocks(match)
    for clock in clocks.seats.values():
        if clock.turn is not None:
            clocks.change(clock.board_posted(now))
    if clocks.stored == match.time.clocks:
        return None
    return SeenBoard(ply, match.time.clocks, clocks.stored, clocks.deadline)


def promised_deadline(state: MatchState, now: datetime) -> datetime | None:
    """The earliest deadline of the player to move, if this is the newest board and time runs."""
    if state.ply != state.match.ply:
        return None
    clock = MatchClocks(state.match).running
    return None if clock is None else clock.soonest(now).deadline


def _opened(state: MatchState, now: datetime) -> MatchClocks:
    clock, clocks = timed_clock(state.match), MatchClocks(state.match)
    for seat, holder in enumerate(state.players):
        if clock is not None and not isinstance(holder, Engine):
            clocks.change(open_clock(seat, clock, now))
    return clocks


def _stop(connection: Connection, clocks: MatchClocks, change: Change, now: datetime) -> None:
    entry, before = change.after.last, change.before
    if entry is None or before is None:
        return
    if entry.kind is EntryKind.UNDO:
        _take_back(clocks, ledger(connection, change.after.match), entry, now)
        return
    if entry.kind is EntryKind.FORGIVE:
        _let_play_on(clocks, ledger(connection, change.after.match), change.after, now)
        return
    seat = before.match.to_move  # from the row: by the rules the game may be over already
    clock = None if seat is None else clocks.seats.get(seat)
    if seat is None or clock is None or clock.turn is None:
        return
    if entry.kind is EntryKind.MOVE:
        moved_at = acted_at(entry.key, now)
        if (
            clock.deadline is not None and moved_at >= clock.deadline
        ):  # accepted, as timeouts are stopped
            clocks.change(clock.spare(moved_at))
            clock = clocks.seats[seat]
        clocks.change(clock.move(moved_at))
    elif entry.kind is EntryKind.TIMEOUT:
        clocks.change(clock.time_out(now))
    elif change.after.to_move != seat:
        clocks.change(clock.end_turn(now))


def _keep_vacations(
    connection: Connection, clocks: MatchClocks, after: MatchState, now: datetime
) -> None:
    """Pause the clocks of players who are on vacation, and no others, as the match begins."""
    if not stands_still_on_vacation(after.match):
        return
    away = storage.current_vacations(connection, after.people)
    for seat, clock in clocks.seats.items():
        player_id = after.players[seat]
        vacation = away.get(player_id) if isinstance(player_id, int) else None
        if isinstance(player_id, int):
            until = None if vacation is None else vacation.ends_at
            storage.set_away(connection, after.id, player_id, until)
            ends = enumerate(clocks.match.away_until)
            away_until = tuple(until if each == seat else at for each, at in ends)
            clocks.match = replace(clocks.match, away_until=away_until)
        paused = PauseKind.VACATION in clock.pauses
        if vacation is not None and not paused:
            clocks.change(clock.pause(PauseKind.VACATION, after.ply, now))
        elif vacation is None and paused:
            clocks.change(clock.resume(PauseKind.VACATION, after.ply, now))


def _keep_pause(
    connection: Connection, clocks: MatchClocks, after: MatchState, now: datetime
) -> None:
    """Begin an agreed pause, or end it by a resumption or with the match."""
    entry, paused = after.last, after.match.paused_until is not None
    if entry is not None and entry.kind is EntryKind.PAUSE:
        agreed_at = acted_at(entry.key, now)
        for clock in clocks.seats.values():
            clocks.change(clock.pause(PauseKind.AGREED, after.ply, agreed_at))
        until = now + timedelta(days=int(entry.text))
        clocks.match = replace(clocks.match, paused_until=until)
        timers.set_timer(connection, TimerKind.PAUSE_END, after.id, until)
    elif paused and (entry is None or entry.kind is EntryKind.RESUME or not after.is_running):
        ended_by = None if entry is None or not after.is_running else entry.author_id
        for seat, clock in clocks.seats.items():
            by = None if ended_by == after.players[seat] else ended_by
            clocks.change(clock.resume(PauseKind.AGREED, after.ply, now, by))
        clocks.match = replace(clocks.match, paused_until=None)
        timers.cancel(connection, TimerKind.PAUSE_END, after.id)


def _take_back(
    clocks: MatchClocks, lines: tuple[LedgerLine, ...], entry: Entry, now: datetime
) -> None:
    began = turn_at(lines, int(entry.text))
    for seat, clock in clocks.seats.items():
        own = [line for line in lines if line.seat == seat]
        balance = balance_taken_back(own, began)
        # a line of the ply before, so that a later undo to this ply does not count it
        clocks.change(clock.take_back(balance, entry.ply - 1, now))


def _let_play_on(
    clocks: MatchClocks, lines: tuple[LedgerLine, ...], after: MatchState, now: datetime
) -> None:
    """Give the forgiven player the time of a new turn, and take back a turn begun since."""
    forgiven, timeout = after.to_move, after.ply - 1
    by = None if after.last is None else after.last.author_id
    for seat, clock in clocks.seats.items():
        if seat == forgiven and clock.timed_out_at:
            clocks.change(clock.forgive(timeout, now, by))
        elif clock.turn:
            own = [line for line in lines if line.seat == seat]
            balance = balance_taken_back(own, clock.turn.ply)
            clocks.change(clock.take_back(balance, timeout, now))


def _begin(clocks: MatchClocks, state: MatchState, now: datetime) -> None:
    seat = state.to_move
    clock = None if seat is None else clocks.seats.get(seat)
    if seat is None or clock is None or clock.turn is not None:
        return
    is_forgiven = state.last is not None and state.last.kind is EntryKind.FORGIVE
    first = is_forgiven or all(made.seat != seat for made in state.moves)
    # first boards of tournaments wait in a long queue
    is_queued = state.match.tournament_id is not None and state.ply == 0
    posting = FIRST_BOARD if is_queued else POSTING
    clocks.change(clock.begin_turn(state.ply, now, first=first, posting=posting))
