"""Transactions, the only way to read and to write.

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

A transaction calls ``notify(connection, "outbox")``; the subscribers of that subject are called
after its commit, and never after a rollback.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from functools import partial, update_wrapper
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.util import await_only

from data.errors import translate_database_errors

logger = structlog.get_logger(__name__)

Given = ParamSpec("Given")
Found = TypeVar("Found")
Subscriber: TypeAlias = Callable[[], None]
Observer: TypeAlias = Callable[[str, float, BaseException | None], None]
"""Called with ``read`` or ``write``, the seconds a transaction took, and what it raised."""
ROWS_PER_YIELD = 100
"""How many rows are processed before the event loop gets a turn."""
MAX_PREPARATIONS = 200
"""How many preparations one transaction may need."""
_NOTICES = "notices"


class UnpreparedError(Exception):
    """Raised in a transaction that needs ``prepare`` to run first; it is then run again.

    ``prepare`` is slow and does not use the database: a coroutine function, or a function to call
    in a thread. The transaction must not need the same preparation twice.
    """

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__("something is to be prepared first")
        self.prepare = prepare


class EndlessPreparationError(Exception):
    """A transaction needed more than MAX_PREPARATIONS."""


class Database(ABC):
    """The database. Readers do not wait for writers."""

    is_shared: ClassVar[bool]
    """Whether other processes may use it at the same time."""

    def __init__(self) -> None:
        self._observers: list[Observer] = []
        self._subscribers: defaultdict[str, list[Subscriber]] = defaultdict(list)

    async def write(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` as one transaction; an exception rolls it back.

        Raises StorageError if the database fails. ``work`` may run again after a collision or a
        preparation, so it must change nothing but the database.
        """
        return await self._run(
            "write", self._write, lambda connection: work(connection, *args, **options)
        )

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Found],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Found:
        """Run ``work(connection, ...)`` on one snapshot; it must not write. Raises StorageError."""
        return await self._run(
            "read", self._read, lambda connection: work(connection, *args, **options)
        )

    async def _run(
        self,
        kind: str,
        transact: Callable[[Callable[[Connection], Found]], Awaitable[Found]],
        work: Callable[[Connection], Found],
    ) -> Found:
        """Run the transaction, again after each preparation that it needs."""
        began, raised = time.monotonic(), None
        try:
            with translate_database_errors():
                for _ in range(MAX_PREPARATIONS):
                    try:
                        return await transact(work)
                    except UnpreparedError as needed:
                        if inspect.iscoroutinefunction(needed.prepare):
                            await needed.prepare()
                        else:
                            await asyncio.to_thread(needed.prepare)
                raise EndlessPreparationError
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
        self._subscribers[subject].append(subscriber)

    def _tell(self, subjects: Iterable[str]) -> None:
        """Call the subscribers of these subjects; log what they raise."""
        for subject in sorted(subjects):
            for subscriber in self._subscribers[subject]:
                try:
                    subscriber()
                except Exception:
                    logger.exception("subscriber failed", subject=subject)

    @abstractmethod
    async def start(self) -> None:
        """Connect, and bring the schema up to date as one transaction."""

    @abstractmethod
    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` and commit it, even if the caller is cancelled; tell the subscribers."""

    @abstractmethod
    async def _read(self, work: Callable[[Connection], Found]) -> Found:
        """Run ``work`` on one consistent snapshot."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for running transactions, then close all connections."""

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


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


def notify(connection: Connection, subject: str) -> None:
    """Call the subscribers of ``subject`` after this transaction is committed."""
    connection.info.setdefault(_NOTICES, set()).add(subject)


def take_subjects(connection: Connection) -> frozenset[str]:
    """The subjects of the notices since the last call."""
    return frozenset(connection.info.pop(_NOTICES, ()))


def yield_to_loop(connection: Connection) -> None:
    """Let the event loop run once; needed on PostgreSQL, where transactions run in the loop."""
    if connection.dialect.is_async:
        await_only(asyncio.sleep(0))


def yielding(
    connection: Connection, found: Iterable[Found], most: int = ROWS_PER_YIELD
) -> Iterator[Found]:
    """Iterate over ``found``, with ``yield_to_loop`` before every ``most`` items."""
    for number, each in enumerate(found):
        if number % most == 0:
            yield_to_loop(connection)
        yield each


def run_in_thread(connection: Connection, work: Callable[[], Found]) -> Found:
    """Run slow ``work`` without blocking the event loop; it must not use the database."""
    if connection.dialect.is_async:
        return await_only(asyncio.to_thread(work))
    return work()


async def shielded(
    work: Coroutine[Any, Any, Found],
    among: set[asyncio.Future[Any]] | None = None,
    then: Callable[[asyncio.Future[Found]], None] | None = None,
) -> Found:
    """Await ``work``, which goes on if the caller is cancelled; meanwhile it is in ``among``.

    ``then`` is called with its end, right before the caller goes on.
    """
    running = asyncio.ensure_future(work)
    if then is not None:
        running.add_done_callback(then)
    if among is not None:
        among.add(running)
        running.add_done_callback(among.discard)
    # retrieved, so that asyncio logs nothing if the caller is gone
    running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    return await asyncio.shield(running)
