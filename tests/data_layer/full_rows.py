"""A row in every table, whatever tables there are."""

from datetime import timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Double,
    Integer,
    String,
    Table,
    insert,
    select,
)

import bot.app.features  # noqa: F401 - features declare kinds
from data.columns import Converted, Instant, KindOf, WordOf
from data.states import RequestState
from data.tables import metadata, players
from tests.data_layer.test_database import NOW
from tests.kit.databases import opened

CHOSEN = {
    "requests.state": RequestState.DECLINED,
    "matches.ply": 2,
    **dict.fromkeys(("practices.moves", "practices.taken"), ()),
}
"""So that the request is closed, the match has gone on since, and the practice can be read."""


def fill(connection: Connection) -> None:
    """Write the rows; all that refer to a person name the first of two."""
    for table in metadata.sorted_tables:
        put(connection, table)
    connection.execute(insert(players).values(id=2, created_at=NOW))


def put(connection: Connection, table: Table, **values: Any) -> None:
    """Write a row with these values, and any others that it needs."""
    row = {column.name: _value(column) for column in table.columns if _is_needed(column)}
    connection.execute(insert(table).values(row | values))


async def contents(url: str) -> dict[str, list[str]]:
    """All rows of each table of a database, in order, upgraded if need be."""
    async with opened(url) as database:
        return await database.read(_everything)


def _everything(connection: Connection) -> dict[str, list[str]]:
    return {
        table.name: sorted(repr(tuple(row)) for row in connection.execute(select(table)))
        for table in metadata.sorted_tables
    }


def _is_needed(column: Column[Any]) -> bool:
    return bool(column.foreign_keys) or not (column.nullable or column.server_default)


def _value(column: Column[Any]) -> Any:
    kind = column.type
    if str(column) in CHOSEN:
        return CHOSEN[str(column)]
    if isinstance(kind, KindOf):
        return next(iter(kind.kinds.known.values()))
    if isinstance(kind, WordOf):
        return next(iter(kind.words))
    for known, value in (
        (Instant, NOW),
        (Converted, timedelta(hours=1)),
        (JSON, {}),
        (Boolean, False),
        (Integer, 1),
        (Double, 1.0),
        (String, "a"),
    ):
        if isinstance(kind, known):
            return value
    raise TypeError(f"no value is known for {column}")
