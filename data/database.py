"""Opening the database, and running transactions on it.

A transaction is a plain function of a SQLAlchemy ``Connection``. Nothing awaits inside it, so it
cannot be cancelled midway, and no transaction stays open while waiting for Discord. It is
committed even if its caller is cancelled; unique keys keep a repeated act from being written twice.

Only ``data.sqlite`` and ``data.postgresql`` know the differences between the two databases.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from sqlalchemy import URL, Connection

from data.addresses import is_file, read_address
from data.errors import translate_database_errors
from data.migrate import upgrade
from data.notices import Subscriber, Subscribers
from data.postgresql_driver import check_driver
from data.sentences import explain_errors
from data.sqlite import BUSY_SECONDS, SqliteStore
from data.statements import run_prepared

Given = ParamSpec("Given")
Found = TypeVar("Found")


Observer: TypeAlias = Callable[[str, float, BaseException | None], None]
"""Called with ``read`` or ``write``, the seconds a transaction took, and what it raised."""


class Store(Protocol):
    """A database that runs transactions."""

    is_shared: bool

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run ``work``, which changes the schema, as one transaction."""

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
        patient: bool = True,
    ) -> Database:
        """Open the database at an SQLAlchemy ``url`` and migrate it.

        ``create``: create a missing SQLite file and its folder. ``beside_a_bot``: a bot may be
        running on the file, so it stays marked as in use. Unless ``patient``, a server that does
        not answer in time causes StorageError. Raises StorageError if the database cannot be
        opened, UnknownSchemaError if another version wrote it.
        """
        target = read_address(url)
        subscribers = Subscribers()
        with explain_errors(target):
            if is_file(target):
                layout = upgrade if create else None
                store: Store = await SqliteStore.open(
                    target, busy_seconds, subscribers, layout, beside_a_bot=beside_a_bot
                )
            else:
                store = await _open_postgresql(target, subscribers, patient=patient)
        database = cls(store, subscribers)
        try:
            with explain_errors(target):
                await store.migrate(upgrade)
        except BaseException:
            await database.close()
            raise
        return database

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

        def run() -> Awaitable[Found]:
            return self._store.write(lambda connection: work(connection, *args, **options))

        with self._observed("write"), translate_database_errors():
            return await run_prepared(run)

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` on one snapshot; it must not write. Raises StorageError."""

        def run() -> Awaitable[Found]:
            return self._store.read(lambda connection: work(connection, *args, **options))

        with self._observed("read"), translate_database_errors():
            return await run_prepared(run)

    def observe(self, observer: Observer) -> None:
        """Call ``observer("read" or "write", seconds, raised)`` after every transaction.

        The seconds include the wait for a connection.
        """
        self._observers.append(observer)

    @contextmanager
    def _observed(self, kind: str) -> Iterator[None]:
        began, raised = time.monotonic(), None
        try:
            yield
        except BaseException as error:
            raised = error
            raise
        finally:
            seconds = time.monotonic() - began
            for observe in self._observers:
                observe(kind, seconds, raised)

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


async def _open_postgresql(url: URL, subscribers: Subscribers, *, patient: bool) -> Store:
    check_driver()
    # imported here: users of SQLite need not have the driver
    from data.postgresql import PostgresqlStore

    return await PostgresqlStore.open(url, subscribers, patient=patient)
