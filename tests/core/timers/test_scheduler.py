"""Everything that is due is done, once each; what fails is put aside, and holds nothing up."""

import asyncio
import itertools
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select, text

from bot.core import timers
from bot.core.faults import FIRST_DELAY, LONGEST_DELAY, TRIES
from bot.core.people import players
from bot.core.timers import BATCH, Scheduler, Timer, TimerRule
from bot.features.challenges.storage import CHALLENGE_EXPIRY_TIMER
from bot.features.reminders.storage import IDLE_TIMER
from bot.features.tournaments.storage import TOURNAMENT_TIMER
from data.errors import StorageError
from data.ids import PlayerId
from data.states import TimerKind
from data.tables import players as players_table
from data.tables import timers as timers_table
from tests.kit.club import BEN, Club, OpenClub
from tests.kit.databases import needs_postgresql
from tests.kit.due import work_due
from tests.kit.errors_of_all_kinds import ERRORS
from tests.kit.waiting import running, until

KIND = CHALLENGE_EXPIRY_TIMER


class Diary(Scheduler):
    """Notes who was due, in the transaction in which they were."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.database, [TimerRule(KIND, self.note)], club.clock)
        self.tries: list[int] = []

    def note(self, connection: Connection, timer: Timer, _: datetime) -> None:
        self.tries.append(timer.subject_id)
        players.ensure(connection, [PlayerId(timer.subject_id)], timer.due_at)


@pytest.fixture
def diary(club: Club) -> Diary:
    return Diary(club)


async def set_timers(club: Club, *subjects: int, due_in: timedelta = timedelta(0)) -> None:
    for subject in subjects:
        await club.database.write(timers.set_timer, KIND, subject, club.clock.now + due_in)


async def test_what_is_due_is_done_once_and_in_order(club: Club, diary: Diary) -> None:
    await set_timers(club, 3, due_in=timedelta(minutes=2))
    await set_timers(club, 1, due_in=timedelta(minutes=1))
    await set_timers(club, 2, due_in=timedelta(minutes=3))
    assert await diary.sweep() == 0
    club.clock.advance(minutes=2)
    assert await diary.sweep() == 2
    assert await diary.sweep() == 0
    club.clock.advance(minutes=2)
    assert await diary.sweep() == 1
    assert diary.tries == [1, 3, 2]
    assert await club.rows("timers") == 0


async def test_a_timer_that_is_set_anew_counts_once(club: Club, diary: Diary) -> None:
    await set_timers(club, 1, due_in=timedelta(minutes=1))
    await set_timers(club, 1, due_in=timedelta(minutes=5))
    club.clock.advance(minutes=1)
    assert await diary.sweep() == 0
    club.clock.advance(minutes=4)
    assert await diary.sweep() == 1
    assert diary.tries == [1]


async def test_more_than_a_batch_is_done_batch_by_batch(club: Club, diary: Diary) -> None:
    def fill(connection: Connection) -> None:
        for subject in range(1, BATCH + 6):
            timers.set_timer(connection, KIND, subject, club.clock.now)

    await club.database.write(fill)
    assert await diary.sweep() == BATCH
    assert await diary.sweep() == 5
    assert sorted(diary.tries) == list(range(1, BATCH + 6))
    await club.database.write(fill)
    async with running(diary.run()):
        await until(lambda: len(diary.tries) == 2 * (BATCH + 5))


async def test_what_is_slow_has_a_transaction_each(club: Club) -> None:
    told = list[str]()

    def note(connection: Connection, timer: Timer, _: datetime) -> None:
        told.append(f"{timer.subject_id} is done")
        event.listen(connection, "commit", lambda _: told.append(f"{timer.subject_id} is kept"))

    await set_timers(club, 1, 2)
    slow = Scheduler(club.database, [TimerRule(KIND, note, slow=True)], club.clock)
    async with running(slow.run()):
        await until(lambda: len(told) == 4)
    assert told == ["1 is done", "1 is kept", "2 is done", "2 is kept"]


async def test_a_short_outage_is_no_fault_of_a_timer(
    club: Club, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    await set_timers(club, 1)
    write, calls = club.database.write, itertools.count()

    async def away_for_a_while(*args: Any, **options: Any) -> Any:
        if next(calls) not in (1, 2 + TRIES, 3 + TRIES):  # what is due is read, and then put aside
            raise StorageError("away")
        return await write(*args, **options)

    with monkeypatch.context() as away:
        away.setattr(club.database, "write", away_for_a_while)
        with pytest.raises(StorageError):
            await diary.sweep()
    assert await club.rows("timers", "failures = 0") == 1
    assert await diary.sweep() == 1
    assert diary.tries == [1]


@pytest.mark.both_databases
async def test_two_that_look_at_once_do_it_once(open_club: OpenClub) -> None:
    clubs = [await open_club(), await open_club()]
    await set_timers(clubs[0], *range(1, 30))
    both = [Diary(each) for each in clubs]
    swept = await asyncio.gather(*(each.sweep() for each in both))
    assert sum(swept) == 29
    assert sorted([*both[0].tries, *both[1].tries]) == list(range(1, 30))


async def test_a_running_scheduler_does_what_is_set_later(club: Club, diary: Diary) -> None:
    async with running(diary.run()):
        await set_timers(club, 1)
        await until(lambda: diary.tries == [1])
        await set_timers(club, 2, due_in=timedelta(milliseconds=50))
        await asyncio.sleep(0.02)
        assert diary.tries == [1]
        club.clock.advance(milliseconds=50)
        await until(lambda: diary.tries == [1, 2])


async def test_a_challenge_that_was_answered_at_the_last_moment_is_left_alone(club: Club) -> None:
    challenge = await club.offer()
    await club.challenges.accept(club.actor(BEN), challenge.id)
    await set_timers(club, challenge.id)  # as if it had been claimed already
    assert await club.sweep() == 1
    assert (await club.challenges.get(challenge.id)).state.value == "accepted"
    later = club.clock.now + timedelta(days=1000)
    left = await club.database.write(timers.due, later, 100, TimerKind.known)
    assert [each for each in left if each.kind is CHALLENGE_EXPIRY_TIMER] == []


KINDS = tuple(TimerKind.known.values())
BROKEN = dict(enumerate(ERRORS.values(), start=100))
"""What the timers of these subjects do."""


Act = Callable[[Connection, Timer, datetime], object]


async def set_all(club: Club, *subjects: int, kinds: Iterable[TimerKind] = KINDS) -> None:
    def write(connection: Connection) -> None:
        for kind, subject in product(kinds, subjects):
            timers.set_timer(connection, kind, subject, club.clock.now)

    await club.database.write(write)


async def waiting(club: Club) -> dict[int, tuple[int, timedelta]]:
    """Which subjects' timers wait, their failures, and for how long."""
    query = select(timers_table.c.subject_id, timers_table.c.failures, timers_table.c.due_at)
    rows = await club.database.read(lambda connection: connection.execute(query).all())
    return {subject: (failures, due_at - club.clock.now) for subject, failures, due_at in rows}


