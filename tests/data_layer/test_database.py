"""Transactions on a real SQLite file, with everything that can go wrong with it."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select, text

from data import players
from data.database import Database, StorageError
from data.tables import players as players_table

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def count(database: Database) -> int:
    async with database.reading() as connection:
        found = await connection.execute(select(func.count()).select_from(players_table))
        return int(found.scalar_one())


async def test_the_file_is_set_up_to_lose_nothing(database: Database) -> None:
    async with database.transaction() as connection:
        settings = {
            name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous")
        }
    full = 2
    assert settings == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": full}


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/new/folder/quintet.db")
    await database.close()
    assert (tmp_path / "new" / "folder" / "quintet.db").exists()


async def test_a_failed_block_leaves_nothing(database: Database) -> None:
    with pytest.raises(KeyError):
        await add_pair(database, 3)
    assert await count(database) == 0


async def add_pair(database: Database, number: int) -> None:
    """Two rows that belong together, with a pause between them for others to barge in."""
    async with database.transaction() as connection:
        await players.ensure(connection, [2 * number], NOW)
        await asyncio.sleep(0.001)
        if number % 3 == 0:
            raise KeyError(number)
        await players.ensure(connection, [2 * number + 1], NOW)


async def test_tasks_do_not_break_into_each_others_transactions(database: Database) -> None:
    tasks = [asyncio.create_task(add_pair(database, number)) for number in range(60)]
    await asyncio.sleep(0.02)
    for task in Random(3).sample(tasks, 20):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    whole = [n for n, task in enumerate(tasks) if not task.cancelled() and not task.exception()]
    async with database.reading() as connection:
        ids = set((await connection.execute(select(players_table.c.id))).scalars())
    complete = {number // 2 for number in ids}
    assert ids == {2 * number for number in complete} | {2 * number + 1 for number in complete}
    assert set(whole) <= complete
    assert not any(number % 3 == 0 for number in complete)


async def test_a_cancelled_writer_lets_the_next_one_write(database: Database) -> None:
    inside = asyncio.Event()

    async def hold() -> None:
        async with database.transaction() as connection:
            await players.ensure(connection, [1], NOW)
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hold())
    await inside.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    async with database.transaction() as connection:
        await players.ensure(connection, [2], NOW)
    assert await count(database) == 1


async def test_a_writer_that_was_cut_off_keeps_no_lock_while_it_is_remembered(
    database: Database,
) -> None:
    long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

    async def write() -> None:
        async with database.transaction() as connection:
            await players.ensure(connection, [1], NOW)
            async with connection.stream(text(long)) as rows:
                async for _ in rows:
                    await asyncio.sleep(0)

    remembered = []
    for _ in range(2):
        writer = asyncio.create_task(write())
        await asyncio.sleep(0.05)
        writer.cancel()
        (error,) = await asyncio.gather(writer, return_exceptions=True)
        remembered.append(error)  # its traceback knows the cursor
        async with database.transaction() as connection:
            await players.ensure(connection, [2], NOW)
    assert [type(error) for error in remembered] == [asyncio.CancelledError] * 2


async def test_readers_neither_wait_for_a_writer_nor_see_its_half_done_work(
    database: Database,
) -> None:
    async with database.transaction() as connection:
        await players.ensure(connection, [1], NOW)
        assert await count(database) == 0
    assert await count(database) == 1


async def test_a_reader_sees_one_state_throughout(database: Database) -> None:
    async with database.reading() as connection:
        query = select(func.count()).select_from(players_table)
        before = (await connection.execute(query)).scalar_one()
        async with database.transaction() as writing:
            await players.ensure(writing, [1], NOW)
        assert (await connection.execute(query)).scalar_one() == before


async def test_a_locked_database_says_so_and_recovers(database: Database, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked"):
        async with database.transaction() as connection:
            await players.ensure(connection, [1], NOW)
    other.execute("ROLLBACK")
    other.close()
    async with database.transaction() as connection:
        await players.ensure(connection, [2], NOW)
    assert await count(database) == 1


async def test_a_full_disk_says_so_and_takes_everything_back(database: Database) -> None:
    async with database.transaction() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match="full"):
        async with database.transaction() as connection:
            await players.ensure(connection, range(10_000), NOW)
    assert await count(database) == 0
    async with database.transaction() as connection:
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages * 10}")
        await players.ensure(connection, [1], NOW)
    assert await count(database) == 1


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear friend, this is a letter and not a database." * 100)
    with pytest.raises(StorageError, match="not a database"):
        await Database.open(f"sqlite+aiosqlite:///{path}")
    assert path.read_text().startswith("Dear friend")


async def test_a_backup_of_a_busy_database_is_whole(database: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    tasks = [asyncio.create_task(add_pair(database, 3 * number + 1)) for number in range(20)]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    await database.backup(copy)
    await asyncio.gather(*tasks)
    with sqlite3.connect(copy) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    plain.close()
    restored = await Database.open(f"sqlite+aiosqlite:///{copy}")
    copied = await count(restored)
    await restored.close()
    assert copied % 2 == 0
    assert 0 < copied <= await count(database)


async def test_a_backup_does_not_write_over_a_file(database: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(StorageError):
        await database.backup(copy)
    assert copy.read_text() == "precious"


async def test_rows_that_are_there_already_stay_as_they_are(database: Database) -> None:
    async with database.transaction() as connection:
        await players.ensure(connection, [1], NOW)
        await players.ensure(connection, [1, 2], NOW.replace(year=2027))
    async with database.reading() as connection:
        found = await connection.execute(select(players_table.c.id, players_table.c.created_at))
        assert {row.id: row.created_at for row in found} == {1: NOW, 2: NOW.replace(year=2027)}
