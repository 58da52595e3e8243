"""Whatever a transaction of one thing may raise, in itself or when it is committed."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, text

from bot.core.errors import ServiceError
from data.database import UnpreparedError
from data.errors import StorageError, UnreadableError
from data.tables import players


class CannotBeDoneError(ServiceError):
    """What a timer is for is refused."""


def a_key_that_is_taken(connection: Connection) -> None:
    twice = [{"id": 77, "created_at": datetime(2026, 1, 1, tzinfo=UTC)}] * 2
    connection.execute(insert(players), twice)


def a_value_too_large(connection: Connection) -> None:
    connection.execute(
        insert(players).values(id=2**70, created_at=datetime(2026, 1, 1, tzinfo=UTC))
    )


def a_statement_that_makes_no_sense(connection: Connection) -> None:
    connection.execute(text("SELECT nothing FROM nowhere"))


def a_commit_that_fails(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA defer_foreign_keys=ON"))
        connection.execute(text("INSERT INTO request_grants VALUES (404, 404)"))
        return
    column = "number integer UNIQUE DEFERRABLE INITIALLY DEFERRED"
    connection.execute(text(f"CREATE TEMP TABLE once ({column}) ON COMMIT DROP"))
    connection.execute(text("INSERT INTO once VALUES (1), (1)"))


def preparations_without_end(_: Connection) -> None:
    raise UnpreparedError(lambda: None)


def a_preparation_that_fails(_: Connection) -> None:
    raise UnpreparedError(lambda: 1 // 0)


def raising(error: Exception) -> Callable[[Connection], None]:
    def fail(_: Connection) -> None:
        raise error

    return fail


ERRORS = {
    **{
        type(each).__name__: raising(each)
        for each in (
            *(ValueError(), KeyError(5), AssertionError(), RecursionError(), MemoryError()),
            *(OSError(), TimeoutError(), StorageError(), UnreadableError(), CannotBeDoneError()),
        )
    },
    **{
        each.__name__: each
        for each in (
            *(a_key_that_is_taken, a_value_too_large, a_statement_that_makes_no_sense),
            *(a_commit_that_fails, preparations_without_end, a_preparation_that_fails),
        )
    },
}
