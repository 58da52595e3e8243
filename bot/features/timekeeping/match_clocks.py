"""The clocks of a match within a transaction: read, changed together with the ledger, stored.

They stand still while the bot cannot post in the match's place. Nothing is written into matches
when an absence begins, as it may concern thousands; whoever reads the clocks next pauses them from
its beginning on.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import absences, clocks, outbox, timers
from bot.core.absences import Absence
from bot.core.clocks.storage import Clocks, MatchTime
from bot.core.matches import MatchSummary
from bot.core.matches import storage as matches
from bot.features.reminders import next_reminder
from data.ids import ChannelId, Key, PlayerId
from data.states import TimerKind


class MatchClocks:
    """The clocks of a match by seat, with the changes that are not stored yet."""

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
        """The clocks to store in the match's row, with the lines that are not in the ledger yet."""
        kept = tuple(self.seats[seat] for seat in sorted(self.seats))
        return Clocks(kept, (*_newest(self.match), *self._lines))

    @property
    def newest(self) -> clocks.LedgerLine | None:
        """The last unsaved line; None if there is none."""
        return self._lines[-1] if self._lines else None

    def change(self, transition: clocks.Transition) -> None:
        """Apply a transition of one seat's clock."""
        self.seats[transition.state.seat] = transition.state
        self._lines += transition.lines

    def stand_still(
        self, kind: clocks.PauseKind, at: datetime, by: PlayerId | None = None, *, still: bool
    ) -> None:
        """Pause all clocks for this reason, or end that pause; the running clock comes last."""
        ply = self.match.ply
        for clock in sorted(self.seats.values(), key=lambda each: each.turn is not None):
            if still and kind not in clock.pauses:
                self.change(clock.pause(kind, ply, at))
            elif not still and kind in clock.pauses:
                self.change(clock.resume(kind, ply, at, by))

    def book(self, connection: Connection, now: datetime) -> MatchSummary:
        """Store the unsaved lines and set the timers; the match, for the caller to store."""
        if self._lines:
            clocks.storage.add_lines(connection, self.match.id, self.stored.lines)
            self._follow_ledger(connection, now)
        return self.match

    def save(self, connection: Connection, now: datetime) -> None:
        """Store the changes, also in the match's row."""
        if self._lines:
            self.book(connection, now)
            clocks.storage.put(connection, self.match.id, self.stored, self.deadline)

    def save_once(self, connection: Connection, key: Key, now: datetime) -> int:
        """Like ``save``, for changes that happen once for ``key``; the id of the last line."""
        *earlier, last = self.stored.lines
        clocks.storage.add_lines(connection, self.match.id, earlier)
        number = clocks.storage.add_keyed(connection, self.match.id, last, key)
        self._follow_ledger(connection, now)
        clocks.storage.put(connection, self.match.id, self.stored, self.deadline)
        return number

    def _follow_ledger(self, connection: Connection, now: datetime) -> None:
        """Update the match and its timers after its lines have been stored.

        The timers assume that the turn's board is posted at once; one that comes too early is set
        again.
        """
        kept, time, seat = replace(self.stored, lines=()), self.match.time, self.match.to_move
        self._lines = []
        time = MatchTime(kept) if time is None else replace(time, clocks=kept)
        self.match = replace(self.match, time=time, deadline=self.deadline)
        clock = self.running
        chosen = None if seat is None or not time.chosen else time.chosen[seat]
        due = {
            TimerKind.DEADLINE: clock.soonest(now).timeout_due if clock else None,
            TimerKind.REMINDER: next_reminder(connection, self.match, now, chosen),
        }
        timers.set_all(connection, self.match.id, due)


def timed_clock(match: MatchSummary) -> clocks.TimedClock | None:
    """The clock of the match; None if it has none."""
    clock = clocks.stored_clock(match.clock)
    return None if isinstance(clock, clocks.NoClock) else clock


def stands_still_on_vacation(match: MatchSummary) -> bool:
    """Whether a player's vacation pauses their clock in this match.

    It does not in live matches, ladder matches and tournaments, whose challenges say so.
    """
    clock = timed_clock(match)
    contest = match.ladder_id is not None or match.moves_stand
    return clock is not None and not clock.live and not contest


def ledger(connection: Connection, match: MatchSummary) -> tuple[clocks.LedgerLine, ...]:
    """Every change of the match's clocks, in order."""
    return (*clocks.storage.lines_of(connection, match.id), *_newest(match))


def _newest(match: MatchSummary) -> tuple[clocks.LedgerLine, ...]:
    """The lines that are kept in the match's row until the next save writes them to the ledger."""
    return () if match.time is None else match.time.clocks.lines


def follow_absences(connection: Connection, loaded: MatchClocks, now: datetime) -> None:
    """Pause the clocks if the bot cannot post in the match's place now, else end that pause."""
    is_still = any(clocks.PauseKind.ABSENCE in each.pauses for each in loaded.seats.values())
    if is_still or loaded.match.absent_since:
        found = _absences_of(connection, loaded.match)
        _pause_from(loaded, found) if found else loaded.stand_still(
            clocks.PauseKind.ABSENCE, now, still=False
        )


def move_match(
    connection: Connection, match: MatchSummary, channel_id: ChannelId, now: datetime
) -> None:
    """Move a match to another channel, after clocks and messages that waited in the old one."""
    if match.time is not None and match.absent_since is not None:
        loaded = MatchClocks(match)
        follow_absences(connection, loaded, now)
        loaded.save(connection, now)
    place = {"channel_id": channel_id, "thread_id": None, "thread_fallback": None}
    matches.change(connection, match.id, **place)
    # messages that were refused there may be posted here
    waiting = (f"match:{match.id}", f"reminder:{match.id}")
    outbox.redirect(connection, waiting, channel_id, now)


def end_absence(
    connection: Connection, loaded: MatchClocks, absence: Absence, now: datetime
) -> None:
    """End the clocks' pause for an absence, unless another absence concerns the match too."""
    found = _absences_of(connection, loaded.match)
    _pause_from(loaded, found)
    if all(each.id == absence.id for each in found):
        loaded.stand_still(clocks.PauseKind.ABSENCE, now, still=False)


def _absences_of(connection: Connection, match: MatchSummary) -> tuple[Absence, ...]:
    if match.server_id is None:
        return ()
    return absences.at(connection, match.server_id, match.home)


def _pause_from(loaded: MatchClocks, found: Sequence[Absence]) -> None:
    if found:
        loaded.stand_still(clocks.PauseKind.ABSENCE, min(each.began for each in found), still=True)
