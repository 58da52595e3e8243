"""PostgreSQL: a pool of connections, and transactions that may collide and are run again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.listening import Listener, notify
from data.notices import Subscribers, take
from data.postgresql_driver import TIMEOUT

Found = TypeVar("Found")

TRIES = 5
MIGRATING = 5_737_351
"""The advisory lock of whoever brings the schema up to date; any number, always the same."""
_COLLISIONS = frozenset({"40001", "40P01", "23505"})
"""SQLSTATEs of transactions that met another: serialization, deadlock, the same key at once.

Run again, such a transaction finds what the other one has written.
"""


class PostgresqlStore:
    """Transactions on a server that other processes may use too."""

    is_shared = True

    def __init__(self, engine: AsyncEngine, subscribers: Subscribers) -> None:
        self._engine = engine
        self._snapshots = engine.execution_options(isolation_level="REPEATABLE READ")
        self._subscribers = subscribers
        self._name = secrets.token_hex(8)
        self._listener = Listener(engine.url, self._name, subscribers)
        self._writing: set[asyncio.Future[Any]] = set()

    @classmethod
    async def open(cls, url: URL, subscribers: Subscribers) -> PostgresqlStore:
        """The database that ``url`` names, reached when it is first used."""
        reaching = {"timeout": TIMEOUT}
        return cls(create_async_engine(url, pool_pre_ping=True, connect_args=reaching), subscribers)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run ``work`` while no other process does the same; then listen to the others."""

        def alone(connection: Connection) -> None:
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            work(connection)

        await self._write_once(alone)
        self._listener.start()

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` as a transaction, again if another one got in its way.

        It is committed even if the caller is cancelled.
        """
        writing = asyncio.ensure_future(self._write(work))
        self._writing.add(writing)
        writing.add_done_callback(self._end_writing)
        return await asyncio.shield(writing)

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` on one snapshot."""
        async with self._snapshots.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Wait for what is being written, then let go of every connection."""
        await asyncio.gather(*self._writing, return_exceptions=True)
        await self._listener.close()
        await self._engine.dispose()

    def _end_writing(self, writing: asyncio.Future[Any]) -> None:
        self._writing.discard(writing)
        if not writing.cancelled():
            writing.exception()  # looked at, so that nobody complains where the caller is gone

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        for _ in range(TRIES - 1):
            try:
                return await self._write_once(work)
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in _COLLISIONS:
                    raise
        return await self._write_once(work)

    async def _write_once(self, work: Callable[[Connection], Found]) -> Found:
        def whole(connection: Connection) -> tuple[Found, frozenset[str]]:
            take(connection)
            found, subjects = work(connection), take(connection)
            notify(connection, subjects, self._name)
            return found, subjects

        async with self._engine.begin() as connection:
            found, subjects = await connection.run_sync(whole)
        self._subscribers.tell(subjects)
        return found
