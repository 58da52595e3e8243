"""Opening the database, running transactions on it, and keeping other bots from it.

A transaction is a plain function of a SQLAlchemy ``Connection``. Nothing awaits inside it, so it
cannot be cancelled midway, and no transaction stays open while waiting for Discord. It is
committed even if its caller is cancelled; unique keys keep a repeated act from being written twice.

A method decorated with ``reads`` or ``writes`` is one transaction. It takes a ``Connection`` after
``self``; callers leave it out:

    class Settings:
        _database: Database

        @writes
        def choose(self, connection: Connection, player_id: PlayerId, theme: str) -> None: ...

    await settings.choose(player_id, "wood")

Only ``data.sqlite`` and ``data.postgresql`` know the differences between the two databases.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection

from data.addresses import explain_errors, is_file, path_of, read_address
from data.errors import HeldError, translate_database_errors
from data.shards import Shards
from data.sqlite import BUSY_SECONDS, SqliteStore
from data.transactions import Subscriber, Subscribers, run_prepared

logger = structlog.get_logger(__name__)

Given = ParamSpec("Given")
Found = TypeVar("Found")
Observer: TypeAlias = Callable[[str, float, BaseException | None], None]
"""Called with ``read`` or ``write``, the seconds a transaction took, and what it raised."""
PATIENCE = timedelta(minutes=1)
"""How long a bot that starts waits for a database in use by others."""
PAUSE = timedelta(seconds=1)


class Store(Protocol):
    """A database that runs transactions."""

    is_shared: bool

    async def migrate(self) -> None:
        """Bring the schema up to date as one transaction."""

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` and commit it; an exception rolls it back."""

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` on one consistent snapshot; it must not write."""

    async def close(self) -> None:
        """Wait for running transactions, then close all connections."""


class Database:
    """The database. Readers do not wait for writers."""

    def __init__(self, store: Store, subscribers: Subscribers) -> None:
        self._store = store
        self._subscribers = subscribers
        self._observers: list[Observer] = []

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        busy_seconds: float = BUSY_SECONDS,
        create: bool = True,
        beside_a_bot: bool = False,
        timed: bool = False,
    ) -> Database:
        """Open the database at an SQLAlchemy ``url`` and migrate it.

        ``create``: create a missing SQLite file and its folder. ``beside_a_bot``: a bot may be
        running on the file, so it stays marked as in use. ``timed``: a server that does not answer
        in time causes StorageError. Raises StorageError if the database cannot be opened,
        UnknownSchemaError if another version wrote it.
        """
        target = read_address(url)
        subscribers = Subscribers()
        with explain_errors(target):
            if is_file(target):
                store: Store = await SqliteStore.open(
                    path_of(target),
                    busy_seconds,
                    subscribers,
                    create=create,
                    beside_a_bot=beside_a_bot,
                )
            else:
                # imported here: users of SQLite need not have the driver
                from data.postgresql import PostgresqlStore

                store = PostgresqlStore.at(target, subscribers, timed=timed)
            try:
                await store.migrate()
            except BaseException:
                await store.close()
                raise
        return cls(store, subscribers)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        return self._store.is_shared

    async def write(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` as one transaction; an exception rolls it back.

        Raises StorageError if the database fails. ``work`` may run again after a collision or a
        preparation (``data.statements``), so it must change nothing but the database.
        """
        return await self._run(
            "write", self._store.write, lambda connection: work(connection, *args, **options)
        )

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` on one snapshot; it must not write. Raises StorageError."""
        return await self._run(
            "read", self._store.read, lambda connection: work(connection, *args, **options)
        )

    async def _run(
        self,
        kind: str,
        transact: Callable[[Callable[[Connection], Found]], Awaitable[Found]],
        work: Callable[[Connection], Found],
    ) -> Found:
        began, raised = time.monotonic(), None
        try:
            with translate_database_errors():
                return await run_prepared(lambda: transact(work))
        except BaseException as error:
            raised = error
            raise
        finally:
            seconds = time.monotonic() - began
            for observe in self._observers:
                observe(kind, seconds, raised)

    def observe(self, observer: Observer) -> None:
        """Call ``observer("read" or "write", seconds, raised)`` after every transaction.

        The seconds include the wait for a connection.
        """
        self._observers.append(observer)

    def subscribe(self, subject: str, subscriber: Subscriber) -> None:
        """Call ``subscriber()`` after every commit of a transaction that notified ``subject``."""
        self._subscribers.add(subject, subscriber)

    async def close(self) -> None:
        """Wait for running transactions, then close all connections."""
        await self._store.close()

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def open_patiently(url: str, patience: timedelta | None = None) -> Database:
    """Open the database at ``url`` for a bot that starts, retrying after HeldError.

    Raises HeldError after ``patience`` (by default PATIENCE), and other StorageErrors at once.
    """
    clock = asyncio.get_running_loop().time
    until = clock() + (PATIENCE if patience is None else patience).total_seconds()
    while True:
        try:
            return await Database.open(url, timed=True)
        except HeldError as error:
            if clock() >= until:
                raise
            logger.warning("waiting for the database", reason=str(error))
        await asyncio.sleep(PAUSE.total_seconds())


@asynccontextmanager
async def sole_shards(url: str, shards: Shards) -> AsyncIterator[None]:
    """Keep every other bot from these shards while the block runs, if the database is a server.

    Raises OpeningError if another bot has one of them.
    """
    target = read_address(url)
    if is_file(target):
        yield
        return
    from data.postgresql import holding  # users of SQLite need not have the driver

    async with holding(target, shards):
        yield


class _HasDatabase(Protocol):
    _database: Database


Owner = TypeVar("Owner", bound=_HasDatabase)
Work = Callable[Concatenate[Owner, Connection, Given], Found]
Method = Callable[Concatenate[Owner, Given], Coroutine[Any, Any, Found]]


def reads(work: Work[Owner, Given, Found]) -> Method[Owner, Given, Found]:
    """Run the method by ``Database.read``."""

    async def method(self: Owner, /, *args: Given.args, **options: Given.kwargs) -> Found:
        return await self._database.read(partial(work, self), *args, **options)

    update_wrapper(method, work)
    return method


def writes(work: Work[Owner, Given, Found]) -> Method[Owner, Given, Found]:
    """Run the method by ``Database.write``."""

    async def method(self: Owner, /, *args: Given.args, **options: Given.kwargs) -> Found:
        return await self._database.write(partial(work, self), *args, **options)

    update_wrapper(method, work)
    return method
