"""PostgreSQL: connections, transactions that may collide, and hearing other processes."""

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
from data.notices import Subscribers, take
from data.postgresql_driver import ABANDONED, GIVEN_UP, POOL_TIMEOUT, TIMEOUT

CHANNEL = "quintet"
PAUSE = 1.0
"""Seconds between two attempts to reach the server."""
ASKED_EVERY = 15.0
"""Seconds after which a server that says nothing is asked whether it is still there."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is raised when the server cannot be reached, or not any more."""
Found = TypeVar("Found")
TRIES = 5
MIGRATING = 5_737_351
"""The advisory lock of whoever brings the schema up to date; any number, always the same."""
_COLLISIONS = frozenset({"40001", "40P01", "23505"})
"""SQLSTATEs of transactions that met another: serialization, deadlock, the same key at once.

Run again, such a transaction finds what the other one has written.
"""
_UNANSWERED = ("08", "57")
"""The classes of SQLSTATEs of a connection that broke, or of a server that is stopped."""
CLOSING = 2.0
"""Seconds to wait, at the end, for what is being written; and for the server's goodbye."""


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


class PostgresqlStore:
    """Transactions on a server that other processes may use too."""

    is_shared = True

    def __init__(
        self, engine: AsyncEngine, subscribers: Subscribers, closing: float | None
    ) -> None:
        """``closing``: seconds to wait at the end; None is as long as it takes."""
        self._engine = engine
        self._closing = closing
        self._snapshots = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._subscribers = subscribers
        self._name = secrets.token_hex(8)
        self._listener = Listener(engine.url, self._name, subscribers)
        self._writing: set[asyncio.Future[Any]] = set()

    @classmethod
    async def open(
        cls, url: URL, subscribers: Subscribers, *, patient: bool = True
    ) -> PostgresqlStore:
        """The database that ``url`` names, reached when it is first used.

        Without ``patient``, a statement that has no answer in time fails.
        """
        settings = ABANDONED if patient else ABANDONED | GIVEN_UP
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
        return cls(engine, subscribers, None if patient else CLOSING)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run ``work`` while no other process does the same; then listen to the others."""

        def alone(connection: Connection) -> None:
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            work(connection)

        # a change of the schema may take long
        engine = create_async_engine(
            self._engine.url, poolclass=NullPool, connect_args={"timeout": TIMEOUT}
        )
        async with engine.begin() as connection:
            await connection.run_sync(alone)
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
        """Run ``work`` on one snapshot, in which it can write and lock nothing."""
        with _said_by_the_driver():
            async with self._snapshots.begin() as connection:
                return await connection.run_sync(work)

    async def close(self) -> None:
        """Wait for what is being written, then let go of every connection."""
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
            writing.exception()  # looked at, so that nobody complains where the caller is gone

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        with _said_by_the_driver():
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
            for subject in sorted(subjects):  # the other processes hear of it with the commit
                connection.execute(_NOTIFY, {"notice": f"{subject} {self._name}"})
            return found, subjects

        committing = False
        try:
            async with self._engine.begin() as connection:
                found, subjects = await connection.run_sync(whole)
                committing = True
        except (DBAPIError, OSError) as error:
            if committing and _is_unanswered(error):
                self._subscribers.tell(subjects)  # there may be something to do
                raise InDoubtError("no answer to the commit") from error
            raise
        self._subscribers.tell(subjects)
        return found


@contextlib.contextmanager
def _said_by_the_driver() -> Iterator[None]:
    """Raise StorageError for what SQLAlchemy passes on as it is: a connection broken while made."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StorageError(f"{type(error).__name__}: {error}") from error


def _is_unanswered(error: DBAPIError | OSError) -> bool:
    """Whether the server has not said what became of the commit."""
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    return state is None or state.startswith(_UNANSWERED)
