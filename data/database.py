"""Opening the database, and running transactions on it.

A transaction is a plain function of a SQLAlchemy ``Connection``. It runs whole, all of it or none,
without the event loop: nothing awaits inside it, so nothing can be cancelled in its middle, and
nobody holds the database while waiting for Discord. A caller that is cancelled does not take it
back: whatever is written carries a key under which it is written at most once.

What SQLite and PostgreSQL do differently is in ``data.sqlite`` and ``data.postgresql`` alone.
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
from data.sentences import told_in_sentences
from data.sqlite import BUSY_SECONDS, SqliteStore
from data.statements import prepared

Given = ParamSpec("Given")
Found = TypeVar("Found")


Observer: TypeAlias = Callable[[str, float, BaseException | None], None]
"""Is told whether a transaction was a ``read`` or a ``write``, how long it took, what it raised."""


class Store(Protocol):
    """Where transactions run."""

    is_shared: bool

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run ``work``, which changes the schema, as one transaction."""

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """What ``work`` gives; its changes are committed together, or none of them."""

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """What ``work`` gives, which sees one consistent state and writes nothing."""

    async def close(self) -> None:
        """Finish what was begun, then let go of every connection."""


class Database:
    """The stored state. One writer at a time in this process; readers do not wait for it."""

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
        """The database at an SQLAlchemy ``url``, brought up to date.

        A missing SQLite file and its folder are made if it may ``create`` them. Whoever may come
        ``beside_a_bot`` leaves its file marked as in use. Who is not ``patient`` hears StorageError
        where a server does not answer in time. Raises StorageError if it cannot be opened,
        UnknownSchemaError if another version wrote it.
        """
        target = read_address(url)
        subscribers = Subscribers()
        with told_in_sentences(target):
            if is_file(target):
                layout = upgrade if create else None
                store: Store = await SqliteStore.open(
                    target, busy_seconds, subscribers, layout, beside_a_bot=beside_a_bot
                )
            else:
                store = await _open_postgresql(target, subscribers, patient=patient)
        database = cls(store, subscribers)
        try:
            with told_in_sentences(target):
                await store.migrate(upgrade)
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be working on it at the same time."""
        return self._store.is_shared

    async def write(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` as one transaction, and give what it gives.

        Whatever it raises takes everything back. Raises StorageError when the database cannot.
        ``work`` may be run again from its beginning, where transactions collide or something has to
        be prepared (``data.statements``), so it changes nothing but the database.
        """

        def run() -> Awaitable[Found]:
            return self._store.write(lambda connection: work(connection, *args, **options))

        with self._observed("write"), translate_database_errors():
            return await prepared(run)

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` on one state, to read only; raises StorageError."""

        def run() -> Awaitable[Found]:
            return self._store.read(lambda connection: work(connection, *args, **options))

        with self._observed("read"), translate_database_errors():
            return await prepared(run)

    def observe(self, observer: Observer) -> None:
        """Have ``observer("read" or "write", seconds, raised)`` called after every transaction.

        The seconds are those for which the caller waited, for its turn too.
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
        """Call ``subscriber()`` after every commit that gave notice of ``subject``."""
        self._subscribers.add(subject, subscriber)

    async def close(self) -> None:
        """Wait for what was begun, then let go of every connection."""
        await self._store.close()

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def _open_postgresql(url: URL, subscribers: Subscribers, *, patient: bool) -> Store:
    check_driver()
    # known only now: those who use SQLite need not have the driver
    from data.postgresql import PostgresqlStore

    return await PostgresqlStore.open(url, subscribers, patient=patient)
