"""The schema that the steps build, and databases that are not as they should be."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from data.database import Database, StorageError
from data.migrate import NewerSchemaError
from data.tables import metadata


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


async def test_the_steps_build_what_the_tables_say(database: Database) -> None:
    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.usefixtures("database")
async def test_opening_twice_changes_nothing(path: Path) -> None:
    before = dump(path)
    again = await Database.open(f"sqlite+aiosqlite:///{path}")
    await again.close()
    assert any("CREATE TABLE matches" in line for line in before)
    assert dump(path) == before


async def test_a_step_that_fails_leaves_no_trace(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE matches (something_else)")
    connection.commit()
    connection.close()
    before = dump(path)
    with pytest.raises(StorageError, match="already exists"):
        await Database.open(f"sqlite+aiosqlite:///{path}")
    assert dump(path) == before


async def test_a_database_from_the_future_is_left_alone(database: Database, path: Path) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'year_3000'")
    before = dump(path)
    with pytest.raises(NewerSchemaError, match="year_3000"):
        await Database.open(f"sqlite+aiosqlite:///{path}")
    assert dump(path) == before


def test_the_tables_can_be_written_for_postgresql() -> None:
    dialect = postgresql.dialect()
    written = {
        table.name: str(CreateTable(table).compile(dialect=dialect))
        for table in metadata.sorted_tables
    }
    assert "id BIGSERIAL NOT NULL" in written["matches"]
    assert "created_at TIMESTAMP WITH TIME ZONE NOT NULL" in written["moves"]
    assert "id BIGINT NOT NULL" in written["players"]
