"""The clocks of a match inside a transaction: read, changed together with the ledger, stored."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import clocks, timers
from bot.core.clocks.storage import Clocks, MatchTime
from bot.core.matches.storage import MatchSummary
from bot.features.reminders import next_reminder, possible_turns
from data.ids import Key, PlayerId
from data.states import TimerKind


class MatchClocks:
    """What every seat with a clock has, and what has changed since it was read."""

    def __init__(self, match: MatchSummary) -> None:
        kept = () if match.time is None else match.time.clocks.seats
        self.match = match
        self.seats = {each.seat: each for each in kept}
        self._lines: list[clocks.LedgerLine] = []

    @property
    def running(self) -> clocks.SeatClock | None:
        return next((each for each in self.seats.values() if each.turn), None)

    @property
    def deadline(self) -> datetime | None:
        return self.running.deadline if self.running else None

    @property
    def stored(self) -> Clocks:
        """What the match's row is to say, with what is not in the ledger yet."""
        kept = tuple(self.seats[seat] for seat in sorted(self.seats))
        return Clocks(kept, (*_newest(self.match), *self._lines))

    @property
    def newest(self) -> clocks.LedgerLine | None:
        """The last change that is not stored yet; None if there is none."""
        return self._lines[-1] if self._lines else None

    def change(self, transition: clocks.Transition) -> None:
        """Let this happen to a seat's time."""
        self.seats[transition.state.seat] = transition.state
        self._lines += transition.lines

    def stand_still(
        self, kind: clocks.PauseKind, at: datetime, by: PlayerId | None = None, *, still: bool
    ) -> None:
        """Pause every clock for this reason, or end that; last the clock of who is to move."""
        ply = self.match.ply
        for clock in sorted(self.seats.values(), key=lambda each: each.turn is not None):
            if still and kind not in clock.pauses:
                self.change(clock.pause(kind, ply, at))
            elif not still and kind in clock.pauses:
                self.change(clock.resume(kind, ply, at, by))

    def book(self, connection: Connection, now: datetime) -> MatchSummary:
        """Store what follows from what has changed; the match as its row is to say then."""
        if self._lines:
            clocks.storage.add_lines(connection, self.match.id, self.stored.lines)
            self._follow_ledger(connection, now)
        return self.match

    def save(self, connection: Connection, now: datetime) -> None:
        """Store what has changed, in the match's row too."""
        if self._lines:
            self.book(connection, now)
            clocks.storage.put(connection, self.match.id, self.stored, self.deadline)

    def save_once(self, connection: Connection, key: Key, now: datetime) -> int:
        """Store the same, for what ``key`` does only once; the number of its last line."""
        *earlier, last = self.stored.lines
        clocks.storage.add_lines(connection, self.match.id, earlier)
        number = clocks.storage.add_keyed(connection, self.match.id, last, key)
        self._follow_ledger(connection, now)
        clocks.storage.put(connection, self.match.id, self.stored, self.deadline)
        return number

    def _follow_ledger(self, connection: Connection, now: datetime) -> None:
        """Let the match and its timers be as the lines say, which are in the ledger by now.

        The board of the turn may be posted from now on: it is looked early enough whether time is
        over, and before that for reminders; whoever looks too early looks again.
        """
        kept, time, seat = replace(self.stored, lines=()), self.match.time, self.match.to_move
        self._lines = []
        time = MatchTime(kept) if time is None else replace(time, clocks=kept)
        self.match = replace(self.match, time=time, deadline=self.deadline)
        clock = self.running
        chosen = None if seat is None or not time.chosen else time.chosen[seat]
        turns = possible_turns(connection, self.match, clock, now)
        due = {
            TimerKind.DEADLINE: clock.soonest(now).timeout_due if clock else None,
            TimerKind.REMINDER: next_reminder(connection, turns, chosen),
        }
        timers.set_all(connection, self.match.id, due)


def timed_clock(match: MatchSummary) -> clocks.TimedClock | None:
    """How long the match's players may think; None for as long as they like."""
    clock = clocks.stored_clock(match.clock)
    return None if isinstance(clock, clocks.NoClock) else clock


def stands_still_on_vacation(match: MatchSummary) -> bool:
    """Whether a player's vacation lets time stand still in this match.

    Where it does not, the challenge says so: in matches that are played in one sitting, about
    places of a ladder, or in a tournament.
    """
    clock = timed_clock(match)
    contest = match.ladder_id is not None or match.moves_stand
    return clock is not None and not clock.live and not contest


def ledger(connection: Connection, match: MatchSummary) -> tuple[clocks.LedgerLine, ...]:
    """Every change of the match's clocks, in order."""
    return (*clocks.storage.lines_of(connection, match.id), *_newest(match))


def _newest(match: MatchSummary) -> tuple[clocks.LedgerLine, ...]:
    """The lines that are written into the ledger with the next ones."""
    return () if match.time is None else match.time.clocks.lines
