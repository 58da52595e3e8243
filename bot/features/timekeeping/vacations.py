"""Going on vacation: the time of a player's matches stands still, thirty days a year."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Actor
from bot.core.clocks import PauseKind, Transition
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import MatchState, MatchStore, Now
from bot.core.matches import storage as matches
from bot.core.people import players
from bot.features.timekeeping import errors, vacation_storage
from bot.features.timekeeping.outages import load_credited
from bot.features.timekeeping.presence import Presence
from bot.features.timekeeping.service import note_news
from bot.features.timekeeping.stored import MatchClocks, stands_still_on_vacation
from bot.features.timekeeping.vacation_storage import StoredVacation
from data import tables
from data.database import Database
from data.ids import Key, PlayerId, acted_at
from data.statements import is_written
from data.states import TimerKind
from data.transactions import reads, writes
from rules.game import Seat
from rules.texts import Words


@dataclass(frozen=True, slots=True)
class RunningContest:
    """A contest where a vacation stops no clock. ``by_rounds``: its rounds can be sat out."""

    name: Words
    by_rounds: bool


@dataclass(frozen=True, slots=True)
class VacationView:
    """Until when somebody is on vacation, None if they are not, and what is left of ``year``.

    ``matches`` is in how many of their matches time stands still, or runs again. ``going_on`` is in
    how many the vacation does not stop their clock. ``contests`` are named when it begins.
    """

    until: datetime | None
    year: int
    left: int
    matches: int
    going_on: int = 0
    contests: tuple[RunningContest, ...] = ()


DAYS_A_YEAR = 30
_DAY = timedelta(days=1)


Vacation: TypeAlias = tuple[datetime, datetime]
"""When it began, and when it ends, or ended; in UTC."""


def days_used(vacations: Iterable[Vacation]) -> Counter[int]:
    """Whole days by calendar year in UTC: a day that has begun counts, in its own year."""
    return Counter(
        (began + number * _DAY).year
        for began, ended in vacations
        for number in range(-((began - ended) // _DAY))
    )


def overdrawn(taken: Iterable[Vacation], planned: Vacation) -> dict[int, int]:
    """The days left of each year in which ``planned`` takes more than there are; {} if it fits."""
    used, wanted = days_used(taken), days_used([planned])
    left = {year: DAYS_A_YEAR - used[year] for year in wanted}
    return {year: days for year, days in left.items() if wanted[year] > days}


@dataclass(frozen=True, slots=True)
class VacationChanged:
    """Somebody's vacation began or ended."""

    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class WhatGoesOn:
    """Asks for the RunningContests of somebody who goes on vacation."""

    player_id: PlayerId


