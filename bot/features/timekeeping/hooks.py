"""What changes of a match do to its clocks, and what happens when the time is over."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlalchemy import Connection

from bot.core import timers
from bot.core.absences import MATCH_HOME
from bot.core.clocks import (
    FIRST_BOARD,
    GRACE,
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
    MatchStore,
    MatchSummary,
    NewEntry,
)
from bot.core.matches import storage as matches
from bot.core.timers import TimerRule
from bot.features.timekeeping import storage
from bot.features.timekeeping.errors import OutOfTime
from bot.features.timekeeping.match_clocks import (
    MatchClocks,
    ledger,
    load_credited,
    stands_still_on_vacation,
    timed_clock,
)
from bot.features.timekeeping.presence import Presence
from bot.features.timekeeping.storage import DEADLINE_TIMER, PAUSE_END_TIMER, TimeoutStop
from data.ids import Engine, Holder, Key, MatchId, acted_at, is_stand_in
from data.states import EntryKind

COUNT_LIMIT = 1_000_000
"""Larger than any number of players, where all of them are counted."""
PLAUSIBLE = 5
"""This many players may be late at once, however few are to move."""
PLAUSIBLE_PER_CENT = 10
WHILE_AWAY = timedelta(seconds=15)
"""Retry delay of a timeout while a move may still be on its way to storage."""

logger = structlog.get_logger(__name__)


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
        clocks, clock = MatchClocks(after.match), timed_clock(after.match)
        for seat, holder in enumerate(after.players):
            if clock is not None and not isinstance(holder, Engine):
                clocks.change(open_clock(seat, clock, now))
        _keep_vacations(connection, clocks, after, now)
    else:
        clocks = load_credited(connection, after.match, now)
        _stop(connection, clocks, change, now)
        _exchange_places(clocks, now)
        _keep_pause(connection, clocks, after, now)
        if change.kind is ChangeKind.REOPENED:
            _keep_vacations(connection, clocks, after, now)
    _begin(clocks, after, now)
    return clocks.book(connection, now)


def _exchange_places(clocks: MatchClocks, now: datetime) -> None:
    """Let the clocks stand still or run by the place of the player whose turn it is now."""
    before, clocks.match = clocks.match, clocks.match.at_mover
    if clocks.match is not before:
        is_absent = clocks.match.absent_since is not None
        clocks.pause(PauseKind.ABSENCE, now, paused=is_absent)


def seen_board(match: MatchSummary, ply: int, now: datetime) -> MatchSummary | None:
    """The match as its board of this ply was posted ``now``; None if that changes no clock.

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
    time = replace(match.time, clocks=clocks.stored)
    return replace(match, time=time, deadline=clocks.deadline)


def promised_deadline(state: MatchState, now: datetime) -> datetime | None:
    """The earliest deadline of the player to move, if this is the newest board and time runs."""
    if state.ply != state.match.ply or state.match.time is None:
        return None
    clock = MatchClocks(state.match).running
    return None if clock is None else clock.soonest(now).deadline


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
        if clock.deadline is not None and moved_at >= clock.deadline:
            clocks.change(clock.spare(moved_at))  # accepted, as timeouts are stopped
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
        timers.set_timer(connection, PAUSE_END_TIMER, after.id, until)
    elif paused and (entry is None or entry.kind is EntryKind.RESUME or not after.is_running):
        ended_by = None if entry is None or not after.is_running else entry.author_id
        for seat, clock in clocks.seats.items():
            by = None if ended_by == after.players[seat] else ended_by
            clocks.change(clock.resume(PauseKind.AGREED, after.ply, now, by))
        clocks.match = replace(clocks.match, paused_until=None)
        timers.cancel(connection, PAUSE_END_TIMER, after.id)


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
    contest = state.match.tournament_id or state.match.club_id
    is_queued = contest is not None and state.ply == 0
    posting = FIRST_BOARD if is_queued else POSTING
    clocks.change(clock.begin_turn(state.ply, now, first=first, posting=posting))


