"""Statements for both SQLite and PostgreSQL."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Executable, Select, Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from data.columns import typed
from data.standing_tables import counters

Found = TypeVar("Found")
Inserting: TypeAlias = sqlite.Insert | postgresql.Insert
"""An insert with ON CONFLICT."""


def row_of(value: Any) -> dict[str, Any]:
    """The fields of a slotted dataclass, as values of the columns of these names."""
    return {name: getattr(value, name) for name in value.__slots__}


def columns_of(table: Table, kind: type[Any]) -> tuple[Column[Any], ...]:
    """The columns with the names of a slotted dataclass's fields."""
    return tuple(table.c[name] for name in kind.__slots__)


def selecting(table: Table, kind: type[Any]) -> Select[Any]:
    """A query for ``columns_of`` these."""
    return select(*columns_of(table, kind))


def insert_one(connection: Connection, table: Table, row: Mapping[str, Any]) -> int:
    """Insert a row; returns its id."""
    added = connection.execute(insert(table).values(**row).returning(table.c.id))
    return int(added.scalar_one())


def has_key(connection: Connection, table: Table, key: str) -> bool:
    """Whether the table has a row with this key."""
    return connection.execute(select(table.c.key).filter_by(key=key)).first() is not None


def try_lock(connection: Connection, table: Table, number: int) -> bool:
    """Lock the row with this id; False if another transaction holds the lock."""
    query = select(table.c.id).filter_by(id=number).with_for_update(skip_locked=True)
    return connection.scalar(query) is not None


def all_of(connection: Connection, query: Select[Any], kind: type[Found]) -> tuple[Found, ...]:
    """The rows of a query as values of ``kind``, whose fields are its columns."""
    return tuple(kind(**row._mapping) for row in connection.execute(query))


def one_of(connection: Connection, query: Select[Any], kind: type[Found]) -> Found | None:
    """The only row of a query as a value of ``kind``, or None."""
    row = connection.execute(query).one_or_none()
    return None if row is None else kind(**row._mapping)


def typed_rows(connection: Connection, query: Select[Any], kind: type[Found]) -> tuple[Found, ...]:
    """The same as ``all_of``, with columns of JSON or text converted to the types of the fields."""
    found = connection.execute(query)
    names = [str(name) for name in found.keys()]  # noqa: SIM118 - a result is no mapping
    return tuple(typed(dict(zip(names, row, strict=True)), kind) for row in found)


def inserting(dialect: str, table: Table) -> Inserting:
    """An insert of this dialect."""
    return (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)


def insert_missing(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    found: Mapping[str, ColumnElement[Any]] | None = None,
) -> int:
    """Insert those of ``rows`` whose keys do not exist; returns the count, for a single row only.

    ``found`` are columns with SQL expressions.
    """
    inserted = inserting(connection.dialect.name, table)
    statement = inserted.values(found) if found else inserted
    return connection.execute(statement.on_conflict_do_nothing(), list(rows)).rowcount


def put(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert ``row``, or replace the one with its primary key."""
    put_all(connection, table, [row])


def put_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert ``rows``, or replace those with their primary keys; ``rows`` must not be empty."""
    connection.execute(_cached_upsert(connection.dialect.name, table, tuple(rows[0])), list(rows))


def put_where(
    connection: Connection, table: Table, row: Mapping[str, Any], replaced: ColumnElement[bool]
) -> bool:
    """Insert ``row``, or replace the one with its key if ``replaced`` holds; False if neither."""
    putting = _upsert(connection.dialect.name, table, tuple(row), replaced)
    return connection.execute(putting, row).rowcount > 0


def _upsert(
    dialect: str, table: Table, columns: Iterable[str], replaced: ColumnElement[bool] | None = None
) -> Executable:
    putting = inserting(dialect, table)
    key = [column.name for column in table.primary_key]
    new = {name: putting.excluded[name] for name in columns if name not in key}
    return putting.on_conflict_do_update(index_elements=key, set_=new, where=replaced)


@cache  # used by every move: building a statement takes as long as running it
def _cached_upsert(dialect: str, table: Table, columns: tuple[str, ...]) -> Executable:
    return _upsert(dialect, table, columns)


def count_up(connection: Connection, name: str) -> int:
    """The next number of a counter, from 1; the counter is locked until this transaction ends."""
    counted = connection.execute(
        inserting(connection.dialect.name, counters)
        .values(name=name, number=1)
        .on_conflict_do_update(index_elements=["name"], set_={"number": counters.c.number + 1})
        .returning(counters.c.number)
    )
    return int(counted.scalar_one())
