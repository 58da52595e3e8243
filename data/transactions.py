"""What a transaction may do beside its statements: notify others, take its time, be prepared.

A transaction calls ``notify(connection, "outbox")``; the subscribers of that subject are called
after its commit, and never after a rollback.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.util import await_only

logger = structlog.get_logger(__name__)

Found = TypeVar("Found")
Subscriber: TypeAlias = Callable[[], None]
ROWS_PER_YIELD = 100
"""How many rows are processed before the event loop gets a turn."""
MAX_PREPARATIONS = 200
"""How many preparations one transaction may need."""
_NOTICES = "notices"


def notify(connection: Connection, subject: str) -> None:
    """Call the subscribers of ``subject`` after this transaction is committed."""
    connection.info.setdefault(_NOTICES, set()).add(subject)


def take_subjects(connection: Connection) -> frozenset[str]:
    """The subjects of the notices since the last call."""
    return frozenset(connection.info.pop(_NOTICES, ()))


class Subscribers:
    """The subscribers by subject."""

    def __init__(self) -> None:
        self._by_subject: dict[str, list[Subscriber]] = {}

    def add(self, subject: str, subscriber: Subscriber) -> None:
        """Subscribe to ``subject``."""
        self._by_subject.setdefault(subject, []).append(subscriber)

    def tell(self, subjects: frozenset[str] | None = None) -> None:
        """Call the subscribers of these subjects, by default of all; log what they raise."""
        for subject in sorted(self._by_subject if subjects is None else subjects):
            for subscriber in self._by_subject.get(subject, ()):
                try:
                    subscriber()
                except Exception:
                    logger.exception("subscriber failed", subject=subject)


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


def yield_to_loop(connection: Connection) -> None:
    """Let the event loop run once; needed on PostgreSQL, where transactions run in the loop."""
    if connection.dialect.is_async:
        await_only(asyncio.sleep(0))


def run_in_thread(connection: Connection, work: Callable[[], Found]) -> Found:
    """Run slow ``work`` without blocking the event loop; it must not use the database."""
    if connection.dialect.is_async:
        return await_only(asyncio.to_thread(work))
    return work()


def yielding(
    connection: Connection, found: Iterable[Found], most: int = ROWS_PER_YIELD
) -> Iterator[Found]:
    """Iterate over ``found``, with ``yield_to_loop`` before every ``most`` items."""
    for number, each in enumerate(found):
        if number % most == 0:
            yield_to_loop(connection)
        yield each


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


async def run_prepared(run: Callable[[], Awaitable[Found]]) -> Found:
    """The result of ``run``, repeated after each preparation that it needs.

    Raises EndlessPreparationError.
    """
    for _ in range(MAX_PREPARATIONS):
        try:
            return await run()
        except UnpreparedError as needed:
            if inspect.iscoroutinefunction(needed.prepare):
                await needed.prepare()
            else:
                await asyncio.to_thread(needed.prepare)
    raise EndlessPreparationError
