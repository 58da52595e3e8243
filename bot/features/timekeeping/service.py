"""What people do: look at clocks, give time, and go on vacation, on up to thirty days a year."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import outbox, timers
from bot.core.actor import Actor
from bot.core.clocks import (
    Gift,
    LedgerKind,
    LedgerLine,
    LiveClockError,
    Occasion,
    PauseKind,
    SeatClock,
    Transition,
)
from bot.core.clocks.storage import get_line
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import AlreadyLeft, MatchState, MatchStore, Now, StoreService, seat_of
from bot.core.matches import storage as matches
from bot.core.people import players
from bot.core.posting import Post, PostKind
from bot.features.timekeeping import errors, storage
from bot.features.timekeeping.match_clocks import (
    MatchClocks,
    ledger,
    load_credited,
    stands_still_on_vacation,
)
from bot.features.timekeeping.presence import Presence
from bot.features.timekeeping.storage import CLOCK_MESSAGE, VACATION_END_TIMER, StoredVacation
from data import tables
from data.database import Database, reads, writes
from data.ids import Key, MatchId, PlayerId, acted_at
from data.statements import has_key
from rules.game import Seat
from rules.texts import Words


@dataclass(frozen=True, slots=True)
class ClockNews:
    """A line of the ledger that players are told of, and the match as it is now."""

    id: int
    match: MatchState
    line: LedgerLine


def clock_posts(store: MatchStore) -> PostKind[ClockNews]:
    """News of clocks: posted where the match is played, and never edited."""

    def load(connection: Connection, due: outbox.Due) -> Post[ClockNews] | None:
        found = get_line(connection, due.subject_id)
        if found is None:
            return None
        match_id, line = found
        match = store.read(connection, match_id).in_server(due.server_id)
        return Post(ClockNews(due.subject_id, match, line), (match.where,))

    return PostKind(kind=CLOCK_MESSAGE, load=load, once=True)


@dataclass(frozen=True, slots=True)
class ClockView:
    """A match with its clocks by seat at ``now``, and all lines of its ledger in order."""

    match: MatchState
    seats: dict[Seat, SeatClock]
    ledger: tuple[LedgerLine, ...]
    now: datetime


class ClockService(StoreService):
    """Shows and gives time. Refusals are ServiceErrors."""

    async def look(self, actor: Actor, match_id: MatchId) -> ClockView:
        """The match's clocks, for its players. Raises UnknownMatch, NotYourMatch, WithoutClock."""
        return await self._database.read(self._look, actor, match_id)

    @writes
    def give(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        gift: Gift,
        expected_ply: int | None = None,
    ) -> ClockView:
        """Give time to the player to move, and post news of it; the clocks after it.

        A repeated interaction returns the same answer. Raises UnknownMatch, NotYourMatch,
        MatchOver, OutdatedBoard, AlreadyLeft, WithoutClock, OwnTime, LiveMatch or GivenOnce.
        """
        if has_key(connection, tables.clock_lines, actor.key):
            return self._look(connection, actor, match_id)
        state = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        if seat_of(state, actor.id) in state.left:
            raise AlreadyLeft(state)
        if state.to_move_player == actor.id:
            raise errors.OwnTime(state)
        if state.match.moves_stand:
            lines = ledger(connection, state.match)
            if any(each.kind is LedgerKind.GIFT and each.by == actor.id for each in lines):
                raise errors.GivenOnce(state)
        now, seat = self._now(), state.to_move
        loaded = load_credited(connection, state.match, now)
        if seat is None or seat not in loaded.seats:
            raise errors.WithoutClock(state)
        try:
            loaded.change(loaded.seats[seat].give(gift, Occasion(now, state.ply, actor.id)))
        except LiveClockError as error:
            raise errors.LiveMatch(state) from error
        loaded.save_once(connection, actor.key, now, told=True)
        return self._look(connection, actor, match_id)

    def _look(self, connection: Connection, actor: Actor, match_id: MatchId) -> ClockView:
        state = self._store.read(connection, match_id)
        seat_of(state, actor.id)
        if not state.match.is_timed:
            raise errors.WithoutClock(state)
        seats = MatchClocks(state.match).seats
        return ClockView(state, seats, ledger(connection, state.match), self._now())

    async def are_held(self) -> bool:
        """Whether timeouts are stopped until an operator decides."""
        stopped = await self._database.read(storage.current_stop)
        return stopped is not None and not stopped.allowed


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
        return self._view(connection, actor.id)

    @writes
    def start(self, connection: Connection, actor: Actor, days: int) -> VacationView:
        """Begin a vacation of ``days`` days now.

        A repeated interaction changes nothing. Raises BadVacation, AlreadyOnVacation,
        VacationTooLong, or DeadlineTooNear for the first match with too little time left.
        """
        if not has_key(connection, tables.vacations, actor.key):
            self._start(connection, actor, days)
        answers = self._events.ask(connection, WhatGoesOn(actor.id))
        view = self._view(connection, actor.id)
        return replace(view, contests=tuple(chain.from_iterable(answers)))

    @writes
    def end(self, connection: Connection, actor: Actor) -> VacationView:
        """End the vacation now. Raises NotOnVacation."""
        found = storage.vacation_of(connection, actor.id)
        if found is None:
            raise errors.NotOnVacation
        count = self._end(connection, found, acts=True)
        return self._view(connection, actor.id, count)

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
            current = storage.current_vacations(connection, [actor.id])[actor.id]
            raise errors.AlreadyOnVacation(current.ends_at)
        for match, loaded, seat in self._clocks_of(connection, actor.id, acts=True):
            clock = loaded.seats[seat]
            if clock.deadline is not None and clock.is_too_near_for_vacation(began):
                raise errors.DeadlineTooNear(match, clock.deadline)
            if PauseKind.VACATION not in clock.pauses:
                done = clock.pause(PauseKind.VACATION, match.ply, began)
                self._change(connection, new, loaded, done)
            storage.set_away(connection, match.id, actor.id, new.ends_at)
        timers.set_timer(connection, VACATION_END_TIMER, actor.id, new.ends_at)
        self._events.tell(connection, VacationChanged(actor.id), self._now())

    def _end(self, connection: Connection, vacation: StoredVacation, *, acts: bool) -> int:
        """End a vacation; the number of matches in which the player's clock runs again."""
        now, count = self._now(), 0
        storage.end_vacation(connection, vacation.id, min(now, vacation.ends_at))
        timers.cancel(connection, VACATION_END_TIMER, vacation.player_id)
        for match, loaded, seat in self._clocks_of(connection, vacation.player_id, acts=acts):
            clock = loaded.seats[seat]
            storage.set_away(connection, match.id, vacation.player_id, None)
            if PauseKind.VACATION in clock.pauses:
                done = clock.resume(PauseKind.VACATION, match.ply, now)
                self._change(connection, vacation, loaded, done)
                count += 1
        self._events.tell(connection, VacationChanged(vacation.player_id), now)
        return count

    def _change(
        self, connection: Connection, away: StoredVacation, loaded: MatchClocks, done: Transition
    ) -> None:
        loaded.change(done)
        (line,) = done.lines
        key = Key(f"vacation:{away.id}:{loaded.match.id}:{line.kind}")
        loaded.save_once(connection, key, self._now(), told=True)

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
            loaded = load_credited(connection, match.match, self._now())
            if match.is_running and seat is not None and seat in loaded.seats:
                yield match, loaded, seat

    def _view(
        self, connection: Connection, player_id: PlayerId, count: int | None = None
    ) -> VacationView:
        """The player's vacation; ``count`` is that of the matches in which their clock goes on."""
        year, found = self._now().year, storage.vacation_of(connection, player_id)
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
