"""Hearing, on PostgreSQL, what transactions of other processes have left to do."""

import asyncio
import contextlib
from typing import Any

import asyncpg
from sqlalchemy import URL, Connection, text

from data.notices import Subscribers
from data.postgresql_driver import ABANDONED, TIMEOUT

CHANNEL = "quintet"
PAUSE = 1.0
"""Seconds between two attempts to reach the server."""
ASKED_EVERY = 15.0
"""Seconds after which a server that says nothing is asked whether it is still there."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")


def notify(connection: Connection, subjects: frozenset[str], by: str) -> None:
    """Tell the other processes of ``subjects`` when this transaction is committed."""
    for subject in sorted(subjects):
        connection.execute(_NOTIFY, {"notice": f"{subject} {by}"})


LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is raised when the server cannot be reached, or not any more."""


async def connect(url: URL) -> Any:
    """A connection of its own to the server."""
    plain = url.set(drivername="postgresql", query={})
    dsn = plain.render_as_string(hide_password=False)
    return await asyncpg.connect(
        dsn,
        ssl=url.query.get("ssl"),
        timeout=TIMEOUT,
        command_timeout=TIMEOUT,
        server_settings=ABANDONED,
    )


async def until_lost(connection: Any) -> None:
    """Wait until the connection is lost, which is also when the server answers no more."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    with contextlib.suppress(*LOST):
        while not connection.is_closed():
            try:
                await asyncio.wait_for(lost.wait(), ASKED_EVERY)
            except TimeoutError:
                await connection.execute("SELECT 1")


async def let_go(connection: Any) -> None:
    """Close a connection, also one whose server answers no more."""
    with contextlib.suppress(*LOST):
        await connection.close(timeout=PAUSE)


class Listener:
    """A connection that hears the other processes; it is made again whenever it is lost."""

    def __init__(self, url: URL, name: str, subscribers: Subscribers) -> None:
        self._url = url
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
            with contextlib.suppress(*LOST):
                await self._listen()
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        connection = await connect(self._url)
        try:
            await connection.add_listener(CHANNEL, self._heard)
            self._subscribers.tell_all()  # whatever was said while nobody listened
            await until_lost(connection)
        finally:
            await let_go(connection)

    def _heard(self, _connection: object, _pid: int, _channel: str, notice: object) -> None:
        subject, _, by = str(notice).partition(" ")
        if by != self._name:
            self._subscribers.tell(frozenset({subject}))
