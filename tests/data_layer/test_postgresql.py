"""What only several connections to a server can do to each other."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, func, insert, make_url, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core import outbox_claims
from data.database import Database, notify, run_in_thread, yield_to_loop
from data.errors import InDoubtError, StorageError
from data.ids import MatchId
from data.operating import open_database
from data.postgresql import TRIES, connect, until_lost
from data.shards import ALL, Shards
from data.tables import players as players_table
from tests.data_layer.gates import Gate
from tests.data_layer.test_database import NOW, SUBJECT, Ears, add, count, counted
from tests.data_layer.test_outbox import note_board
from tests.kit.databases import needs_postgresql, opened, written
from tests.kit.refusals import refusal

pytestmark = [needs_postgresql, pytest.mark.parametrize("url", ["postgresql"], indirect=True)]


async def test_who_waits_for_a_lost_connection_can_be_cancelled_at_any_moment(url: str) -> None:
    for passes in range(10):
        connection = await connect(make_url(url), ALL)
        waiting = asyncio.create_task(until_lost(connection))
        await asyncio.sleep(0.01)
        connection.terminate()
        for _ in range(passes):
            await asyncio.sleep(0)
        was_waiting = waiting.cancel()
        await asyncio.wait({waiting}, timeout=10)
        assert waiting.cancelled() == was_waiting, passes


@pytest.mark.parametrize("cut", [ConnectionResetError("cut"), asyncpg.InternalClientError("cut")])
async def test_lost_answers_wake_too(
    database: Database, monkeypatch: pytest.MonkeyPatch, cut: Exception
) -> None:
    opened: Any = database
    engine, ears = opened._engine, Ears(database)

    @asynccontextmanager
    async def cut_after_commit() -> AsyncIterator[AsyncConnection]:
        async with engine.begin() as connection:
            yield connection
        raise cut

    def add_and_tell(connection: Connection) -> None:
        add(connection, 1)
        notify(connection, SUBJECT)

    with monkeypatch.context() as patched:
        patched.setattr(opened, "_engine", SimpleNamespace(begin=cut_after_commit))
        await refusal(InDoubtError, database.write(add_and_tell))
    await ears.wait_for(heard=1)
    assert await count(database) == 1


def find_or_add(connection: Connection, gate: Gate) -> str:
    """Add the first player unless there is one, held up in between."""
    if counted(connection):
        return "found"
    connection.execute(insert(players_table).values(id=1, created_at=NOW))
    gate.wait(connection)
    return "added"


async def test_whoever_writes_the_same_key_second_finds_it(database: Database, gate: Gate) -> None:
    both = [asyncio.create_task(database.write(find_or_add, gate)) for _ in range(2)]
    await gate.reached()
    await gate.open()
    assert sorted(await asyncio.gather(*both)) == ["added", "found"]
    assert await count(database) == 1


async def test_those_who_wait_for_each_other_both_come_through(database: Database) -> None:
    inside = asyncio.Barrier(2)

    def lock_both(connection: Connection, first: int, second: int) -> int:
        connection.execute(select(func.pg_advisory_xact_lock(first)))
        connection.execute(select(func.pg_sleep(0.05)))  # so that the other has its first one
        connection.execute(select(func.pg_advisory_xact_lock(second)))
        add(connection, first)
        return first

    async def write(first: int, second: int) -> int:
        await inside.wait()
        return await database.write(lock_both, first, second)

    assert set(await asyncio.gather(write(1, 2), write(2, 1))) == {1, 2}
    assert await count(database) == 2


async def test_a_key_that_is_taken_for_good_is_not_tried_for_ever(database: Database) -> None:
    await database.write(add, 1)
    tries = []

    def add_again(connection: Connection) -> None:
        tries.append(1)
        connection.execute(insert(players_table).values(id=1, created_at=NOW))

    await refusal(IntegrityError, database.write(add_again))
    assert len(tries) == TRIES


def claim(connection: Connection, most: int) -> list[int]:
    claimed = outbox_claims.claim(connection, "somebody", NOW, NOW, most)
    return [due.subject_id for due in claimed]


async def test_two_that_claim_at_once_get_different_rows(database: Database, gate: Gate) -> None:
    def fill(connection: Connection) -> None:
        for number in range(1, 6):
            note_board(connection, MatchId(number), 0, NOW)
        note_board(connection, MatchId(1), 1, NOW)

    def claim_slowly(connection: Connection) -> list[int]:
        claimed = claim(connection, 2)
        gate.wait(connection)
        return claimed

    await database.write(fill)
    slow = asyncio.create_task(database.write(claim_slowly))
    await gate.reached()
    assert await database.write(claim, 2) == [3, 4]
    assert await database.write(claim, 9) == [5]
    await gate.open()
    assert await slow == [1, 2]
    assert await database.write(claim, 9) == []


async def test_a_connection_that_broke_is_replaced(database: Database, gate: Gate) -> None:
    processes: list[int] = []

    def write(connection: Connection) -> None:
        processes.append(connection.execute(select(func.pg_backend_pid())).scalar_one())
        add(connection, 1)
        gate.wait(connection)

    writing = asyncio.create_task(database.write(write))
    await gate.reached()
    await database.read(_terminate, processes[0])
    await refusal(StorageError, writing)
    assert await count(database) == 0
    await database.write(add, 2)
    assert await count(database) == 1


def _terminate(connection: Connection, process: int) -> None:
    assert connection.execute(select(func.pg_terminate_backend(process))).scalar_one()


async def listening(url: str) -> tuple[Database, Ears]:
    """A program that hears the others from now on."""
    opened = await open_database(url)
    ears = Ears(opened)
    await ears.wait_for(everything=1)
    return opened, ears


async def test_other_programs_hear_of_what_is_left_to_do(url: str) -> None:
    one, here = await listening(url)
    other, there = await listening(url)

    def fail(connection: Connection) -> None:
        notify(connection, SUBJECT)
        raise ZeroDivisionError

    await refusal(ZeroDivisionError, one.write(fail))
    await one.write(notify, SUBJECT)
    await there.wait_for(heard=1)
    await other.write(notify, SUBJECT)
    await here.wait_for(heard=2)
    assert (here.heard, there.heard) == (2, 2)  # who wrote it is told once
    await one.close()
    await other.close()


async def test_a_program_that_heard_nothing_for_a_while_looks_at_everything(url: str) -> None:
    def cut_off_listeners(connection: Connection) -> int:
        cut_off = text(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        return int(connection.execute(cut_off).scalar_one())

    database, ears = await listening(url)
    assert await database.read(cut_off_listeners) >= 1  # the one before may still be leaving
    await ears.wait_for(everything=2)
    await database.close()


async def test_the_server_shows_whose_connections_are_and_they_are_no_more_than_allowed(
    url: str,
) -> None:
    async with opened(url, shards=Shards(0, 7, 16), pool=2) as database:
        found = await asyncio.gather(*(database.read(_how_many) for _ in range(6)))
    assert max(found) in (2, 2 + 1), "one listens"


def _how_many(connection: Connection) -> int:
    """How many connections the server has of this bot, while others have time to join in."""
    connection.execute(text("SELECT pg_sleep(0.1)"))
    mine = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'quintet 0-7/16'"
    )
    return int(connection.execute(mine).scalar_one())


async def test_what_cannot_be_reached_says_so(url: str) -> None:
    for wrong in (make_url(url).set(database="nowhere"), make_url(url).set(port=1)):
        await refusal(StorageError, open_database(written(wrong)))


async def test_the_loop_goes_on_while_a_transaction_works(database: Database) -> None:
    """What takes long lets others do something in between, or is done while they do."""
    seen: list[str] = []
    done = threading.Event()

    async def beat() -> None:
        seen.append("beat")
        done.set()

    def breathes(connection: Connection) -> None:
        asyncio.get_running_loop().create_task(beat())
        for _ in range(3):
            yield_to_loop(connection)
        seen.append("breathed")

    def waits(connection: Connection) -> bool:
        asyncio.get_running_loop().create_task(beat())
        return run_in_thread(connection, lambda: done.wait(10))

    await database.write(breathes)
    assert seen == ["beat", "breathed"]
    done.clear()
    assert await database.read(waits)
