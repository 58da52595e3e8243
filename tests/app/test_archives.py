"""Copies of PostgreSQL are tried, take no time without end, and leave nothing behind."""

import asyncio
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url

from data.archives import CHECKED
from data.errors import StorageError
from data.operating import back_up
from tests.kit.club import Club
from tests.kit.command_line import run_here
from tests.kit.databases import lay_out, needs_postgresql, sqlite_url, written
from tests.kit.waiting import until

on_a_server = pytest.mark.parametrize(
    "url", [pytest.param("postgresql", marks=needs_postgresql)], indirect=True
)
SLOW = "#!/bin/sh\necho $$ > {pid}\nexec sleep 60\n"
NOWHERE = "postgresql+asyncpg://q:s3cret@127.0.0.1:1/q"


@on_a_server
async def test_an_archive_is_tried_in_a_database_of_its_own(club: Club, url: str, tmp_path) -> None:
    await club.play(await club.start(), 4)
    copy = tmp_path / "copy.dump"
    await back_up(url, copy)
    tried = await run_here(tmp_path, "restore-check", str(copy), DATABASE_URL=url)
    assert tried.out == f"{copy} can be used: 1 matches with 4 entries replayed.\n", tried.err
    copy.write_bytes(copy.read_bytes()[:-100])
    cut_off = await run_here(tmp_path, "restore-check", str(copy), DATABASE_URL=url)
    assert cut_off.code == os.EX_UNAVAILABLE
    assert f"pg_restore could not read {copy}: " in cut_off.err
    assert cut_off.err.endswith("end of file. The copy is damaged. Take another copy.\n")
    made = "SELECT count(*) FROM pg_database WHERE datname LIKE '{}%'"
    assert await club.sql(made.format(CHECKED)) == [(0,)]


@on_a_server
async def test_who_may_make_no_database_is_told_what_to_do(club: Club, url: str, tmp_path) -> None:
    copy, poor = tmp_path / "copy.dump", "quintet_poor"
    await back_up(url, copy)
    await club.sql(f"DROP ROLE IF EXISTS {poor}")
    await club.sql(f"CREATE ROLE {poor} LOGIN")
    given = written(make_url(url).set(username=poor))
    refused = await run_here(tmp_path, "restore-check", str(copy), DATABASE_URL=given)
    await club.sql(f"DROP ROLE {poor}")
    assert refused.code == os.EX_UNAVAILABLE
    assert f"ALTER ROLE {poor} CREATEDB" in refused.err
    assert f"pg_restore --no-owner --dbname NAME {copy}" in refused.err


@pytest.fixture
def pid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file with the number of a pg_dump that hangs."""
    programs, file = tmp_path / "programs", tmp_path / "pid"
    programs.mkdir()
    (programs / "pg_dump").write_text(SLOW.format(pid=file))
    (programs / "pg_dump").chmod(0o700)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    yield file
    assert not Path("/proc", file.read_text().strip()).exists(), "it still runs"


async def test_a_dump_that_hangs_is_stopped(pid: Path, tmp_path: Path) -> None:
    assert not pid.exists()
    (tmp_path / "copies").mkdir()
    with pytest.raises(StorageError, match=r"took longer than 0 minutes and was stopped.*Look at"):
        await back_up(NOWHERE, tmp_path / "copies" / "copy.dump", timedelta(seconds=1))
    assert list((tmp_path / "copies").iterdir()) == []


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("server version: 17; aborting because of server version mismatch", "of the server's ver"),
        ("could not write: No space left on device", "Make room on the disk of the copies."),
        ("query failed: permission denied for table x", "own the database and its tables."),
        ("connection lost", "connection lost. If that is a lost connection or a stopped server"),
    ],
)
async def test_a_dump_that_fails_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, advice: str
) -> None:
    (tmp_path / "pg_dump").write_text(f"#!/bin/sh\necho '{said}' >&2\nexit 1\n")
    (tmp_path / "pg_dump").chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(StorageError, match=f"pg_dump could not copy the database: .*{advice}"):
        await back_up(NOWHERE, tmp_path / "copy.dump", timedelta(minutes=1))


async def test_a_bot_that_stops_leaves_no_dump_running(pid: Path, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    dump = back_up(NOWHERE, tmp_path / "copies" / "copy.dump", timedelta(minutes=1))
    making = asyncio.create_task(dump)
    await until(lambda: pid.exists() and pid.read_text())
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert list((tmp_path / "copies").iterdir()) == []


async def test_a_copy_for_which_there_is_no_room_names_its_own_disk(tmp_path: Path) -> None:
    await lay_out(tmp_path / "quintet.db")
    (tmp_path / "copies").mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
    try:
        with pytest.raises(StorageError, match=r"copies cannot be written \(.*make room on it"):
            await back_up(sqlite_url(tmp_path / "quintet.db"), tmp_path / "copies" / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "copies").iterdir()) == []


async def test_a_copy_of_a_file_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    await lay_out(tmp_path / "quintet.db")
    with closing(sqlite3.connect(tmp_path / "quintet.db")) as file, file:
        rows = [(number, "{}", "{}", "2026-01-01") for number in range(1, 2000)]
        file.executemany("INSERT INTO players VALUES (?, ?, ?, ?)", rows)
    (tmp_path / "copies").mkdir()
    copy = tmp_path / "copies" / "copy.db"
    with pytest.raises(StorageError, match=r"quintet.db took longer than 0 minutes"):
        await back_up(sqlite_url(tmp_path / "quintet.db"), copy, timedelta(0))
    assert list((tmp_path / "copies").iterdir()) == []