async def sweep(club: Club, broken: Mapping[int, Callable[[Connection], None]]) -> None:
    """Let timers of all kinds note their subject, or fail where they are broken."""

    def act(connection: Connection, timer: Timer, now: datetime) -> None:
        number = 1000 * (1 + KINDS.index(timer.kind)) + timer.subject_id
        players.ensure(connection, [PlayerId(number)], now)
        if timer.subject_id in broken:
            broken[timer.subject_id](connection)

    rules = [TimerRule(kind, act, slow=kind is TOURNAMENT_TIMER) for kind in KINDS]
    while await Scheduler(club.database, rules, club.clock).sweep():
        pass


async def do_idle(club: Club, act: Act, *subjects: int) -> None:
    """Let timers of one kind be due that do this, and sweep until nothing is."""
    await set_all(club, *subjects, kinds=[IDLE_TIMER])
    while await Scheduler(club.database, [TimerRule(IDLE_TIMER, act)], club.clock).sweep():
        pass


async def test_a_timer_that_fails_is_put_aside_and_all_others_are_done(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.database.MAX_PREPARATIONS", 3)
    broken = [
        (kind, subject)
        for number, kind in enumerate(KINDS)
        for subject in BROKEN
        if (number + subject) % 7 == 0  # each kind, and each error
    ]
    for each in broken:
        await club.database.write(timers.set_timer, *each, club.clock.now)
    await set_all(club, 1, 999)
    await sweep(club, BROKEN)
    assert await club.rows("players") == 2 * len(KINDS)
    assert await waiting(club) == dict.fromkeys(BROKEN, (1, FIRST_DELAY))
    assert await club.rows("timers") == len(broken)
    await set_all(club, 998)
    await sweep(club, BROKEN)
    assert await club.rows("players") == 3 * len(KINDS)
    club.clock.now += FIRST_DELAY
    await sweep(club, {})
    assert await club.rows("timers") == 0
    assert await club.rows("players") == 3 * len(KINDS) + len(broken)


async def test_a_pause_grows_to_a_day_whenever_the_program_begins_anew(open_club: OpenClub) -> None:
    club, pauses = await open_club(), list[timedelta]()
    await club.database.write(timers.set_timer, KINDS[0], 100, club.clock.now)
    for failures in range(1, 14):
        if failures == 5:
            club = await open_club()
        await sweep(club, BROKEN)
        ((failed, pause),) = (await waiting(club)).values()
        assert failed == failures
        pauses.append(pause)
        club.clock.now += pause
    assert pauses[:3] == [FIRST_DELAY, 2 * FIRST_DELAY, 4 * FIRST_DELAY]
    assert pauses[-2:] == [LONGEST_DELAY] * 2


async def test_more_than_a_batch_that_fails_holds_nothing_up(club: Club) -> None:
    def act(connection: Connection, timer: Timer, now: datetime) -> None:
        if timer.subject_id < BATCH + 20:
            raise ValueError
        players.ensure(connection, [PlayerId(timer.subject_id)], now)

    await do_idle(club, act, *range(BATCH + 22))
    assert await club.rows("players") == 2
    assert await club.rows("timers", "failures = 1") == BATCH + 20


async def test_a_timer_that_is_called_off_by_another_stays_called_off(club: Club) -> None:
    def act(connection: Connection, timer: Timer, _: datetime) -> None:
        if timer.subject_id == 2:
            raise ValueError
        timers.cancel(connection, timer.kind, 3)

    await do_idle(club, act, 1, 2, 3)
    assert [*await waiting(club)] == [2]


async def test_what_is_stored_of_an_error_says_nothing_private(club: Club) -> None:
    def act(connection: Connection, timer: Timer, _: datetime) -> None:
        if timer.subject_id == 1:
            raise ValueError("my secret")
        insert_one = insert(players_table).values(id=1, settings={"secret": 1})
        connection.execute(insert_one.values(created_at=club.clock.now))
        connection.execute(insert_one.values(created_at=club.clock.now))

    await do_idle(club, act, 1, 2)
    first, second = [
        row[0] for row in await club.sql("SELECT error FROM timers ORDER BY subject_id")
    ]
    assert first.startswith("ValueError (bot.core.timers:")
    assert second.startswith("IntegrityError: ")
    assert "players" in second
    assert "secret" not in first + second


async def test_a_database_that_is_held_is_nobodys_fault(tmp_path: Path) -> None:
    path = tmp_path / "held.db"
    club = await Club.open(path, busy_seconds=0.05)
    await set_all(club, 1)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            await sweep(club, {})
    assert await club.rows("timers", "failures > 0") == 0
    await sweep(club, {})
    assert await club.rows("players") == len(KINDS)
    await club.close()


@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_connection_that_breaks_is_nobodys_fault(club: Club) -> None:
    cuts = [1, 2, 3]

    def act(connection: Connection, timer: Timer, now: datetime) -> None:
        if cuts:
            cuts.pop()
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        players.ensure(connection, [PlayerId(timer.subject_id)], now)

    await do_idle(club, act, 1)
    assert (await club.rows("players"), await club.rows("timers")) == (1, 0)


async def test_a_timer_of_any_kind_whose_subject_is_gone_holds_nothing_up(club: Club) -> None:
    challenge = await club.offer()
    await set_all(club, 404)
    club.clock.advance(days=14)
    while await club.scheduler.sweep():
        pass
    await work_due(club.opponents)
    await work_due(club.reviews)
    assert (await club.challenges.get(challenge.id)).state.value == "expired"
    due = await club.database.read(timers.overdue, club.clock.now)
    assert due[0] == 0
