"""Transactions on either kind of database, with everything that can come between."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from bot.core.people import players
from data.database import Database, notify
from data.errors import StorageError
from data.ids import PlayerId
from data.operating import open_database
from data.sqlite import READERS
from data.tables import players as players_table
from tests.data_layer.gates import TIMEOUT, Gate
from tests.kit.databases import opened
from tests.kit.refusals import refusal

pytestmark = pytest.mark.both_databases

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SUBJECT = "people"


class Ears:
    """How often the subject was told of; ``everything`` counts when that was unsure."""

    def __init__(self, database: Database) -> None:
        self._told = 0
        self._news = asyncio.Event()
        self.everything = 0
        database.subscribe(SUBJECT, self._hear)
        database.subscribe("of this nobody gives notice", self._hear_everything)

    @property
    def heard(self) -> int:
        return self._told - self.everything

    async def wait_for(self, *, heard: int = 0, everything: int = 0) -> None:
        async with asyncio.timeout(TIMEOUT):
            while self.heard < heard or self.everything < everything:
                self._news.clear()
                await self._news.wait()

    def _hear(self) -> None:
        self._told += 1
        self._news.set()

    def _hear_everything(self) -> None:
        self.everything += 1
        self._news.set()


def add(connection: Connection, *ids: int) -> None:
    players.ensure(connection, [PlayerId(number) for number in ids], NOW)


def counted(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(players_table)).scalar_one())


def add_slowly(connection: Connection, gate: Gate, *ids: int) -> None:
    add(connection, *ids[:-1])
    gate.wait(connection)
    add(connection, ids[-1])


async def count(database: Database) -> int:
    return await database.read(counted)


@contextmanager
def complaints() -> Iterator[list[dict[str, Any]]]:
    """What the event loop complains of, about what nobody has looked at too."""
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
    yield heard
    gc.collect()


async def cut_off(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await refusal(asyncio.CancelledError, task)


def add_pair(connection: Connection, number: int) -> None:
    add(connection, 2 * number)
    if number % 3 == 0:
        raise KeyError(number)
    add(connection, 2 * number + 1)


async def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    await refusal(KeyError, database.write(add_pair, 3))
    assert await count(database) == 0


async def test_who_reads_can_write_nothing(database: Database) -> None:
    for _ in range(2 * READERS):
        with pytest.raises(StorageError):
            await database.read(add, 1)
    assert await count(database) == 0
    await database.write(add, 1)  # as whoever writes can, also where it was read before
    assert await count(database) == 1


async def test_transactions_do_not_break_into_each_other(database: Database) -> None:
    tasks = [asyncio.create_task(database.write(add_pair, number)) for number in range(60)]
    await asyncio.sleep(0.02)
    for task in Random(3).sample(tasks, 20):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    whole = [n for n, task in enumerate(tasks) if not task.cancelled() and not task.exception()]
    ids = await database.read(
        lambda connection: set(connection.execute(select(players_table.c.id)).scalars())
    )
    complete = {number // 2 for number in ids}
    assert ids == {2 * number for number in complete} | {2 * number + 1 for number in complete}
    assert set(whole) <= complete
    assert not any(number % 3 == 0 for number in complete)


async def test_a_subscriber_that_fails_fails_nobody_else(database: Database) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    database.subscribe(SUBJECT, fail)
    ears = Ears(database)
    assert await database.write(_told_of) == "committed"
    await ears.wait_for(heard=1)


def _told_of(connection: Connection) -> str:
    notify(connection, SUBJECT)
    return "committed"


@pytest.mark.parametrize("fails", [False, True])
async def test_a_cancelled_callers_transaction_ends_as_it_would(
    database: Database, gate: Gate, fails: bool
) -> None:
    ears = Ears(database)

    def write(connection: Connection) -> None:
        notify(connection, SUBJECT)
        add_slowly(connection, gate, 1, 2)
        if fails:
            raise ZeroDivisionError

    with complaints() as heard:
        writing = asyncio.create_task(database.write(write))
        await gate.reached()
        await cut_off(writing)
        del writing
        await gate.open()
        await database.write(add, 3)
    assert (await count(database), ears.heard) == ((1, 0) if fails else (3, 1))
    assert heard == []


async def test_readers_neither_wait_nor_see_half_the_work(database: Database, gate: Gate) -> None:
    writing = asyncio.create_task(database.write(add_slowly, gate, 1, 2))
    await gate.reached()
    assert await count(database) == 0
    await gate.open()
    await writing
    assert await count(database) == 2


async def test_a_reader_sees_one_state_throughout(database: Database, gate: Gate) -> None:
    def count_twice(connection: Connection) -> tuple[int, int]:
        before = counted(connection)
        gate.wait(connection)
        return before, counted(connection)

    reading = asyncio.create_task(database.read(count_twice))
    await gate.reached()
    await database.write(add, 1)
    await gate.open()
    assert await reading == (0, 0)
    assert await count(database) == 1


async def test_a_reading_that_failed_between_rows_leaves_no_old_state(database: Database) -> None:
    await database.write(lambda connection: add(connection, 1, 2))
    remembered = []

    def fail(connection: Connection) -> None:
        rows = iter(connection.execute(select(players_table.c.id)))
        remembered.append((next(rows), rows))  # somebody knows the cursor
        raise ZeroDivisionError

    async def fail_once() -> None:
        with pytest.raises(ZeroDivisionError):
            await database.read(fail)

    await asyncio.gather(*(fail_once() for _ in range(READERS)))
    await database.write(lambda connection: add(connection, 3))
    assert [await count(database) for _ in range(READERS)] == [3] * READERS
    assert len(remembered) == READERS


async def test_cancelled_readers_take_nothing_with_them(database: Database, gate: Gate) -> None:
    def fail(connection: Connection) -> None:
        gate.wait(connection)
        raise ZeroDivisionError

    with complaints() as heard:
        readers = [asyncio.create_task(database.read(fail)) for _ in range(20)]
        await gate.reached()
        for reader in readers:
            await cut_off(reader)
        readers.clear()
        await gate.open()
        assert await asyncio.gather(*(count(database) for _ in range(20))) == [0] * 20
    assert heard == []


async def test_a_notice_is_told_after_the_commit(database: Database, gate: Gate) -> None:
    ears = Ears(database)
    seen: list[asyncio.Task[int]] = []

    def write(connection: Connection) -> None:
        notify(connection, SUBJECT)
        add_slowly(connection, gate, 1, 2)

    writing = asyncio.create_task(database.write(write))
    await gate.reached()
    assert ears.heard == 0
    database.subscribe(SUBJECT, lambda: seen.append(asyncio.create_task(count(database))))
    await gate.open()
    await writing
    assert ears.heard == 1
    assert await seen[-1] == 2


async def test_no_notice_is_told_of_what_was_taken_back(database: Database) -> None:
    ears = Ears(database)

    def fail(connection: Connection) -> None:
        notify(connection, SUBJECT)
        raise ZeroDivisionError

    await refusal(ZeroDivisionError, database.write(fail))
    for number in range(10):  # one of them on the connection that failed
        await database.write(add, number)
    assert ears.heard == 0
    await database.write(notify, SUBJECT)
    assert ears.heard == 1


async def test_closing_waits_for_the_writer(url: str, gate: Gate) -> None:
    database = await open_database(url)
    writing = asyncio.create_task(database.write(add_slowly, gate, 1, 2))
    await gate.reached()
    await cut_off(writing)  # so that nobody else waits for it
    closing = asyncio.create_task(database.close())
    done, _ = await asyncio.wait([closing], timeout=0.1)
    assert done == set()
    await gate.open()
    await closing
    async with opened(url) as again:
        assert await count(again) == 2
