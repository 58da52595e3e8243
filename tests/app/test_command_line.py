"""Whatever keeps the database from being opened is told in a sentence, by the program itself.

What one run leaves to the next is tried with processes; all that can be told, in the test's own.
"""

import asyncio
import os
import sqlite3
import struct
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url

from data.operating import open_database
from data.sqlite_file import IN_USE, sole_use
from tests.kit.command_line import Ended, run, run_here
from tests.kit.databases import VARIABLE, lay_out, needs_postgresql, sqlite_url, written

FILE = "quintet.db"
URL = f"sqlite+aiosqlite:///{FILE}"
FILLED = "INSERT INTO players VALUES (7, '{}', '{}', '2026-01-01')"

Damage = Callable[[Path], object]


def run_on(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def lose_the_companion(path: Path) -> None:
    """Kill a bot that has just written, and take the file alone."""

    async def die() -> bytes:
        async with await open_database(sqlite_url(path)) as database:
            await database.write(lambda connection: connection.exec_driver_sql(FILLED))
            return path.read_bytes()

    path.write_bytes(asyncio.run(die()))


def put_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


def remember_and_remove(path: Path) -> None:
    with sole_use(sqlite_url(path)):
        path.unlink()


FILES: dict[str, tuple[Damage, str]] = {
    "newer": (
        lambda path: run_on(path, "UPDATE alembic_version SET version_num = 'year_3000'"),
        "another version of this bot (its step is year_3000). If that version is newer, update",
    ),
    "emptied": (lambda path: path.write_bytes(b""), "nothing is in it. Put a backup"),
    "no tables": (
        lambda path: (
            path.unlink(),
            run_on(path, "PRAGMA user_version = 0"),
            run_on(path, "CREATE TABLE t (a)"),
            run_on(path, "DROP TABLE t"),
        ),
        "nothing is in it",
    ),
    "no companion": (lose_the_companion, "quintet.db-wal, which holds what was written last"),
    "no database": (lambda path: path.write_text("Dear friend, " * 500), "is not a database"),
    "damaged": (
        lambda path: path.write_bytes(path.read_bytes()[:200] + b"\xa5" * 9999),
        "is damaged",
    ),
    "a folder": (put_folder_there, "is a folder"),
    "lost": (remember_and_remove, "is missing, though a bot has run on it here"),
}


def check(ended: Ended, says: str, code: int = os.EX_UNAVAILABLE) -> None:
    """It ended with a sentence, and with nothing that only programmers read."""
    assert ended.code == code, ended.said
    assert says in ended.said
    assert "Traceback" not in ended.said
    assert "sqlalche.me" not in ended.said


async def check_all(folder: Path, says: str, url: str = URL, code: int = os.EX_UNAVAILABLE) -> None:
    """What starts the bot and what examines it say the same."""
    settings = {"DATABASE_URL": url, "DISCORD_TOKEN": ""}
    started = await run_here(folder, "migrate", **settings)
    examined = await run_here(folder, "doctor", **settings)
    check(started, says, code)
    check(examined, says, 1)
    assert says in started.err.splitlines()[-1]
    assert "NO  database: " in examined.out


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A file in which nothing has happened."""
    await lay_out(tmp_path / FILE)
    return tmp_path / FILE


@pytest.mark.parametrize(("damage", "says"), FILES.values(), ids=FILES)
async def test_a_file_that_cannot_be_used(path: Path, damage: Damage, says: str) -> None:
    await asyncio.to_thread(damage, path)
    code = os.EX_CANTCREAT if damage is put_folder_there else os.EX_UNAVAILABLE
    await check_all(path.parent, says, code=code)
    if damage is not lose_the_companion:
        check(await run_here(path.parent, "accept", DATABASE_URL=URL), says, code)


async def test_damage_that_does_not_keep_the_bot_from_starting_is_found_by_doctor(
    path: Path,
) -> None:
    contents = path.read_bytes()
    path.write_bytes(contents[:39] + b"\x01" + contents[40:])  # a free page, which is not there
    examined = await run_here(path.parent, "doctor", DATABASE_URL=URL)
    assert "is damaged (" in examined.out


ADDRESSES = {
    "no address": ("quintet.db", "cannot be read. Write sqlite+aiosqlite:///var/quintet.db"),
    "a port that is no number": ("postgresql+asyncpg://q:s3cret@host:x/q", "The port is a number"),
    "another database": ("mysql://q:s3cret@host/q", "begins with mysql://, which this bot cannot"),
    "another driver": ("postgresql+psycopg2://q:s3cret@host/q", "begins with postgresql+psycopg2"),
    "a server without a database": ("postgresql+asyncpg://q:s3cret@host", "no database on it"),
    "two slashes": ("sqlite+aiosqlite://quintet.db", "Write three slashes"),
    "options": ("postgresql+asyncpg://q:s3cret@host/q?pool=9", "There can be ?ssl="),
}


@pytest.mark.parametrize(("url", "says"), ADDRESSES.values(), ids=ADDRESSES)
async def test_an_address_that_cannot_be_used(tmp_path: Path, url: str, says: str) -> None:
    ended = await run_here(tmp_path, "migrate", DATABASE_URL=url)
    check(ended, says, os.EX_CONFIG)
    assert "s3cret" not in ended.said


@pytest.mark.parametrize(("place", "which"), [(0, "first"), (1, "second")])
async def test_a_move_says_which_address_cannot_be_read(tmp_path, place: int, which: str) -> None:
    given = [URL, "postgresql+asyncpg://q@127.0.0.1:1/q"]
    given[place] = "quintet.db"
    ended = await run_here(tmp_path, "move-database", *given)
    check(ended, f"The address of the database (the {which} argument) cannot be read.")


SERVERS = {
    "wrong password": ("28P01", "does not accept the name or password"),
    "not let in": ("28000", "does not let this name in"),
    "full": ("53300", "no connection left"),
    "starting": ("57P03", "starting or stopping"),
}


SSL_REQUEST = 80877103


@asynccontextmanager
async def refusing_server(code: str) -> AsyncIterator[int]:
    """The port of a PostgreSQL server that refuses whoever comes, with this SQLSTATE."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            (length,) = struct.unpack(">I", await reader.readexactly(4))
            if struct.unpack(">I", (await reader.readexactly(length - 4))[:4]) != (SSL_REQUEST,):
                break
            writer.write(b"N")
        fields = b"SFATAL\0VFATAL\0" + b"C" + code.encode() + b"\0Mit is so\0\0"
        writer.write(b"E" + struct.pack(">I", len(fields) + 4) + fields)
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(("code", "says"), SERVERS.values(), ids=SERVERS)
async def test_a_server_that_refuses(tmp_path, monkeypatch, code: str, says: str) -> None:
    monkeypatch.setattr("data.operating.PATIENCE", timedelta(0))
    async with refusing_server(code) as port:
        url = f"postgresql+asyncpg://quintet:s3cret@127.0.0.1:{port}/quintet"
        await check_all(tmp_path, says, url)


async def test_a_server_that_is_not_there_or_has_no_driver(tmp_path, monkeypatch) -> None:
    url = "postgresql+asyncpg://quintet@127.0.0.1:1/quintet"
    await check_all(tmp_path, "No PostgreSQL server answers for quintet on 127.0.0.1:1 ", url)
    monkeypatch.delitem(sys.modules, "data.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    says = "install the project with its extra, quintet[postgres]"
    await check_all(tmp_path, says, url)
    check(await run_here(tmp_path, "backup", "copy.dump", DATABASE_URL=url), says)


@needs_postgresql
async def test_a_server_without_the_database(tmp_path: Path) -> None:
    url = written(make_url(os.environ[VARIABLE]).set(database="nowhere"))
    await check_all(tmp_path, "has no database nowhere. Make it with createdb nowhere", url)


async def test_a_copy_that_cannot_be_made(tmp_path: Path) -> None:
    ended = await run_here(tmp_path, "backup", "copy.db", DATABASE_URL=URL)
    check(ended, "There is no database at quintet.db, so there is nothing to copy.")
    assert list(tmp_path.iterdir()) == []
    await lay_out(tmp_path / FILE)
    ended = await run_here(tmp_path, "backup", "/proc/copy.db", DATABASE_URL=URL)
    check(ended, "/proc/copy.db cannot be written", os.EX_CANTCREAT)


async def test_before_the_first_start_nothing_is_wrong_and_nothing_made(tmp_path: Path) -> None:
    ended = await run_here(tmp_path, "doctor", DATABASE_URL=URL)
    assert "ok  database: is not there yet and will be made at the first start" in ended.out
    assert "NO  token: DISCORD_TOKEN is missing" in ended.out
    assert list(tmp_path.iterdir()) == []


async def test_a_misspelt_setting_is_told_before_what_follows_from_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKN=a", encoding="utf-8")
    ended = await run_here(tmp_path, "run", DATABASE_URL=URL)
    check(ended, "DISCORD_TOKEN is missing", os.EX_CONFIG)
    assert "is DISCORD_TOKEN meant?" in ended.err.splitlines()[0]


async def test_a_second_bot_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": sqlite_url(tmp_path / FILE), "DISCORD_TOKEN": "x"}
    with sole_use(settings["DATABASE_URL"]):
        refused = await run(tmp_path, "run", **settings)
        check(refused, "Another bot runs on")
        copied = await run_here(tmp_path, "backup", "copy.db", **settings)
        assert copied.code == 0, copied.said
    accepted = await run_here(tmp_path, "accept", **settings)
    assert accepted.out.startswith("Nothing is to be accepted: "), accepted.said


@pytest.mark.night
async def test_a_file_can_be_accepted_without_its_companion(path: Path) -> None:
    await asyncio.to_thread(lose_the_companion, path)
    accepted = await run(path.parent, "accept", DATABASE_URL=URL)
    assert (accepted.code, "counts as whole" in accepted.out) == (0, True), accepted.said
    assert (await run(path.parent, "migrate", DATABASE_URL=URL)).code == 0


@pytest.mark.night
async def test_an_operators_question_leaves_a_running_bots_file_in_use(
    path: Path, tmp_path: Path
) -> None:
    settings = {"DATABASE_URL": sqlite_url(path), "DISCORD_TOKEN": ""}
    with sole_use(settings["DATABASE_URL"]):
        database = await open_database(settings["DATABASE_URL"])
        examined = await run(tmp_path, "doctor", **settings)
        asked = await run(tmp_path, "timeouts", "show", **settings)
        refused = await run(tmp_path, "migrate", **settings)
        marked = await database.read(version_of)
        await database.close()
    assert "ok  database: is well and up to date" in examined.out
    assert "ok  timeouts: none is stopped" in examined.out
    assert asked.code == 0, asked.said
    check(refused, "Another bot runs on")
    assert marked == IN_USE
    await run(tmp_path, "timeouts", "show", **settings)
    with closing(sqlite3.connect(path)) as left:
        assert left.execute("PRAGMA user_version").fetchone() == (0,)


def version_of(connection: Connection) -> int:
    version: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    return version
