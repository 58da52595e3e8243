"""Hearing, on PostgreSQL, what transactions of other processes have left to do."""

from __future__ import annotations

import asyncio
import contextlib

import asyncpg
from sqlalchemy import URL, Connection, text

from data.notices import Subscribers

CHANNEL = "quintet"
PAUSE = 1.0
"""Seconds between two attempts to reach the server."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")


def notify(connection: Connection, subjects: frozenset[str], by: str) -> None:
    """Tell the other processes of ``subjects`` when this transaction is committed."""
    for subject in sorted(subjects):
        connection.execute(_NOTIFY, {"notice": f"{subject} {by}"})


class Listener:
    """A connection that hears the other processes; it is made again whenever it is lost."""

    def __init__(self, url: URL, name: str, subscribers: Subscribers) -> None:
        plain = url.set(drivername="postgresql", query={})
        self._dsn = plain.render_as_string(hide_password=False)
        self._ssl = url.query.get("ssl")
        self._name = name
        self._subscribers = subscribers
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen until closed."""
        self._task = asyncio.create_task(self._run(), name="listen to the database")

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._listen()
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        lost = asyncio.Event()
        connection = await asyncpg.connect(self._dsn, ssl=self._ssl)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._heard)
            self._subscribers.tell_all()  # whatever was said while nobody listened
            await lost.wait()
        finally:
            await connection.close(timeout=PAUSE)

    def _heard(self, _connection: object, _pid: int, _channel: str, notice: object) -> None:
        subject, _, by = str(notice).partition(" ")
        if by != self._name:
            self._subscribers.tell(frozenset({subject}))
