"""One SQLite file: whole transactions in one thread, and everything that can go wrong with a file.

The first tests hold aiosqlite to what ``data.sqlite`` needs of its inside.
"""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from data.database import Database
from data.errors import StorageError
from data.operating import back_up, open_database
from tests.data_layer.gates import ThreadGate
from tests.data_layer.test_database import add, add_pair, count, counted
from tests.kit.databases import opened, sqlite_url

BUSY_SECONDS = 0.05
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


async def test_a_transaction_is_one_function_in_the_writers_thread(file: Database) -> None:
    def where(connection: Connection) -> tuple[int, object]:
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        assert raw.in_transaction
        return threading.get_ident(), raw

    found = [await file.write(where) for _ in range(3)]
    assert found == found[:1] * 3
    assert found[0][0] != threading.get_ident()


async def test_the_file_is_set_up_to_lose_nothing(file: Database) -> None:
    def settings(connection: Connection) -> dict[str, object]:
        names = ("journal_mode", "foreign_keys", "synchronous")
        ask = connection.exec_driver_sql
        return {name: ask(f"PRAGMA {name}").scalar_one() for name in names}

    full = 2
    assert await file.write(settings) == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "synchronous": full,
    }


async def test_an_empty_file_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    path.write_bytes(b"")
    with pytest.raises(StorageError, match="nothing is in it"):
        await back_up(sqlite_url(path), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    await (await open_database(sqlite_url(tmp_path / "new" / "folder" / "quintet.db"))).close()
    assert (tmp_path / "new" / "folder" / "quintet.db").exists()


def write_from_elsewhere(path: Path, number: int, seconds: float) -> str:
    """What a second process says that adds a player, waiting so long for others."""
    program = f"""
import sqlite3
other = sqlite3.connect({str(path)!r}, timeout={seconds})
try:
    other.execute("INSERT INTO players VALUES ({number}, '{{}}', '{{}}', '2026-01-01')")
    other.commit()
except sqlite3.OperationalError as error:
    print(error)
else:
    print("written")
"""
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return finished.stdout.decode().strip()


async def test_nobody_writes_between_our_read_and_our_write(file: Database, path: Path) -> None:
    def count_then_add(connection: Connection) -> tuple[int, str]:
        before = counted(connection)
        told = write_from_elsewhere(path, 2, BUSY_SECONDS)
        add(connection, 1)
        return before, told

    assert await file.write(count_then_add) == (0, "database is locked")
    assert await count(file) == 1
    assert write_from_elsewhere(path, 2, BUSY_SECONDS) == "written"
    assert await count(file) == 2


def read_on(connection: Connection) -> Iterator[int]:
    add(connection, 1)
    yield from connection.execute(text(ENDLESS)).scalars()


async def test_a_writer_that_failed_keeps_no_lock_while_it_is_remembered(file: Database) -> None:
    def fail(connection: Connection) -> None:
        rows = read_on(connection)
        assert next(rows) == 1
        raise ZeroDivisionError

    remembered = []
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as failed:
            await file.write(fail)
        remembered.append(failed)  # its traceback knows the cursor
        await file.write(add, 2)
    assert await count(file) == 1
    assert len(remembered) == 2


async def test_a_busy_backup_is_whole(file: Database, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    writing = [asyncio.create_task(file.write(add_pair, 3 * number + 1)) for number in range(20)]
    await asyncio.wait(writing, return_when=asyncio.FIRST_COMPLETED)
    await back_up(sqlite_url(path), copy)
    await asyncio.gather(*writing)
    with sqlite3.connect(copy) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    plain.close()
    async with opened(sqlite_url(copy)) as restored:
        copied = await count(restored)
    assert copied % 2 == 0
    assert 0 < copied <= await count(file)


async def test_a_backup_waits_for_no_writer(file: Database, path: Path, tmp_path: Path) -> None:
    gate = ThreadGate()
    await file.write(add, 1)
    holding = asyncio.create_task(file.write(gate.wait))
    await gate.reached()
    await back_up(sqlite_url(path), tmp_path / "copy.db")
    await gate.open()
    await holding
    assert (tmp_path / "copy.db").exists()


@pytest.mark.usefixtures("file")
async def test_a_backup_does_not_write_over_a_file(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(StorageError):
        await back_up(sqlite_url(path), copy)
    assert copy.read_text() == "precious"
