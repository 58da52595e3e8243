"""Vacations: they pause a player's clocks, on up to thirty days a year."""

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
from bot.features.timekeeping import errors, storage
from bot.features.timekeeping.match_clocks import (
    MatchClocks,
    load_credited,
    stands_still_on_vacation,
)
from bot.features.timekeeping.presence import Presence
from bot.features.timekeeping.storage import StoredVacation
from data import tables
from data.database import Database, reads, writes
from data.ids import Key, PlayerId, acted_at
from data.statements import has_key
from data.states import TimerKind
from rules.game import Seat
from rules.texts import Words


@dataclass(frozen=True, slots=True)
class RunningContest:
    """A tournament, where a vacation pauses no clock. ``by_rounds``: a round can be sat out."""

    name: Words
    by_rounds: bool


@dataclass(frozen=True, slots=True)
class VacationView:
    """A player's vacation, if any, and the days that they have left in ``year``.

    ``matches`` is the number of matches whose clocks it pauses, or that run again after it;
    ``going_on`` that of matches whose clocks it does not pause. ``contests`` are named when it
    begins.
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
"""The beginning and the end, in UTC."""


def days_used(vacations: Iterable[Vacation]) -> Counter[int]:
    """The days of vacation by calendar year in UTC; a day that has begun counts whole."""
    return Counter(
        (began + number * _DAY).year
        for began, ended in vacations
        for number in range(-((began - ended) // _DAY))
    )


def overdrawn(taken: Iterable[Vacation], planned: Vacation) -> dict[int, int]:
    """The days left in each year of which ``planned`` takes too many; {} if it fits."""
    used, wanted = days_used(taken), days_used([planned])
    left = {year: DAYS_A_YEAR - used[year] for year in wanted}
    return {year: days for year, days in left.items() if wanted[year] > days}


@dataclass(frozen=True, slots=True)
class VacationChanged:
    """An event: a player's vacation began or ended."""

    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class WhatGoesOn:
    """An event: asks for the RunningContests of a player who goes on vacation."""

    player_id: PlayerId


@dataclass(eq=False)
class VacationService:
    """Begins and ends vacations. Refusals are ServiceErrors."""

    _database: Database
    _store: MatchStore
    _presence: Presence
    _now: Now
    _events: Events = NO_LISTENERS

    @reads
    def look(self, connection: Connection, actor: Actor) -> VacationView:
        """The actor's vacation, and the days they have left."""
        found = storage.vacation_of(connection, actor.id)
        return self._view(connection, actor.id, found)

    @writes
    def start(self, connection: Connection, actor: Actor, days: int) -> VacationView:
        """Begin a vacation of ``days`` days now.

        A repeated interaction changes nothing. Raises BadVacation, AlreadyOnVacation,
        VacationTooLong, or DeadlineTooNear for the first match with too little time left.
        """
        if not has_key(connection, tables.vacations, actor.key):
            self._start(connection, actor, days)
        found = storage.vacation_of(connection, actor.id)
        answers = self._events.ask(connection, WhatGoesOn(actor.id))
        view = self._view(connection, actor.id, found)
        return replace(view, contests=tuple(chain.from_iterable(answers)))

    @writes
    def end(self, connection: Connection, actor: Actor) -> VacationView:
        """End the vacation now. Raises NotOnVacation."""
        found = storage.vacation_of(connection, actor.id)
        if found is None:
            raise errors.NotOnVacation
        count = self._end(connection, found, acts=True)
        return self._view(connection, actor.id, None, count)

    def expire(self, connection: Connection, timer: timers.Timer, now: datetime) -> None:
        """End a vacation at its time, unless it has ended before."""
        player_id = PlayerId(timer.subject_id)
        found = storage.vacation_of(connection, player_id)
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
        new = storage.begin_vacation(connection, actor.id, began, ends, actor.key)
        if new is None:
            found = storage.current_vacations(connection, [actor.id])[actor.id]
            raise errors.AlreadyOnVacation(found.ends_at)
        for match, clocks, seat in self._clocks_of(connection, actor.id, acts=True):
            clock = clocks.seats[seat]
            if clock.deadline is not None and clock.is_too_near_for_vacation(began):
                raise errors.DeadlineTooNear(match, clock.deadline)
            if PauseKind.VACATION not in clock.pauses:
                done = clock.pause(PauseKind.VACATION, match.ply, began)
                self._change(connection, new, clocks, done)
            storage.set_away(connection, match.id, actor.id, new.ends_at)
        timers.set_timer(connection, TimerKind.VACATION_END, actor.id, new.ends_at)
        self._events.tell(connection, VacationChanged(actor.id), self._now())

    def _end(self, connection: Connection, vacation: StoredVacation, *, acts: bool) -> int:
        """End a vacation; the number of matches in which the player's clock runs again."""
        now, count = self._now(), 0
        storage.end_vacation(connection, vacation.id, min(now, vacation.ends_at))
        timers.cancel(connection, TimerKind.VACATION_END, vacation.player_id)
        for match, clocks, seat in self._clocks_of(connection, vacation.player_id, acts=acts):
            clock = clocks.seats[seat]
            storage.set_away(connection, match.id, vacation.player_id, None)
            if PauseKind.VACATION in clock.pauses:
                done = clock.resume(PauseKind.VACATION, match.ply, now)
                self._change(connection, vacation, clocks, done)
                count += 1
        self._events.tell(connection, VacationChanged(vacation.player_id), now)
        return count

    def _change(
        self, connection: Connection, away: StoredVacation, clocks: MatchClocks, done: Transition
    ) -> None:
        clocks.change(done)
        (line,) = done.lines
        key = Key(f"vacation:{away.id}:{clocks.match.id}:{line.kind}")
        clocks.save_once(connection, key, self._now(), told=True)

    def _clocks_of(
        self, connection: Connection, player_id: PlayerId, *, acts: bool
    ) -> Iterator[tuple[MatchState, MatchClocks, Seat]]:
        """The player's running matches whose clocks a vacation pauses, locked, with clock and seat.

        ``acts``: the player is acting now, not a timer, so an outage may end with it.
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
        """The player's vacations that may count for this year or the next."""
        since = self._now() - timedelta(days=366 + DAYS_A_YEAR)
        taken = storage.vacations_since(connection, player_id, since)
        return [(each.began_at, each.ended_at or each.ends_at) for each in taken]
