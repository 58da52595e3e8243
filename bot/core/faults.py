"""A fault of one thing, such as a timer or a message: it alone waits, and all others are done."""

import traceback
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import lru_cache
from typing import TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.core.errors import ServiceError
from data.database import Database
from data.errors import StorageError, UnreadableError
from data.statements import UnpreparedError

Found = TypeVar("Found")
Number = TypeVar("Number", bound=int)
logger = structlog.get_logger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(days=1)
DOUBLINGS = 20
TRIES = 5
"""A thing whose transaction fails so often, while the database answers others, is at fault."""
DAMAGE = (ValueError, TypeError, LookupError, AttributeError)
"""By which errors it shows that a row is damaged; UnreadableError is one of the first."""
OURS = ("bot.", "data.", "languages.", "renderer.", "rules.")


def pause_after(failures: int, first: timedelta = FIRST_PAUSE) -> timedelta:
    """How long a thing waits after so many failures in a row: each time twice as long."""
    doublings: int = 2 ** min(failures - 1, DOUBLINGS)
    return min(first * doublings, LONGEST_PAUSE)


def told(error: BaseException) -> str:
    """The kind of an error and where it came from, for operators, without what people wrote."""
    where = _place(error)
    return f"{_words(error)} ({where})" if where else _words(error)


def _words(error: BaseException) -> str:
    name = type(error).__name__
    if isinstance(error, IntegrityError):  # its first line names the constraint alone
        first = str(error.orig).partition("\n")[0]
        return f"{name}: {first.rpartition('>: ')[2]}"
    if isinstance(error, StorageError) and not isinstance(error, UnreadableError):
        return f"{name}: {error}"
    return str(error) if isinstance(error, ServiceError) else name


def _place(error: BaseException) -> str:
    """The module and line in our code where an error was raised."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(OURS):
            place = f"{module}:{line}"
    return place


def read_alone(read: Callable[[], Found]) -> Found | Exception:
    """What ``read`` gives in a transaction that goes on, or the error of this one thing.

    Raises UnpreparedError, and DBAPIError, after which the transaction cannot go on.
    """
    try:
        return read()
    except (UnpreparedError, DBAPIError):
        raise
    except Exception as error:  # noqa: BLE001 - whoever asked puts the thing aside
        return error


def read_guarded(connection: Connection, read: Callable[[], Found]) -> Found | Exception:
    """The same, also where the database refuses what is asked: the transaction can go on.

    Raises UnpreparedError, and DBAPIError for a connection that is lost.
    """
    try:
        with connection.begin_nested():
            return read_alone(read)
    except DBAPIError as error:
        if connection.invalidated:
            raise
        return error


def read_row(read: Callable[[], Found]) -> Found | Exception:
    """What ``read`` gives, or the error of a row that holds what no version has written.

    Raises whatever else ends it, such as a database that does not answer.
    """
    try:
        return read()
    except DAMAGE as error:
        return error


def each_readable(
    what: str,
    everything: Callable[[], Iterable[Found]],
    numbers: Callable[[], Iterable[Number]],
    one: Callable[[Number], Found | None],
    damaged: list[Number] | None = None,
) -> tuple[Found, ...]:
    """All that ``everything`` reads; if a row of it is damaged, what ``one`` reads of each number.

    The numbers of damaged rows get into ``damaged``, and are logged once. Raises as ``read_row``.
    """
    whole = read_row(lambda: tuple(everything()))
    if not isinstance(whole, Exception):
        return whole
    found = []
    for number in tuple(numbers()):
        single = read_row(lambda number=number: one(number))  # type: ignore[misc] # mypy/issues/15459
        if isinstance(single, Exception):
            tell_unreadable(what, number, single)
            if damaged is not None:
                damaged.append(number)
        elif single is not None:
            found.append(single)
    return tuple(found)


def tell_unreadable(what: str, number: int, error: Exception) -> None:
    """Log for operators, once, that a row is damaged."""
    _tell_once(what, number, told(error))


@lru_cache(maxsize=1024)
def _tell_once(what: str, number: int, reason: str) -> None:
    logger.error("not readable", what=what, number=number, reason=reason)


async def fault_of(database: Database, work: Callable[[], Awaitable[object]]) -> Exception | None:
    """Do ``work``; the error by which it failed, None if it did not.

    Raises StorageError where the database fails others too: then nothing is known of the work.
    """
    failed: Exception | None = None
    for _ in range(TRIES):
        try:
            await work()
        except UnreadableError as error:
            return error
        except StorageError as error:
            failed = error
            await check_answers(database)
        except Exception as error:  # noqa: BLE001 - whoever asked puts the thing aside
            return error
        else:
            return None
    return failed


async def check_answers(database: Database) -> None:
    """Raise StorageError if the database does not answer even the least question."""
    await database.write(lambda connection: connection.exec_driver_sql("SELECT 1").close())
