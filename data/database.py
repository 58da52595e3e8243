"""Opening the database, and holding transactions together.

What SQLite and PostgreSQL do differently is here and nowhere else.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Insert, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from data.migrate import upgrade

BUSY_SECONDS = 5.0
"""How long a writer waits for another program that holds the file."""


class StorageError(Exception):
    """The database could not do it: locked, full, read-only, damaged or out of reach.

    The whole transaction was taken back; the same thing may be tried again.
    """


class Database:
    """The stored state. One writer at a time in this process; readers do not wait for it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._reading = engine
        self._writing = engine.execution_options(begin="BEGIN IMMEDIATE")
        self._writer = asyncio.Lock()

    @classmethod
    async def open(cls, url: str, *, busy_seconds: float = BUSY_SECONDS) -> Database:
        """The database at an SQLAlchemy ``url``, brought up to date.

        A missing SQLite file and its folder are made. Raises StorageError if it cannot be opened.
        """
        database = cls(_engine(url, busy_seconds))
        try:
            async with database.transaction() as connection:
                await connection.run_sync(upgrade)
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """All of the block or none of it. Raises StorageError when the database cannot."""
        async with self._writer:
            with _telling():
                async with self._writing.begin() as connection:
                    yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """One consistent state for the whole block, in which nothing may be written."""
        with _telling():
            async with self._reading.begin() as connection:
                yield connection

    async def backup(self, path: Path) -> None:
        """Write a consistent copy into the new file ``path`` while everything goes on.

        Only for SQLite. Raises StorageError, also rather than writing over something.
        """
        with _telling():
            async with self._reading.execution_options(begin=None).connect() as connection:
                await connection.exec_driver_sql("VACUUM INTO ?", (str(path),))

    async def close(self) -> None:
        """Wait for the writer to finish, then let go of every connection."""
        async with self._writer:
            await self._reading.dispose()


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise  # a mistake of the program's, which trying again would not mend
    except DatabaseError as error:
        raise StorageError(str(error.orig)) from error


def _engine(url: str, busy_seconds: float) -> AsyncEngine:
    target = make_url(url)
    if target.get_backend_name() != "sqlite":
        return create_async_engine(target)
    if target.database:
        Path(target.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(
        target, connect_args={"timeout": busy_seconds, "isolation_level": None}
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    event.listen(engine.sync_engine, "invalidate", _roll_back_sqlite)
    return engine


def _prepare_sqlite(connection: Any, entry: ConnectionPoolEntry) -> None:  # noqa: ARG001
    # the signature is SQLAlchemy's
    cursor = connection.cursor()
    # the mode is kept by the file; FULL waits for the disk, so that a power cut loses nothing told
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # a writer that began as a reader could not be made to wait: it would fail at once
    statement = connection.get_execution_options().get("begin", "BEGIN")
    if statement is not None:
        connection.exec_driver_sql(statement)


def _roll_back_sqlite(connection: Any, *_: object) -> None:
    # Somebody was cancelled in the middle of a transaction. Closing is not enough: SQLite keeps a
    # closed connection's lock while any of its cursors is still remembered, say by a traceback.
    with suppress(DBAPIError, sqlite3.Error, ValueError):
        connection.rollback()


async def insert_missing(
    connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert those of ``rows`` whose key is not there yet; leave the others as they are."""
    insert: Insert
    if connection.dialect.name == "sqlite":
        insert = sqlite.insert(table).on_conflict_do_nothing()
    else:
        insert = postgresql.insert(table).on_conflict_do_nothing()
    await connection.execute(insert, list(rows))