@dataclass(eq=False)
class VacationService:
    """Going on vacation and coming back. Every no is a ServiceError."""

    _database: Database
    _store: MatchStore
    _presence: Presence
    _now: Now
    _events: Events = NO_LISTENERS

    @reads
    def look(self, connection: Connection, actor: Actor) -> VacationView:
        """Whether the actor is on vacation, and how many days are left."""
        found = vacation_storage.current_of(connection, actor.id)
        return self._view(connection, actor.id, found)

    @writes
    def start(self, connection: Connection, actor: Actor, days: int) -> VacationView:
        """Begin a vacation of so many days now.

        The same interaction again changes nothing. Raises BadVacation, AlreadyOnVacation,
        VacationTooLong, or DeadlineTooNear for the first match of which that is true.
        """
        if not is_written(connection, tables.vacations, actor.key):
            self._start(connection, actor, days)
        found = vacation_storage.current_of(connection, actor.id)
        answers = self._events.ask(connection, WhatGoesOn(actor.id))
        view = self._view(connection, actor.id, found)
        return replace(view, contests=tuple(chain.from_iterable(answers)))

    @writes
    def end(self, connection: Connection, actor: Actor) -> VacationView:
        """End the vacation now. Raises NotOnVacation."""
        found = vacation_storage.current_of(connection, actor.id)
        if found is None:
            raise errors.NotOnVacation
        count = self._end(connection, found, acts=True)
        return self._view(connection, actor.id, None, count)

    def expire(self, connection: Connection, timer: timers.Timer, now: datetime) -> None:
        """End the vacation whose time it is, if there still is one."""
        player_id = PlayerId(timer.subject_id)
        found = vacation_storage.current_of(connection, player_id)
        if found is not None and found.ends_at <= now:
            self._end(connection, found, acts=False)

    def _start(self, connection: Connection, actor: Actor, days: int) -> None:
        if not 1 <= days <= DAYS_A_YEAR:
            raise errors.BadVacation(DAYS_A_YEAR)
        players.ensure(connection, [actor.id], self._now())
        began = acted_at(actor.key, self._now())
        ends = began + timedelta(days=days)
        short = overdrawn(self._taken(connection, actor.id), (began, ends))
        if short:
            raise errors.VacationTooLong(short)
        new = vacation_storage.begin(connection, actor.id, began, ends, actor.key)
        if new is None:
            found = vacation_storage.current(connection, [actor.id])[actor.id]
            raise errors.AlreadyOnVacation(found.ends_at)
        for match, clocks, seat in self._clocks_of(connection, actor.id, acts=True):
            clock = clocks.seats[seat]
            if clock.deadline is not None and clock.is_too_near_for_vacation(began):
                raise errors.DeadlineTooNear(match, clock.deadline)
            if PauseKind.VACATION not in clock.pauses:
                done = clock.pause(PauseKind.VACATION, match.ply, began)
                self._change(connection, new, clocks, done)
            vacation_storage.set_away(connection, match.id, actor.id, new.ends_at)
        timers.set_timer(connection, TimerKind.VACATION_END, actor.id, new.ends_at)
        self._tell(connection, actor.id)

    def _end(self, connection: Connection, vacation: StoredVacation, *, acts: bool) -> int:
        """End it, by its time or before; in how many matches time runs again."""
        now, count = self._now(), 0
        vacation_storage.end(connection, vacation.id, min(now, vacation.ends_at))
        timers.cancel(connection, TimerKind.VACATION_END, vacation.player_id)
        for match, clocks, seat in self._clocks_of(connection, vacation.player_id, acts=acts):
            clock = clocks.seats[seat]
            vacation_storage.set_away(connection, match.id, vacation.player_id, None)
            if PauseKind.VACATION in clock.pauses:
                done = clock.resume(PauseKind.VACATION, match.ply, now)
                self._change(connection, vacation, clocks, done)
                count += 1
        self._tell(connection, vacation.player_id)
        return count

    def _tell(self, connection: Connection, player_id: PlayerId) -> None:
        self._events.tell(connection, VacationChanged(player_id), self._now())

    def _change(
        self, connection: Connection, away: StoredVacation, clocks: MatchClocks, done: Transition
    ) -> None:
        clocks.change(done)
        (line,), match = done.lines, clocks.match
        key = Key(f"vacation:{away.id}:{match.id}:{line.kind}")
        number = clocks.save_once(connection, key, self._now())
        note_news(connection, number, match.id, self._now())

    def _clocks_of(
        self, connection: Connection, player_id: PlayerId, *, acts: bool
    ) -> Iterator[tuple[MatchState, MatchClocks, Seat]]:
        """The player's running matches in which a vacation lets time stand still, locked.

        ``acts``: it is the player who does something now, and not a timer.
        """
        running = matches.running_of(connection, player_id)
        for listed in sorted(running, key=lambda match: match.id):
            if not stands_still_on_vacation(listed):
                continue
            if acts:
                self._presence.notice(connection, listed.server_id, self._now())
            match = self._store.read(connection, listed.id, lock=True)
            seat = match.seat_of(player_id)
            clocks = load_credited(connection, match.match, self._now())
            if match.is_running and seat is not None and seat in clocks.seats:
                yield match, clocks, seat

    def _view(
        self,
        connection: Connection,
        player_id: PlayerId,
        found: StoredVacation | None,
        count: int | None = None,
    ) -> VacationView:
        year = self._now().year
        used = days_used(self._taken(connection, player_id))[year]
        running = matches.running_of(connection, player_id)
        if count is None:
            seated = [match.away_until[match.players.index(player_id)] for match in running]
            count = sum(until is not None for until in seated)
        going_on = sum(each.is_timed and not stands_still_on_vacation(each) for each in running)
        until = found.ends_at if found else None
        return VacationView(until, year, DAYS_A_YEAR - used, count, going_on)

    def _taken(self, connection: Connection, player_id: PlayerId) -> list[Vacation]:
        """Those that can count for this year or the next one."""
        since = self._now() - timedelta(days=366 + DAYS_A_YEAR)
        taken = vacation_storage.taken(connection, player_id, since)
        return [(each.began_at, each.ended_at or each.ends_at) for each in taken]
