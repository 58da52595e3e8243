"""Isolating a faulty row, such as a timer or a message, so that only that one waits."""

import traceback
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import lru_cache
from typing import TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.core.errors import ServiceError
from data.database import Database, UnpreparedError
from data.errors import StorageError, UnreadableError

Found = TypeVar("Found")
Number = TypeVar("Number", bound=int)
logger = structlog.get_logger(__name__)
FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(days=1)
DOUBLINGS = 20
TRIES = 5
"""A transaction that fails so often, while the database answers others, is at fault itself."""
DAMAGE_ERRORS = (ValueError, TypeError, LookupError, AttributeError)
"""Exceptions that a damaged row causes; UnreadableError is a ValueError."""
OUR_PACKAGES = ("bot.", "data.", "languages.", "renderer.", "rules.")


def retry_delay(failures: int, first: timedelta = FIRST_DELAY) -> timedelta:
    """Exponential backoff: the retry delay after so many failures in a row."""
    doublings: int = 2 ** min(failures - 1, DOUBLINGS)
    return min(first * doublings, LONGEST_DELAY)


def describe_error(error: BaseException) -> str:
    """The type and origin of an error, for operators, without text that people wrote."""
    where = _raised_at(error)
    return f"{_summary(error)} ({where})" if where else _summary(error)


def _summary(error: BaseException) -> str:
    name = type(error).__name__
    if isinstance(error, IntegrityError):  # its first line holds the constraint only
        first = str(error.orig).partition("\n")[0]
        return f"{name}: {first.rpartition('>: ')[2]}"
    if is_outage(error):
        return f"{name}: {error}"
    return str(error) if isinstance(error, ServiceError) else name


def _raised_at(error: BaseException) -> str:
    """The innermost module and line of the project in the traceback."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(OUR_PACKAGES):
            place = f"{module}:{line}"
    return place


def read_or_error(read: Callable[[], Found]) -> Found | Exception:
    """The result of ``read``, or the exception it raised.

    Raises UnpreparedError, and DBAPIError, after which the transaction cannot continue.
    """
    try:
        return read()
    except (UnpreparedError, DBAPIError):
        raise
    except Exception as error:  # noqa: BLE001 - the caller puts the row aside
        return error


def read_in_savepoint(connection: Connection, read: Callable[[], Found]) -> Found | Exception:
    """The same in a savepoint, so that the transaction can continue after a DBAPIError.

    Raises UnpreparedError, and DBAPIError if the connection is lost.
    """
    try:
        with connection.begin_nested():
            return read_or_error(read)
    except DBAPIError as error:
        if connection.invalidated:
            raise
        return error


def read_row(read: Callable[[], Found]) -> Found | Exception:
    """The result of ``read``, or the exception of a damaged row.

    Raises all other exceptions, such as those of a failing database.
    """
    try:
        return read()
    except DAMAGE_ERRORS as error:
        return error


def each_readable(
    what: str,
    everything: Callable[[], Iterable[Found]],
    numbers: Callable[[], Iterable[Number]],
    one: Callable[[Number], Found | None],
    damaged: list[Number] | None = None,
) -> tuple[Found, ...]:
    """The rows that ``everything`` reads; if one is damaged, ``one`` reads each id separately.

    Ids of damaged rows are appended to ``damaged`` and logged once. Raises as ``read_row``.
    """
    whole = read_row(lambda: tuple(everything()))
    if not isinstance(whole, Exception):
        return whole
    found = []
    for number in tuple(numbers()):
        single = read_row(lambda number=number: one(number))  # type: ignore[misc] # mypy/issues/15459
        if isinstance(single, Exception):
            log_unreadable(what, number, single)
            if damaged is not None:
                damaged.append(number)
        elif single is not None:
            found.append(single)
    return tuple(found)


def log_unreadable(what: str, number: int, error: Exception) -> None:
    """Log once that a row is damaged."""
    _log_once(what, number, describe_error(error))


@lru_cache(maxsize=1024)
def _log_once(what: str, number: int, reason: str) -> None:
    logger.error("not readable", what=what, number=number, reason=reason)


async def done_or_error(
    database: Database, work: Callable[[], Awaitable[Found]]
) -> Found | Exception:
    """The result of ``work``, or the exception by which it fails.

    Raises StorageError if the database fails in general: that is not the fault of ``work``.
    """
    tries = 0
    while True:
        try:
            return await work()
        except Exception as error:  # noqa: BLE001 - the caller puts the row aside
            tries += 1
            if is_outage(error):
                await check_database(database)
            if not is_outage(error) or tries == TRIES:
                return error


def is_outage(error: BaseException | None) -> bool:
    """Whether the database failed, rather than one row being unreadable."""
    return isinstance(error, StorageError) and not isinstance(error, UnreadableError)


async def check_database(database: Database) -> None:
    """Raise StorageError if the database does not answer a trivial query."""
    await database.write(lambda connection: connection.exec_driver_sql("SELECT 1").close())