def time_out(
    store: MatchStore,
    presence: Presence,
    connection: Connection,
    timer: timers.Timer,
    now: datetime,
) -> None:
    """End the turn of the player to move by a timeout; with three players, they leave.

    Nothing happens if they have moved or got more time; then the timer is set again. A game that
    is over by the rules is ended instead.
    """
    match_id = MatchId(timer.subject_id)
    state = store.read(connection, match_id, lock=True)
    store.end(connection, state)
    seat, server_id = state.to_move, state.match.server_id
    clock = None if seat is None else load_credited(connection, state.match, now).seats.get(seat)
    if seat is None or clock is None or clock.soonest(now).timeout_due is None:
        return
    again: datetime | None = now + WHILE_AWAY
    if clock.deadline is None or clock.timeout_due is None or now < clock.timeout_due:
        again = clock.soonest(now).timeout_due
    elif presence.would_have_heard(connection, server_id, clock.deadline, now):
        key = Key(f"timer:deadline:{match_id}:{state.ply}")
        store.append(connection, state, NewEntry(EntryKind.TIMEOUT, "", seat, None, key))
        return
    timers.set_all(connection, match_id, {timer.kind: again})


def end_pause(store: MatchStore, connection: Connection, timer: timers.Timer, _: datetime) -> None:
    """End an agreed pause at its time, unless a player has ended it before."""
    match_id = MatchId(timer.subject_id)
    state = store.read(connection, match_id, lock=True)
    if state.match.paused_until is not None:
        key = Key(f"timer:pause_end:{match_id}:{state.ply}")
        store.append(connection, state, NewEntry(EntryKind.RESUME, "", None, None, key))


def too_many_timeouts(late: int, to_move: int) -> bool:
    """Whether implausibly many of the players ``to_move`` are late at once."""
    return late > PLAUSIBLE and late * 100 > to_move * PLAUSIBLE_PER_CENT


def timeouts(store: MatchStore, presence: Presence) -> TimerRule:
    """The rule of the timers at which a player loses on time."""
    act, held = partial(time_out, store, presence), partial(must_wait, presence)
    return TimerRule(DEADLINE_TIMER, act, MATCH_HOME, held=held)


def must_wait(presence: Presence, connection: Connection, now: datetime) -> bool:
    """Whether nobody may lose on time now; stops all timeouts if implausibly many are due."""
    found = storage.lateness(connection, now, PLAUSIBLE + 1)
    if found.players and not presence.is_there(connection, now):
        return True
    stopped = storage.current_stop(connection) if found.is_stopped else None
    if stopped is not None:
        if stopped.allowed and found.players <= PLAUSIBLE:
            storage.end_stop(connection)
        return not stopped.allowed
    if found.players <= PLAUSIBLE:
        return False
    late = storage.lateness(connection, now, COUNT_LIMIT).players
    to_move = storage.count_to_move(connection)
    if not too_many_timeouts(late, to_move):
        return False
    storage.stop_timeouts(connection, now, late, to_move)
    logger.error("timeouts stopped", due=late, running=to_move, decide="quintet timeouts show")
    return True


@dataclass(frozen=True, slots=True)
class Held:
    """Timeouts that wait for an operator: the stop, and the matches with a late player."""

    stop: TimeoutStop | None
    matches: tuple[MatchSummary, ...]

    @property
    def players(self) -> int:
        """The number of late people, counted as by the breaker."""
        return len({who for each in self.matches if _is_person(who := each.to_move_player)})


def _is_person(holder: Holder | None) -> bool:
    return isinstance(holder, int) and not is_stand_in(holder)


def held_timeouts(connection: Connection, now: datetime) -> Held:
    """The stop, and the matches in which a player is out of time."""
    stop = storage.current_stop(connection)
    due = timers.due(connection, now, COUNT_LIMIT, (DEADLINE_TIMER,))
    found = matches.several(connection, [MatchId(each.subject_id) for each in due])
    held = (found[MatchId(each.subject_id)] for each in due)
    # a timer may run out before the deadline
    return Held(stop, tuple(e for e in held if e.deadline and e.deadline + GRACE <= now))


def forgive_timeouts(connection: Connection, now: datetime) -> int:
    """Give the time of a new turn to all who are out of time; the number of people."""
    spared = set()
    for each in held_timeouts(connection, now).matches:
        match = matches.get(connection, each.id, lock=True)
        if match is None:
            continue
        loaded = load_credited(connection, match, now)
        for clock in loaded.seats.values():
            if clock.deadline is not None and clock.deadline + GRACE <= now:
                loaded.change(clock.spare(now))
                spared.add(match.players[clock.seat])
        loaded.save(connection, now)
    storage.end_stop(connection)
    return len({each for each in spared if _is_person(each)})
