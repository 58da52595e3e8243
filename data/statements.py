"""Statements that SQLite and PostgreSQL spell alike, and what must be ready before one runs."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Executable, Select, Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.util import await_only

from data.columns import typed
from data.standing_tables import counters

Found = TypeVar("Found")
Inserting: TypeAlias = sqlite.Insert | postgresql.Insert
"""An insert that may say what is done about a key that is there already."""
IN_A_BREATH = 100
"""So many rows are read or written until the event loop goes on."""
MOST_PREPARATIONS = 200
"""For how many things one transaction may ask, one after the other."""


def row_of(value: Any) -> dict[str, Any]:
    """The fields of a slotted dataclass, as columns of the same names."""
    return {name: getattr(value, name) for name in value.__slots__}


def columns_of(table: Table, kind: type[Any]) -> tuple[Column[Any], ...]:
    """The columns that have the names of a slotted dataclass' fields."""
    return tuple(table.c[name] for name in kind.__slots__)


def selecting(table: Table, kind: type[Any]) -> Select[Any]:
    """A query for these columns."""
    return select(*columns_of(table, kind))


def insert_one(connection: Connection, table: Table, row: Mapping[str, Any]) -> int:
    """Insert a row; the number that it gets."""
    added = connection.execute(insert(table).values(**row).returning(table.c.id))
    return int(added.scalar_one())


def is_written(connection: Connection, table: Table, key: str) -> bool:
    """Whether the table has a row with this key."""
    return connection.execute(select(table.c.key).filter_by(key=key)).first() is not None


def is_free(connection: Connection, table: Table, number: int) -> bool:
    """Lock the row with this number, unless somebody else has; whether that is so."""
    query = select(table.c.id).filter_by(id=number).with_for_update(skip_locked=True)
    return connection.scalar(query) is not None


def all_of(connection: Connection, query: Select[Any], kind: type[Found]) -> tuple[Found, ...]:
    """What the query finds, whose columns are the fields of ``kind``."""
    return tuple(kind(**row._mapping) for row in connection.execute(query))


def one_of(connection: Connection, query: Select[Any], kind: type[Found]) -> Found | None:
    """The same for a query that finds one row, or none."""
    row = connection.execute(query).one_or_none()
    return None if row is None else kind(**row._mapping)


def typed_rows(connection: Connection, query: Select[Any], kind: type[Found]) -> tuple[Found, ...]:
    """The same as ``all_of`` where columns are JSON or plain words: they become what fields are."""
    found = connection.execute(query)
    names = [str(name) for name in found.keys()]  # noqa: SIM118 - a result is no mapping
    return tuple(typed(dict(zip(names, row, strict=True)), kind) for row in found)


def inserting(dialect: str, table: Table) -> Inserting:
    """An insert in the words of the database."""
    return (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)


def insert_missing(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    found: Mapping[str, ColumnElement[Any]] | None = None,
) -> int:
    """Insert those of ``rows`` that meet no key that is there; leave the others as they are.

    How many were inserted, for a single row. ``found`` are columns that the database works out.
    """
    inserted = inserting(connection.dialect.name, table)
    statement = inserted.values(found) if found else inserted
    return connection.execute(statement.on_conflict_do_nothing(), list(rows)).rowcount


def put(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert ``row``, in place of the one with the same primary key."""
    put_all(connection, table, [row])


def put_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert a few ``rows`` at once, in place of those with the same primary keys."""
    connection.execute(_putting(connection.dialect.name, table, tuple(rows[0])), list(rows))


def put_where(
    connection: Connection, table: Table, row: Mapping[str, Any], replaced: ColumnElement[bool]
) -> bool:
    """Insert ``row``, or replace that with its key if ``replaced`` holds; whether it is there."""
    putting = _replacing(connection.dialect.name, table, tuple(row), replaced)
    return connection.execute(putting, row).rowcount > 0


def _replacing(
    dialect: str, table: Table, columns: Iterable[str], replaced: ColumnElement[bool] | None = None
) -> Executable:
    putting = inserting(dialect, table)
    key = [column.name for column in table.primary_key]
    new = {name: putting.excluded[name] for name in columns if name not in key}
    return putting.on_conflict_do_update(index_elements=key, set_=new, where=replaced)


@cache  # on the path of every move: making a statement anew takes as long as running it
def _putting(dialect: str, table: Table, columns: tuple[str, ...]) -> Executable:
    return _replacing(dialect, table, columns)


def count_up(connection: Connection, name: str) -> int:
    """The next number of a counter, from 1; nobody else gets one until this transaction ends."""
    counted = connection.execute(
        inserting(connection.dialect.name, counters)
        .values(name=name, number=1)
        .on_conflict_do_update(index_elements=["name"], set_={"number": counters.c.number + 1})
        .returning(counters.c.number)
    )
    return int(counted.scalar_one())


def breathe(connection: Connection) -> None:
    """Let the event loop go on for once, where this transaction is worked in it: on PostgreSQL."""
    if connection.dialect.is_async:
        await_only(asyncio.sleep(0))


def aside(connection: Connection, work: Callable[[], Found]) -> Found:
    """What ``work`` gives, which takes long and asks no database; the event loop goes on."""
    if connection.dialect.is_async:
        return await_only(asyncio.to_thread(work))
    return work()


def breathing(
    connection: Connection, found: Iterable[Found], most: int = IN_A_BREATH
) -> Iterator[Found]:
    """The same, with a breath before every so many of them."""
    for number, each in enumerate(found):
        if number % most == 0:
            breathe(connection)
        yield each


class UnpreparedError(Exception):
    """A transaction needs ``prepare`` to be done first, which takes long and asks no database.

    That may be a coroutine function; anything else is called in a thread. Done once, it must not
    be asked for again.
    """

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__("something is to be prepared first")
        self.prepare = prepare


class EndlessPreparationError(Exception):
    """A transaction asked for preparations again and again."""


async def prepared(run: Callable[[], Awaitable[Found]]) -> Found:
    """What ``run`` gives, with everything prepared that it asks for.

    Raises EndlessPreparationError if there is no end to that.
    """
    for _ in range(MOST_PREPARATIONS):
        try:
            return await run()
        except UnpreparedError as needed:
            if inspect.iscoroutinefunction(needed.prepare):
                await needed.prepare()
            else:
                await asyncio.to_thread(needed.prepare)
    raise EndlessPreparationError
