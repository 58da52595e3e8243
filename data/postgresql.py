"""PostgreSQL: connections, transactions that may collide, and notices of other processes."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.errors import InDoubtError, StorageError
from data.notices import Subscribers, take_subjects
from data.postgresql_driver import KEEPALIVES, POOL_TIMEOUT, SERVER_TIMEOUTS, TIMEOUT

CHANNEL = "quintet"
RECONNECT_DELAY = 1.0
"""Seconds between two attempts to reach the server."""
PING_INTERVAL = 15.0
"""Seconds between two checks that a silent server is still there."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""Exceptions of a lost connection or an unreachable server."""
Found = TypeVar("Found")
TRIES = 5
MIGRATION_LOCK = 5_737_351
"""The id of the advisory lock of migrations: any constant."""
_COLLISIONS = frozenset({"40001", "40P01", "23505"})
"""SQLSTATEs of collisions: serialization failure, deadlock, duplicate key.

Such a transaction is run again and then sees the other one's rows.
"""
_UNANSWERED = ("08", "57")
"""Classes of SQLSTATEs of a broken connection or a server that shuts down."""
CLOSE_TIMEOUT = 2.0
"""Seconds to wait at the end for running writes, and for closing the connections."""


async def connect(url: URL) -> Any:
    """Open a connection outside the pool."""
    plain = url.set(drivername="postgresql", query={})
    dsn = plain.render_as_string(hide_password=False)
    return await asyncpg.connect(
        dsn,
        ssl=url.query.get("ssl"),
        timeout=TIMEOUT,
        command_timeout=TIMEOUT,
        server_settings=KEEPALIVES,
    )


async def until_lost(connection: Any) -> None:
    """Wait until the connection is lost or the server no longer answers."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    with contextlib.suppress(*LOST):
        while not connection.is_closed():
            try:
                await asyncio.wait_for(lost.wait(), PING_INTERVAL)
            except TimeoutError:
                await connection.execute("SELECT 1")


async def close_quietly(connection: Any) -> None:
    """Close a connection; ignore errors of a lost one."""
    with contextlib.suppress(*LOST):
        await connection.close(timeout=RECONNECT_DELAY)


class NoticeListener:
    """Listens for the notices of other processes; reconnects whenever the connection is lost."""

    def __init__(self, url: URL, name: str, subscribers: Subscribers) -> None:
        self._url = url
        self._name = name
        self._subscribers = subscribers
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen until closed."""
        self._task = asyncio.create_task(self._run(), name="listen to the database")

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(*LOST):
                await self._listen()
            await asyncio.sleep(RECONNECT_DELAY)

    async def _listen(self) -> None:
        connection = await connect(self._url)
        try:
            await connection.add_listener(CHANNEL, self._heard)
            self._subscribers.tell_all()  # notices may have been missed
            await until_lost(connection)
        finally:
            await close_quietly(connection)

    def _heard(self, _connection: object, _pid: int, _channel: str, notice: object) -> None:
        subject, _, by = str(notice).partition(" ")
        if by != self._name:
            self._subscribers.tell(frozenset({subject}))


class PostgresqlStore:
    """Transactions on a server that other processes may use."""

    is_shared = True

    def __init__(
        self, engine: AsyncEngine, subscribers: Subscribers, closing: float | None
    ) -> None:
        """``closing``: seconds to wait at the end; None for no limit."""
        self._engine = engine
        self._closing = closing
        self._snapshots = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._subscribers = subscribers
        self._name = secrets.token_hex(8)
        self._listener = NoticeListener(engine.url, self._name, subscribers)
        self._writing: set[asyncio.Future[Any]] = set()

    @classmethod
    async def open(
        cls, url: URL, subscribers: Subscribers, *, patient: bool = True
    ) -> PostgresqlStore:
        """The database of ``url``; the first transaction connects.

        Unless ``patient``, statements have a time limit.
        """
        settings = KEEPALIVES if patient else KEEPALIVES | SERVER_TIMEOUTS
        engine = create_async_engine(
            url,
            pool_pre_ping=True,
            pool_timeout=POOL_TIMEOUT,
            connect_args={
                "timeout": TIMEOUT,
                "command_timeout": None if patient else TIMEOUT,
                "server_settings": settings,
            },
        )
        return cls(engine, subscribers, None if patient else CLOSE_TIMEOUT)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run ``work`` while no other process migrates; then listen for notices."""

        def alone(connection: Connection) -> None:
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            work(connection)

        # without a time limit: a migration may take long
        engine = create_async_engine(
            self._engine.url, poolclass=NullPool, connect_args={"timeout": TIMEOUT}
        )
        async with engine.begin() as connection:
            await connection.run_sync(alone)
        self._listener.start()

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` as a transaction, and again after a collision.

        It is committed even if the caller is cancelled.
        """
        writing = asyncio.ensure_future(self._write(work))
        self._writing.add(writing)
        writing.add_done_callback(self._end_writing)
        return await asyncio.shield(writing)

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` on one read-only snapshot."""
        with _translate_driver_errors():
            async with self._snapshots.begin() as connection:
                return await connection.run_sync(work)

    async def close(self) -> None:
        """Wait for running writes, then close all connections."""
        writing = tuple(self._writing)
        if writing:
            await asyncio.wait(writing, timeout=self._closing)
        for late in writing:
            late.cancel()
        await self._listener.close()
        with contextlib.suppress(TimeoutError, *LOST):
            async with asyncio.timeout(self._closing):
                await self._engine.dispose()

    def _end_writing(self, writing: asyncio.Future[Any]) -> None:
        self._writing.discard(writing)
        if not writing.cancelled():
            writing.exception()  # retrieved, so that asyncio logs nothing if the caller is gone

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        with _translate_driver_errors():
            for _ in range(TRIES - 1):
                try:
                    return await self._write_once(work)
                except DBAPIError as error:
                    if getattr(error.orig, "sqlstate", None) not in _COLLISIONS:
                        raise
            return await self._write_once(work)

    async def _write_once(self, work: Callable[[Connection], Found]) -> Found:
        def whole(connection: Connection) -> tuple[Found, frozenset[str]]:
            take_subjects(connection)
            found, subjects = work(connection), take_subjects(connection)
            for subject in sorted(subjects):  # sent to other processes with the commit
                connection.execute(_NOTIFY, {"notice": f"{subject} {self._name}"})
            return found, subjects

        committing = False
        try:
            async with self._engine.begin() as connection:
                found, subjects = await connection.run_sync(whole)
                committing = True
        except (DBAPIError, OSError) as error:
            if committing and _is_unanswered(error):
                self._subscribers.tell(subjects)  # it may be committed
                raise InDoubtError("no answer to the commit") from error
            raise
        self._subscribers.tell(subjects)
        return found


@contextlib.contextmanager
def _translate_driver_errors() -> Iterator[None]:
    """Turn driver errors that SQLAlchemy does not wrap into StorageError."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StorageError(f"{type(error).__name__}: {error}") from error


def _is_unanswered(error: DBAPIError | OSError) -> bool:
    """Whether the outcome of the commit is unknown."""
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    return state is None or state.startswith(_UNANSWERED)
