"""Reading the bots' database beside them, without ever writing to it or holding it up."""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from data.addresses import is_file, path_of, read_address

Row = tuple[Any, ...]


async def rows(database_url: str, query: str) -> list[Row]:
    target = read_address(database_url)
    if is_file(target):
        name = f"{path_of(target).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(name, uri=True)) as found:
            return list(found.execute(query))
    found = await asyncpg.connect(target.set(drivername="postgresql").render_as_string())
    try:
        return [tuple(row) for row in await found.fetch(query)]
    finally:
        await found.close()


@dataclass(frozen=True)
class Stored:
    """Every row of every table, as it is in the end."""

    tables: Mapping[str, list[Any]] = field(default_factory=dict)

    def of(self, table: str, **wanted: Any) -> list[Any]:
        """The rows of a table whose columns have these values, in order."""
        return [
            row
            for row in self.tables[table]
            if all(getattr(row, name) == value for name, value in wanted.items())
        ]

    def one(self, table: str, **wanted: Any) -> Any:
        """The only such row, None if there is none."""
        return next(iter(self.of(table, **wanted)), None)

    def people(self, match_id: int) -> set[int]:
        return {row.player_id for row in self.of("seats", match_id=match_id)} - {None}

    def named(self, number: int) -> Iterable[str]:
        """Where a number stands, alone or in a text: ``table.column``."""
        written = str(number)
        for table, found in self.tables.items():
            for row in found:
                for name, value in row._mapping.items():
                    if value == number or (
                        isinstance(value, str | dict | list) and written in str(value)
                    ):
                        yield f"{table}.{name}"
