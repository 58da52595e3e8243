"""Copying a whole SQLite file to PostgreSQL, verified, in one transaction."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from data.addresses import is_file, path_of, read_address, spoken
from data.database import Database
from data.errors import OpeningError
from data.sentences import explain_errors
from data.sqlite_file import sole_use
from data.tables import metadata

BATCH = 1000
BOOKKEEPING = frozenset({"alembic_version"})
"""Tables that are not copied."""


async def move_database(source: str, target: str) -> dict[str, int]:
    """Copy every row, compare it with its copy, and set sequences; returns the rows by table.

    The file is migrated, and otherwise unchanged. Raises StorageError, with nothing copied, also if
    a bot runs on the file or the target is not empty.
    """
    file, server = read_address(source), read_address(target)
    if not is_file(file) or is_file(server):
        raise OpeningError(
            "Give the SQLite file first and PostgreSQL second: quintet move-database "
            "sqlite+aiosqlite:///var/quintet.db postgresql+asyncpg://NAME:PASSWORD@HOST/DATABASE"
        )
    if not path_of(file).exists():
        raise OpeningError(f"There is no database at {path_of(file)}, so there is nothing to move.")
    with sole_use(source):
        await (await Database.open(source, create=False)).close()
        async with await Database.open(target) as goal:
            with explain_errors(server):
                return await goal.write(_copy_all, path_of(file), server)


def _copy_all(target: sa.Connection, path: Path, server: sa.URL) -> dict[str, int]:
    for table in metadata.sorted_tables:
        if target.execute(sa.select(table).limit(1)).first() is not None:
            raise OpeningError(f"{spoken(server)} is not empty ({table.name}). Name an empty one.")
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
    try:
        with engine.connect() as source:
            further = set(sa.inspect(source).get_table_names()) - set(metadata.tables) - BOOKKEEPING
            if further:
                known = sorted(further)
                raise OpeningError(f"The file has tables that are not this bot's: {known}.")
            return {table.name: _copy(source, target, table) for table in metadata.sorted_tables}
    finally:
        engine.dispose()


def _copy(source: sa.Connection, target: sa.Connection, table: sa.Table) -> int:
    count = 0
    for rows in source.execute(sa.select(table)).mappings().partitions(BATCH):
        copied = [dict(row) for row in rows]
        target.execute(sa.insert(table), copied)
        _compare(target, table, copied)
        count += len(copied)
    stored = target.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
    if stored != count:
        raise OpeningError(f"{table.name} has {stored} rows after copying {count}.")
    _count_on(target, table)
    return count


def _compare(target: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    keys = list(table.primary_key)
    sought = [tuple(row[key.name] for key in keys) for row in rows]
    found = target.execute(sa.select(table).where(sa.tuple_(*keys).in_(sought))).mappings()
    stored = {tuple(row[key.name] for key in keys): dict(row) for row in found}
    for key, row in zip(sought, rows, strict=True):
        if stored.get(key) != row:
            raise OpeningError(f"The row {key} of {table.name} is not the same after copying.")


def _count_on(target: sa.Connection, table: sa.Table) -> None:
    column = table.autoincrement_column
    highest = None if column is None else target.execute(sa.select(sa.func.max(column))).scalar()
    if column is not None and highest is not None:
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        target.execute(sa.select(sa.func.setval(sequence, highest)))
