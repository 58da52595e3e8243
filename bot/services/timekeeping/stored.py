"""The clocks of a match inside a transaction: read, changed together with the ledger, stored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services.clocks import (
    LedgerKind,
    LedgerLine,
    NoClock,
    OutageId,
    PauseKind,
    SeatClock,
    TimedClock,
    Transition,
    Turn,
    parse_clock,
)
from bot.services.reminders import next_reminder, running_turn
from data import clocks, timers
from data.clocks import StoredClock, StoredLine
from data.ids import Key, interaction_time
from data.matches import MatchSummary
from data.reminder_settings import ReminderSettings
from data.states import TimerKind
from rules.game import Seat

_NONE = timedelta()


class MatchClocks:
    """What every seat with a clock has, and what has changed since it was read."""

    def __init__(
        self,
        match: MatchSummary,
        seats: dict[Seat, SeatClock],
        chosen: Mapping[Seat, ReminderSettings] | None = None,
        *,
        owed: bool = False,
    ) -> None:
        """``chosen`` is how players want to be reminded, as far as that was read.

        ``owed``: there are outages that are not made good yet everywhere.
        """
        self.match = match
        self.seats = seats
        self.owed = owed
        self._chosen = chosen or {}
        self._lines: list[StoredLine] = []

    @property
    def running(self) -> SeatClock | None:
        """That of the seat whose turn is going on, or None."""
        return next((each for each in self.seats.values() if each.turn), None)

    @property
    def deadline(self) -> datetime | None:
        """Until when whoever is to move has time, None while no time runs."""
        return self.running.deadline if self.running else None

    def change(self, seat: Seat, transition: Transition) -> None:
        """Let this happen to a seat's time."""
        self.seats[seat] = transition.state
        self._lines += [_stored_line(seat, line) for line in transition.lines]

    def save(self, connection: Connection) -> None:
        """Store what has changed, and until when whoever is to move has time."""
        if self._lines:
            self._store(connection)

    def save_once(self, connection: Connection, key: Key) -> int:
        """Store the same, for what ``key`` does only once; the number of its last line."""
        last = self._lines.pop()
        self._put(connection, {last.seat})
        self._store(connection)
        return clocks.add_keyed(connection, self.match.id, last, key)

    def _store(self, connection: Connection) -> None:
        self._put(connection, {line.seat for line in self._lines})
        clocks.add_lines(connection, self.match.id, self._lines)
        clocks.set_deadline(connection, self.match.id, self.deadline)
        self._set_timers(connection)
        self._lines = []

    def _put(self, connection: Connection, changed: set[Seat]) -> None:
        rows = {seat: _stored(self.seats[seat]) for seat in sorted(changed)}
        if rows:
            clocks.put(connection, self.match.id, rows)

    def _set_timers(self, connection: Connection) -> None:
        """Let the deadline be due, and reminders before it, wherever it has moved to."""
        clock = self.running
        turn = running_turn(connection, self.match, _stored(clock)) if clock else None
        due = {
            TimerKind.DEADLINE: clock.timeout_due if clock else None,
            TimerKind.REMINDER: next_reminder(connection, turn, self._chosen_by_mover()),
        }
        timers.set_all(connection, self.match.id, due)

    def _chosen_by_mover(self) -> ReminderSettings | None:
        return None if self.match.to_move is None else self._chosen.get(self.match.to_move)


def acted_at(key: Key, now: datetime) -> datetime:
    """When somebody acted under this key: when that reached Discord, however late it is heard of.

    ``now`` for what no person did, and where it would be later than that: then the clock of this
    machine is behind Discord's, and what it has written down so far is by its own.
    """
    return min(interaction_time(key) or now, now)


def timed_clock(match: MatchSummary) -> TimedClock | None:
    """How long the match's players may think; None for as long as they like."""
    clock = parse_clock(match.clock)
    return None if isinstance(clock, NoClock) else clock


def stands_still_on_vacation(match: MatchSummary) -> bool:
    """Whether a player's vacation lets time stand still in this match.

    Where it does not, the challenge says so: in matches that are played in one sitting, or about
    places of a ladder.
    """
    clock = timed_clock(match)
    return clock is not None and not clock.live and match.ladder_id is None


def load(connection: Connection, match: MatchSummary) -> MatchClocks:
    """The match's clocks; none where no time runs."""
    clock = timed_clock(match)
    if clock is None:
        return MatchClocks(match, {})
    stored = clocks.of_match(connection, match.id)
    seats = {seat: _read(clock, row) for seat, row in stored.seats.items()}
    return MatchClocks(match, seats, stored.chosen, owed=stored.owed)


def ledger(connection: Connection, match: MatchSummary) -> tuple[tuple[Seat, LedgerLine], ...]:
    """Every change of the match's clocks with the seat that it was for, in order."""
    return tuple((line.seat, read_line(line)) for line in clocks.lines_of(connection, match.id))


def _read(clock: TimedClock, row: StoredClock) -> SeatClock:
    ply = row.turn_ply
    return SeatClock(
        clock=clock,
        balance=row.balance,
        turn=None if ply is None else Turn(ply, row.runs_from, row.head_start, row.posted),
        pauses=frozenset(map(PauseKind, row.pauses)),
        credited=frozenset(map(OutageId, row.credited)),
        timed_out_at=row.timed_out_at,
    )


def _stored(state: SeatClock) -> StoredClock:
    turn = state.turn
    return StoredClock(
        balance=state.balance,
        turn_ply=turn.ply if turn else None,
        runs_from=turn.runs_from if turn else None,
        head_start=turn.head_start if turn else _NONE,
        posted=turn.posted if turn else False,
        pauses=tuple(sorted(state.pauses)),
        credited=tuple(sorted(state.credited)),
        timed_out_at=state.timed_out_at,
    )


def _stored_line(seat: Seat, line: LedgerLine) -> StoredLine:
    return StoredLine(
        seat, line.kind.value, line.amount, line.balance, line.at, line.ply, line.by, line.outage
    )


def read_line(line: StoredLine) -> LedgerLine:
    """A stored line as it was booked."""
    outage = None if line.outage is None else OutageId(line.outage)
    return LedgerLine(
        LedgerKind(line.kind), line.amount, line.balance, line.at, line.ply, line.by, outage
    )
