"""Databases for tests, each test's own: SQLite files, and PostgreSQL where a server is named.

``QUINTET_TEST_DATABASE`` is the SQLAlchemy URL of a PostgreSQL database by which others can be
made; without it, the tests that need PostgreSQL are skipped.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from data.database import Database

VARIABLE = "QUINTET_TEST_DATABASE"
NOTHING = "template0"

needs_postgresql = pytest.mark.skipif(
    VARIABLE not in os.environ, reason=f"{VARIABLE} names no PostgreSQL database"
)
KINDS = ("sqlite", pytest.param("postgresql", marks=needs_postgresql))


def sqlite_url(path: Path) -> str:
    """The URL of a file."""
    return f"sqlite+aiosqlite:///{path}"


_BLANK: list[bytes] = []


async def lay_out(path: Path) -> None:
    """Make a file in which nothing has happened, unless there is one: migrating takes a while."""
    if not _BLANK:
        with TemporaryDirectory() as folder:
            first = Path(folder) / "blank.db"
            await (await Database.open(sqlite_url(first))).close()
            _BLANK.append(first.read_bytes())
    _copy(_BLANK[0], path)


def _copy(contents: bytes, path: Path) -> None:
    if not path.exists():
        path.write_bytes(contents)


class Server:
    """The PostgreSQL server that is named."""

    def __init__(self) -> None:
        self._url = make_url(os.environ[VARIABLE])

    def make(self, template: str = NOTHING) -> URL:
        """The URL of a new database, a copy of ``template``."""
        name = f"quintet_{secrets.token_hex(8)}"
        asyncio.run(self._run(f"CREATE DATABASE {name} TEMPLATE {template}"))
        return self._url.set(database=name)

    def drop(self, url: URL) -> None:
        """Let go of a database, whoever is connected to it."""
        asyncio.run(self._run(f"DROP DATABASE {url.database} WITH (FORCE)"))

    async def _run(self, statement: str) -> None:
        engine = create_async_engine(self._url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()


def written(url: URL) -> str:
    """The URL as text."""
    return url.render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def blank_template() -> Iterator[str]:
    """The name of a PostgreSQL database in which nothing has happened, to be copied."""
    server = Server()
    url = server.make()
    asyncio.run(_migrate(url))
    yield str(url.database)
    server.drop(url)


async def _migrate(url: URL) -> None:
    await (await Database.open(written(url))).close()


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database in which nothing has happened."""
    if request.param == "sqlite":
        path = tmp_path / "quintet.db"
        asyncio.run(lay_out(path))
        yield sqlite_url(path)
    else:
        server = Server()
        copied = server.make(request.getfixturevalue("blank_template"))
        yield written(copied)
        server.drop(copied)


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without any tables."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "quintet.db")
    else:
        server = Server()
        made = server.make()
        yield written(made)
        server.drop(made)
