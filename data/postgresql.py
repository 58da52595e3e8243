"""PostgreSQL: transactions that may collide, and notices of other processes.

Importing it raises OpeningError where the driver, which is optional, is not installed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from data.database import Database, shielded, take_subjects
from data.errors import InDoubtError, OpeningError, StorageError
from data.migrate import upgrade
from data.shards import Shards

try:
    import asyncpg
except ModuleNotFoundError as error:
    raise OpeningError(
        "PostgreSQL needs a driver: install the project with its extra, quintet[postgres]."
    ) from error

TIMEOUT = 6.0
"""Seconds to wait for a connection to the server, and for each of its answers.

A statement without an answer is cancelled, which may take as long again.
"""
POOL = 15
"""How many connections transactions may use at once, unless the operator says otherwise."""
KEPT = 5
"""How many of them stay open while nobody uses them."""
POOL_TIMEOUT = 5.0
"""Seconds to wait for a connection while all of them are in use."""
KEEPALIVES = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""Server settings by which it detects a dead client and releases its locks."""
SERVER_TIMEOUTS = {"idle_in_transaction_session_timeout": "30000", "statement_timeout": "15000"}
"""Server settings, in milliseconds, that end idle transactions and waiting statements.

They are longer than TIMEOUT, after which this program gives up itself.
"""
CHANNEL = "quintet"
RECONNECT_DELAY = 1.0
"""Seconds between two attempts to reach the server."""
PING_INTERVAL = 15.0
"""Seconds between two checks that a silent server is still there."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")
Found = TypeVar("Found")
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises; the last where a connection is lost between two answers."""
LOST = (OSError, *DRIVER_ERRORS)
"""Exceptions of a lost connection or an unreachable server."""
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


def named(shards: Shards) -> dict[str, str]:
    """Server settings by which its administrator sees whose a connection is."""
    return {"application_name": f"quintet {shards}"}


async def connect(url: URL, shards: Shards) -> Any:
    """Open a connection outside the pool, for the bot of these shards."""
    plain = url.set(drivername="postgresql", query={})
    dsn = plain.render_as_string(hide_password=False)
    return await asyncpg.connect(
        dsn,
        ssl=url.query.get("ssl"),
        timeout=TIMEOUT,
        command_timeout=TIMEOUT,
        server_settings=KEEPALIVES | named(shards),
    )


async def until_lost(connection: Any) -> None:
    """Wait until the connection is lost or the server no longer answers."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    with contextlib.suppress(*LOST):
        while not connection.is_closed():
            try:
                async with asyncio.timeout(PING_INTERVAL):
                    await lost.wait()
            except TimeoutError:
                await connection.execute("SELECT 1")


async def close_quietly(connection: Any) -> None:
    """Close a connection; ignore errors of a lost one."""
    with contextlib.suppress(*LOST):
        await connection.close(timeout=RECONNECT_DELAY)


class PostgresqlDatabase(Database):
    """A database on a server that other processes may use."""

    is_shared = True

    def __init__(self, url: URL, *, timed: bool, shards: Shards, pool: int) -> None:
        """The options are those of ``open_database``."""
        super().__init__()
        self._shards = shards
        given = KEEPALIVES | named(shards)
        kept = min(KEPT, pool)
        self._closing = CLOSE_TIMEOUT if timed else None
        self._engine = create_async_engine(
            url,
            pool_pre_ping=True,
            pool_size=kept,
            max_overflow=pool - kept,
            pool_timeout=POOL_TIMEOUT,
            connect_args={
                "timeout": TIMEOUT,
                "command_timeout": TIMEOUT if timed else None,
                "server_settings": given | SERVER_TIMEOUTS if timed else given,
            },
        )
        self._snapshots = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._name = secrets.token_hex(8)
        self._listening: asyncio.Task[None] | None = None
        self._writing: set[asyncio.Future[Any]] = set()

    async def start(self) -> None:
        """Migrate while no other process does; then listen for notices."""

        def alone(connection: Connection) -> None:
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            upgrade(connection)

        # without a time limit: a migration may take long
        engine = create_async_engine(
            self._engine.url, poolclass=NullPool, connect_args={"timeout": TIMEOUT}
        )
        async with engine.begin() as connection:
            await connection.run_sync(alone)
        self._listening = asyncio.create_task(self._listen(), name="listen to the database")

    async def _listen(self) -> None:
        """Hear notices of other processes; connect again whenever the connection is lost."""
        while True:
            with contextlib.suppress(*LOST):
                connection = await connect(self._engine.url, self._shards)
                try:
                    await connection.add_listener(CHANNEL, self._hear)
                    self._tell(self._subscribers)  # notices may have been missed
                    await until_lost(connection)
                finally:
                    await close_quietly(connection)
            await asyncio.sleep(RECONNECT_DELAY)

    def _hear(self, _connection: object, _pid: int, _channel: str, notice: object) -> None:
        subject, _, by = str(notice).partition(" ")
        if by != self._name:
            self._tell({subject})

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        return await shielded(self._write_repeatedly(work), self._writing)

    async def _read(self, work: Callable[[Connection], Found]) -> Found:
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
        if self._listening is not None:
            await cancelled(self._listening)
        with contextlib.suppress(TimeoutError, *LOST):
            async with asyncio.timeout(self._closing):
                await self._engine.dispose()

    async def _write_repeatedly(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` as a transaction, and again after a collision."""
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
        except (DBAPIError, *LOST) as error:
            state = getattr(getattr(error, "orig", error), "sqlstate", None)
            if committing and (state is None or state.startswith(_UNANSWERED)):
                self._tell(subjects)  # it may be committed
                raise InDoubtError("no answer to the commit") from error
            raise
        self._tell(subjects)
        return found


@contextlib.contextmanager
def _translate_driver_errors() -> Iterator[None]:
    """Turn driver errors that SQLAlchemy does not wrap into StorageError."""
    try:
        yield
    except DRIVER_ERRORS as error:
        raise StorageError(f"{type(error).__name__}: {error}") from error


async def cancelled(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
