"""Statements that SQLite and PostgreSQL spell alike, and what must be ready before one runs."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from data.errors import StorageError
from data.rating_tables import counters

Found = TypeVar("Found")
MOST_PREPARATIONS = 200
"""For how many things one transaction may ask, one after the other."""


def insert_missing(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    found: Mapping[str, ColumnElement[Any]] | None = None,
) -> int:
    """Insert those of ``rows`` that meet no key that is there; leave the others as they are.

    How many were inserted, for a single row. ``found`` are columns that the database works out.
    """
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table).values(found) if found else insert(table)
    return connection.execute(statement.on_conflict_do_nothing(), list(rows)).rowcount


def put(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert ``row``, in place of the one with the same primary key."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    key = [column.name for column in table.primary_key]
    connection.execute(
        insert(table)
        .values(**row)
        .on_conflict_do_update(
            index_elements=key,
            set_={name: value for name, value in row.items() if name not in key},
        )
    )


def put_where(
    connection: Connection, table: Table, row: Mapping[str, Any], replaced: ColumnElement[bool]
) -> bool:
    """Insert ``row``, or put it in place of that with its key where ``replaced`` holds of that.

    Whether it is there now.
    """
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    key = [column.name for column in table.primary_key]
    set_ = {name: value for name, value in row.items() if name not in key}
    putting = insert(table).values(**row)
    return bool(
        connection.execute(
            putting.on_conflict_do_update(index_elements=key, set_=set_, where=replaced)
        ).rowcount
    )


def put_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert ``rows``, which have the same columns, in place of those with the same primary keys.

    All at once; ``rows`` are some, and few.
    """
    putting = _putting(connection.dialect.name, table, tuple(rows[0]))
    connection.execute(putting, list(rows))


@cache  # on the path of every move: making a statement anew takes as long as running it
def _putting(dialect: str, table: Table, columns: tuple[str, ...]) -> Executable:
    inserting = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)
    key = [column.name for column in table.primary_key]
    return inserting.on_conflict_do_update(
        index_elements=key,
        set_={name: inserting.excluded[name] for name in columns if name not in key},
    )


def count_up(connection: Connection, name: str) -> int:
    """The next number of a counter, from 1; nobody else gets one until this transaction ends."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    counted = connection.execute(
        insert(counters)
        .values(name=name, number=1)
        .on_conflict_do_update(index_elements=["name"], set_={"number": counters.c.number + 1})
        .returning(counters.c.number)
    )
    return int(counted.scalar_one())


def add_up(
    connection: Connection, table: Table, column: str, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Add what ``rows`` have in a ``column`` to the rows with their keys, or insert them."""
    if not rows:
        return
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    added = insert(table)
    key = [each.name for each in table.primary_key]
    connection.execute(
        added.on_conflict_do_update(
            index_elements=key, set_={column: table.c[column] + added.excluded[column]}
        ),
        list(rows),
    )


class UnpreparedError(Exception):
    """A transaction needs ``prepare`` to be done first, which takes long and asks no database.

    Done once, it must not be asked for again.
    """

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__("something is to be prepared first")
        self.prepare = prepare


async def prepared(run: Callable[[], Awaitable[Found]]) -> Found:
    """What ``run`` gives, with everything prepared that it asks for.

    Raises StorageError if there is no end to that.
    """
    for _ in range(MOST_PREPARATIONS):
        try:
            return await run()
        except UnpreparedError as needed:
            await asyncio.to_thread(needed.prepare)
    raise StorageError("a transaction was prepared again and again")
