"""Databases for tests: a SQLite file for each, and PostgreSQL where a server is named.

``QUINTET_TEST_DATABASE`` is the SQLAlchemy URL of a PostgreSQL database by which others can be
made: a process makes one for its tests, which is emptied between them. Without it, the tests that
need PostgreSQL are skipped.
"""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import URL, Connection, delete, insert, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.features.help.service import GREETED_BEFORE
from data.database import Database
from data.operating import open_database
from data.standing_tables import counters
from data.tables import metadata

VARIABLE = "QUINTET_TEST_DATABASE"
COUNT_ANEW = """
    FOR counter IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences LOOP
        EXECUTE format('ALTER SEQUENCE %s RESTART', counter);
    END LOOP;
"""
"""Rows get the numbers that they would get in a new database, whichever tests went before."""

needs_postgresql = pytest.mark.skipif(
    not os.environ.get(VARIABLE), reason=f"{VARIABLE} names no PostgreSQL database"
)
KINDS = (
    "sqlite",
    pytest.param("postgresql", marks=(needs_postgresql, pytest.mark.second_database)),
)


def sqlite_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


_BLANK: list[bytes] = []
FAR = 2**40
"""Seconds since 1970: a time after which no server is joined."""


def greet_nobody(connection: Connection) -> None:
    """Let every server count as greeted, so that nothing stands in its channels."""
    connection.execute(insert(counters).values(name=GREETED_BEFORE, number=FAR))


def greet_anybody(connection: Connection) -> None:
    """Let no server count as greeted that was not."""
    connection.execute(delete(counters).filter_by(name=GREETED_BEFORE))


async def lay_out(path: Path) -> None:
    """Make a file in which nothing has happened, unless there is one: migrating takes a while."""
    if not _BLANK:
        with TemporaryDirectory() as folder:
            first = Path(folder) / "blank.db"
            async with await open_database(sqlite_url(first)) as database:
                await database.write(greet_nobody)
            _BLANK.append(first.read_bytes())
    _copy(_BLANK[0], path)


def _copy(contents: bytes, path: Path) -> None:
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(contents)


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[Database]:
    """The database, closed again however the block ends."""
    database = await open_database(url, **options)
    try:
        yield database
    finally:
        await database.close()


@contextmanager
def on_postgresql() -> Iterator[URL]:
    """An empty PostgreSQL database, which is gone after the block."""
    made = asyncio.run(make_database())
    try:
        yield made
    finally:
        asyncio.run(drop_database(made))


async def make_database() -> URL:
    name = f"quintet_{secrets.token_hex(8)}"
    # these databases do not have to outlive a power cut
    quick = f"ALTER DATABASE {name} SET synchronous_commit = off"
    await _run(_server(), f"CREATE DATABASE {name} TEMPLATE template0", quick)
    return _server().set(database=name)


async def drop_database(url: URL) -> None:
    await _run(_server(), f"DROP DATABASE {url.database} WITH (FORCE)")


def _server() -> URL:
    return make_url(os.environ[VARIABLE])


async def _run(url: URL, *statements: str) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


def written(url: URL) -> str:
    return url.render_as_string(hide_password=False)


async def empty(url: URL) -> None:
    """Delete whatever has happened in a PostgreSQL database."""
    tables = [f"DELETE FROM {table.name};" for table in reversed(metadata.sorted_tables)]
    block = f"DO $$ DECLARE counter text; BEGIN {' '.join(tables)} {COUNT_ANEW} END $$"
    await _run(url, block)


@pytest.fixture(scope="session")
def shared_postgresql() -> Iterator[URL]:
    """A PostgreSQL database with all tables, for one test after the other."""
    with on_postgresql() as made:
        asyncio.run(_migrate(made))
        yield made


async def _migrate(url: URL) -> None:
    await (await open_database(written(url))).close()


@pytest.fixture
def server_url() -> Iterator[URL]:
    """The address of an empty database on the server."""
    with on_postgresql() as made:
        yield made


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        path = tmp_path / "quintet.db"
        asyncio.run(lay_out(path))
        return sqlite_url(path)
    shared: URL = request.getfixturevalue("shared_postgresql")
    asyncio.run(empty(shared))
    return written(shared)


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "quintet.db")
    else:
        yield written(request.getfixturevalue("server_url"))
