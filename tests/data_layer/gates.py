"""Holding up a transaction in its middle, for as long as a test wants."""

from __future__ import annotations

import asyncio
import threading

from sqlalchemy import Connection, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

TIMEOUT = 60.0
TRIES = 2000
LOCK = 4711


class ThreadGate:
    def __init__(self) -> None:
        self._reached = threading.Event()
        self._open = threading.Event()

    def wait(self, connection: Connection) -> None:
        assert not connection.closed
        self._reached.set()
        assert self._open.wait(TIMEOUT)

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, TIMEOUT)

    async def open(self) -> None:
        self._open.set()


class LockGate:
    """For transactions that PostgreSQL can make wait: they need a lock that the test holds."""

    def __init__(self, engine: AsyncEngine, holder: AsyncConnection) -> None:
        self._engine = engine
        self._holder = holder

    @classmethod
    async def on(cls, url: str) -> LockGate:
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        holder = await engine.connect()
        await holder.execute(select(func.pg_advisory_lock(LOCK)))
        return cls(engine, holder)

    def wait(self, connection: Connection) -> None:
        connection.execute(select(func.pg_advisory_xact_lock_shared(LOCK)))

    async def reached(self) -> None:
        waiting = text(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        for _ in range(TRIES):
            if (await self._holder.execute(waiting)).first() is not None:
                return
            await asyncio.sleep(TIMEOUT / TRIES)
        raise TimeoutError

    async def open(self) -> None:
        await self._holder.close()
        await self._engine.dispose()


Gate = ThreadGate | LockGate
"""Closed until it is opened; ``wait`` is called in a transaction, which ``reached`` waits for."""
