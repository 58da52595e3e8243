"""An SQLite file: one connection that writes, a few that read, each in a thread of its own.

Only this file uses internals of aiosqlite: ``Connection._execute`` runs a whole transaction in the
thread of a connection, on ``Connection._conn``, in a single hop. Both names are private; the
version is pinned, and ``tests/data_layer/test_sqlite.py`` fails if they change.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

import aiosqlite
from sqlalchemy import Connection, Dialect, Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine.interfaces import CompiledCacheType, DBAPIConnection, DBAPICursor
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

from data import sqlite_file
from data.database import Database, shielded, take_subjects
from data.errors import OpeningError, StorageError
from data.migrate import upgrade

Found = TypeVar("Found")
_URL = make_url("sqlite://")
_CACHED_STATEMENTS = 1000
"""Size of the cache of compiled statements; fewer are in use."""
BUSY_SECONDS = 5.0
"""How long a writer waits for another program that locks the file."""
READERS = 3
# FULL waits for the disk, so that a power cut loses no committed transaction
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
_CURSORS = "cursors"


def engine_on(raw: Callable[[], Any], begin: str) -> Engine:
    """An engine for one connection, whose transactions start with the statement ``begin``."""
    dialect, compiled = _shared_dialect()
    pool = StaticPool(raw, dialect=dialect)
    event.listen(pool, "connect", _add_functions)
    engine = Engine(pool, dialect, _URL, execution_options={"compiled_cache": compiled})

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", begin_transaction)
    event.listen(engine, "after_cursor_execute", _keep_cursor)
    event.listen(engine, "commit", _close_cursors)
    event.listen(engine, "rollback", _close_cursors)
    return engine


def _keep_cursor(connection: Connection, cursor: DBAPICursor, *_about: object) -> None:
    connection.info.setdefault(_CURSORS, WeakSet()).add(cursor)


def _close_cursors(connection: Connection) -> None:
    """Close cursors not read to their end: the next transaction would see their old snapshot."""
    for cursor in connection.info.pop(_CURSORS, ()):
        cursor.close()


@cache
def _shared_dialect() -> tuple[Dialect, CompiledCacheType]:
    """The dialect and the cache of compiled statements, shared by all engines."""
    engine = create_engine(_URL)
    with engine.connect():
        pass  # the first connection initialises the dialect
    engine.dispose()
    return engine.dialect, LRUCache(_CACHED_STATEMENTS)


def _add_functions(raw: DBAPIConnection, _record: object) -> None:
    add = _shared_dialect()[0].on_connect()
    if add is not None:
        add(raw)


class FileConnection:
    """One connection to the file, with an SQLAlchemy engine."""

    def __init__(self, raw: aiosqlite.Connection, begin: str) -> None:
        self._raw = raw
        self._engine = engine_on(lambda: raw._conn, begin)
        self._watched: tuple[Path, sqlite_file.Identity] | None = None

    @classmethod
    async def open(cls, path: str, busy_seconds: float, begin: str) -> FileConnection:
        """A connection whose transactions start with the statement ``begin``."""
        raw = await aiosqlite.connect(path, isolation_level=None, timeout=busy_seconds)
        try:
            for pragma in _PRAGMAS:
                await raw.execute_fetchall(f"PRAGMA {pragma}")
        except BaseException:
            await raw.close()
            raise
        return cls(raw, begin)

    async def run(self, work: Callable[[Connection], Found]) -> tuple[Found, frozenset[str]]:
        """Run ``work`` as a transaction; returns its result and the subjects of its notices."""

        def whole() -> tuple[Found, frozenset[str]]:
            with self._engine.connect() as connection:
                take_subjects(connection)  # left by a rolled-back transaction
                with connection.begin():
                    found = work(connection)
                    if self._watched is not None:  # last, to detect a replacement during ``work``
                        sqlite_file.check_same(*self._watched)
                return found, take_subjects(connection)

        run: Any = self._raw._execute  # without annotations
        finished: tuple[Found, frozenset[str]] = await run(whole)
        return finished

    def watch(self, path: Path) -> None:
        """From now on, raise FileGoneError instead of committing if the file is not the same."""
        self._watched = path, sqlite_file.identity_of(path)

    async def run_bare(self, statement: str) -> None:
        """Run one statement outside a transaction."""
        await self._raw.execute_fetchall(statement)

    async def close(self) -> None:
        """Run what waits for this connection, then close it."""
        await self._raw.close()


class SqliteDatabase(Database):
    """A database in one file: one writer at a time, and concurrent readers."""

    is_shared = False
    _writer: FileConnection

    def __init__(
        self, path: Path, busy_seconds: float, *, create: bool, beside_a_bot: bool
    ) -> None:
        """The options are those of ``open_database``."""
        super().__init__()
        self._path = path
        self._busy_seconds = busy_seconds
        self._create = create
        self._beside_a_bot = beside_a_bot
        self._connections: list[FileConnection] = []
        self._idle: asyncio.LifoQueue[FileConnection] = asyncio.LifoQueue()

    async def start(self) -> None:
        """Open the file by ``make_ready`` and migrate it; raises OpeningError."""
        sqlite_file.make_ready(self._path, create=self._create)
        # a reader that becomes a writer fails at once instead of waiting
        for begin in ("BEGIN IMMEDIATE", *READERS * ("BEGIN",)):
            opening = FileConnection.open(str(self._path), self._busy_seconds, begin)
            self._connections.append(await opening)
        self._writer, *readers = self._connections
        for reader in readers:
            await reader.run_bare("PRAGMA query_only=ON")
            self._idle.put_nowait(reader)
        # migrating may recreate tables that others refer to
        await self._writer.run_bare("PRAGMA foreign_keys=OFF")
        try:
            await self._writer.run(self._upgrade)
        finally:
            await self._writer.run_bare("PRAGMA foreign_keys=ON")
        await self._writer.run_bare(f"PRAGMA user_version={sqlite_file.IN_USE}")
        await self._writer.run_bare("PRAGMA wal_checkpoint(FULL)")
        self._writer.watch(self._path)

    def _upgrade(self, connection: Connection) -> None:
        if not inspect(connection).get_table_names():
            raise OpeningError(sqlite_file.empty_file_message(self._path))
        upgrade(connection)
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StorageError(f"a row of {broken[0]} refers to something that is not there")

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        def tell(ended: asyncio.Future[tuple[Found, frozenset[str]]]) -> None:
            if not ended.cancelled() and ended.exception() is None:
                self._tell(ended.result()[1])

        # told as the caller goes on: a message's worker has ended when the delivery looks again
        found, _ = await shielded(self._writer.run(work), then=tell)
        return found

    async def _read(self, work: Callable[[Connection], Found]) -> Found:
        reader = await self._idle.get()
        # if the caller is cancelled, the connection stays busy until its work ends
        found, _ = await shielded(reader.run(work), then=lambda _: self._idle.put_nowait(reader))
        return found

    async def close(self) -> None:
        """Wait for the writer and the readers, then close them; may be called twice."""
        closing, self._connections = self._connections, []
        if closing and not (
            self._beside_a_bot and await asyncio.to_thread(sqlite_file.has_a_bot, self._path)
        ):
            with contextlib.suppress(sqlite3.Error):  # locked, full or gone: it counts as in use
                await closing[0].run_bare("PRAGMA user_version=0")
        for connection in closing:
            await connection.close()
