"""The clocks of a match within a transaction: read, changed together with the ledger, stored.

They stand still while the bot cannot post in the match's place. Nothing is written into matches
when an absence begins, as it may concern thousands; whoever reads the clocks next pauses them from
its beginning on. The same goes for the credit of outages.
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
from bot.features.reminders.storage import REMINDER_TIMER
from bot.features.timekeeping import storage
from bot.features.timekeeping.storage import CLOCK_MESSAGE, DEADLINE_TIMER
from data.ids import ChannelId, Key, MatchId, PlayerId
from data.statements import try_lock
from data.tables import matches as match_rows


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

    def change(self, transition: clocks.Transition) -> None:
        """Apply a transition of one seat's clock."""
        self.seats[transition.state.seat] = transition.state
        self._lines += transition.lines

    def pause(
        self, kind: clocks.PauseKind, at: datetime, by: PlayerId | None = None, *, paused: bool
    ) -> None:
        """Pause all clocks for this reason, or end that pause; the running clock comes last."""
        ply = self.match.ply
        for clock in sorted(self.seats.values(), key=lambda each: each.turn is not None):
            if paused and kind not in clock.pauses:
                self.change(clock.pause(kind, ply, at))
            elif not paused and kind in clock.pauses:
                self.change(clock.resume(kind, ply, at, by))

    def credit(self, outage: clocks.Outage, now: datetime) -> None:
        """Credit an outage to every seat whose time ran, unless an absence had paused the match."""
        absent_since = self.match.absent_since
        if absent_since is None or absent_since > outage.began:
            for clock in self.seats.values():
                self.change(clock.credit(outage, now))

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

    def save_once(self, connection: Connection, key: Key, now: datetime, *, told: bool) -> None:
        """Like ``save``, for changes that happen once for ``key``.

        If they are ``told``, a message about the last line is queued.
        """
        *earlier, last = self.stored.lines
        clocks.storage.add_lines(connection, self.match.id, earlier)
        number = clocks.storage.add_keyed(connection, self.match.id, last, key)
        self._follow_ledger(connection, now)
        clocks.storage.put(connection, self.match.id, self.stored, self.deadline)
        if told:
            row = outbox.of_match(CLOCK_MESSAGE, self.match.id, number, 0)
            outbox.add(connection, row, now)

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
            DEADLINE_TIMER: clock.soonest(now).timeout_due if clock else None,
            REMINDER_TIMER: next_reminder(connection, self.match, now, chosen),
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


def load_credited(connection: Connection, match: MatchSummary, now: datetime) -> MatchClocks:
    """The match's clocks with all outages credited and absences followed, not yet stored."""
    loaded = MatchClocks(match)
    if match.time is not None and match.time.owed:  # an outage may not be credited yet
        for outage in storage.unfinished_outages(connection):
            if outage.shard.serves(match.server_id):
                loaded.credit(outage, now)
    _follow_absences(connection, loaded, now)
    return loaded


def _follow_absences(connection: Connection, loaded: MatchClocks, now: datetime) -> None:
    """Pause the clocks if the bot cannot post in the match's place now, else end that pause."""
    if loaded.match.absent_since or loaded.match.stands_still(clocks.PauseKind.ABSENCE):
        found = _absences_of(connection, loaded.match)
        _pause_from(loaded, found)
        if not found:
            loaded.pause(clocks.PauseKind.ABSENCE, now, paused=False)


def move_match(
    connection: Connection, match: MatchSummary, channel_id: ChannelId, now: datetime
) -> None:
    """Move a match to another channel, after clocks and messages that waited in the old one.

    Time runs by the place of the player to move: a match's other place leaves the clocks alone.
    """
    is_movers = match.at_mover is match
    if is_movers and match.time is not None and match.absent_since is not None:
        loaded = MatchClocks(match)
        _follow_absences(connection, loaded, now)
        loaded.save(connection, now)
    place = {"channel_id": channel_id, "thread_id": None, "thread_fallback": None}
    matches.set_place(connection, match, **place)
    # messages that were refused there may be posted here
    waiting = (match.queue, f"reminder:{match.id}")
    outbox.redirect(connection, waiting, channel_id, now)


def end_absence(
    connection: Connection, loaded: MatchClocks, absence: Absence, now: datetime
) -> bool:
    """End the clocks' pause for an absence, unless another absence concerns the match too.

    Returns whether it ended.
    """
    found = _absences_of(connection, loaded.match)
    _pause_from(loaded, found)
    before = dict(loaded.seats)
    if all(each.id == absence.id for each in found):
        loaded.pause(clocks.PauseKind.ABSENCE, now, paused=False)
    return loaded.seats != before


def _absences_of(connection: Connection, match: MatchSummary) -> tuple[Absence, ...]:
    if match.server_id is None:
        return ()
    home = match.thread_id or match.channel_id
    if match.club_id is not None:  # it goes on without a channel
        home = absences.WHOLE_SERVER
    return absences.at(connection, match.server_id, home)


def _pause_from(loaded: MatchClocks, found: Sequence[Absence]) -> None:
    if found:
        began = min(each.began for each in found)
        loaded.pause(clocks.PauseKind.ABSENCE, began, paused=True)


def freeze(
    connection: Connection,
    match_ids: Sequence[MatchId],
    now: datetime,
    *,
    frozen: bool,
    occasion: str,
    by: PlayerId | None = None,
) -> bool:
    """Freeze the clocks of running matches of a ladder, or end that, and post news of it.

    A match whose player is out of time already is not frozen. ``occasion`` is a unique name of what
    happened. Returns whether all matches were done: a match that another transaction holds is
    skipped, as that may wait for the caller.
    """
    free = [each for each in match_ids if try_lock(connection, match_rows, each)]
    for match_id in free:
        match = matches.get(connection, match_id)
        if match is None or not match.is_running or match.time is None:
            continue
        loaded = load_credited(connection, match, now)
        if _set_frozen(loaded, now, frozen=frozen, by=by):
            loaded.save_once(connection, Key(f"{occasion}:{match_id}"), now, told=True)
    return len(free) == len(match_ids)


def kept_frozen(
    connection: Connection, match: MatchSummary, now: datetime, *, frozen: bool
) -> MatchSummary:
    """The match with its clocks frozen or running like its ladder, for a ``keep`` hook."""
    loaded = MatchClocks(match)
    _set_frozen(loaded, now, frozen=frozen)
    return loaded.book(connection, now)


def _set_frozen(
    loaded: MatchClocks, now: datetime, *, frozen: bool, by: PlayerId | None = None
) -> bool:
    """Freeze the clocks unless the time is over, or end that; whether any clock changed."""
    if frozen and loaded.deadline is not None and now >= loaded.deadline:
        return False
    before = dict(loaded.seats)
    loaded.pause(clocks.PauseKind.FROZEN, now, by, paused=frozen)
    return loaded.seats != before
