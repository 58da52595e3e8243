"""The schema that the steps build, and databases that are not as they should be."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.schema import CreateTable

from data.addresses import path_of
from data.database import Database
from data.errors import StorageError
from data.migrate import NewerSchemaError
from data.tables import metadata
from tests.data_layer.old_rows import build_old
from tests.data_layer.test_database import add, count
from tests.kit.databases import sqlite_url


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def differences(connection: Connection) -> list[object]:
    """Where the tables are not as ``data.tables`` says."""
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def rules_of(connection: Connection) -> dict[str, list[str]]:
    """Every table's keys, constraints and indexes, with their names and conditions, sorted."""
    found = inspect(connection)
    return {
        table.name: sorted(
            _told(rule)
            for rule in (
                found.get_pk_constraint(table.name),
                *found.get_foreign_keys(table.name),
                *found.get_unique_constraints(table.name),
                *found.get_check_constraints(table.name),
                *found.get_indexes(table.name),
            )
        )
        for table in metadata.sorted_tables
    }


def _told(rule: Mapping[str, Any]) -> str:
    conditions = {name: str(value) for name, value in rule.get("dialect_options", {}).items()}
    return str(sorted({**rule, "dialect_options": conditions}.items()))


async def rules_from_the_tables(url: str) -> dict[str, list[str]]:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
        rules = await connection.run_sync(rules_of)
        await connection.run_sync(metadata.drop_all)
    await engine.dispose()
    if make_url(url).get_backend_name() == "sqlite":
        path_of(make_url(url)).unlink()  # a file that is there has to have tables
    return rules


@pytest.mark.slow
async def test_the_steps_build_what_the_tables_say(empty_url: str) -> None:
    expected = await rules_from_the_tables(empty_url)
    database = await Database.open(empty_url)
    assert await database.read(differences) == []
    assert await database.read(rules_of) == expected
    await database.close()


@pytest.mark.usefixtures("file")
async def test_opening_twice_changes_nothing(path: Path) -> None:
    before = dump(path)
    again = await Database.open(sqlite_url(path))
    await again.close()
    assert any("CREATE TABLE entries" in line for line in before)
    assert dump(path) == before


async def test_a_step_that_fails_leaves_no_trace(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE matches (something_else)")
    connection.commit()
    connection.close()
    before = dump(path)
    with pytest.raises(StorageError, match="already exists"):
        await Database.open(sqlite_url(path))
    assert dump(path) == before


async def test_a_row_that_refers_to_nothing_keeps_the_steps_from_being_taken(path: Path) -> None:
    await build_old(sqlite_url(path))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("INSERT INTO request_grants VALUES (404, 1)")
    connection.commit()
    connection.close()
    before = dump(path)
    with pytest.raises(StorageError, match="request_grants refers to something"):
        await Database.open(sqlite_url(path))
    assert dump(path) == before


async def test_a_database_from_the_future_is_left_alone(empty_url: str) -> None:
    database = await Database.open(empty_url)
    await database.write(add, 1)
    await database.write(_name_revision, "year_3000")
    with pytest.raises(NewerSchemaError, match="year_3000"):
        await Database.open(empty_url)
    assert await count(database) == 1
    assert await database.read(_revision) == "year_3000"
    await database.close()


def _name_revision(connection: Connection, name: str) -> None:
    connection.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": name})


def _revision(connection: Connection) -> str:
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


async def test_two_programs_may_open_an_empty_database_at_once(empty_url: str) -> None:
    both = await asyncio.gather(Database.open(empty_url), Database.open(empty_url))
    assert [await count(each) for each in both] == [0, 0]
    for each in both:
        await each.close()


def test_the_tables_can_be_written_for_postgresql() -> None:
    dialect = postgresql.dialect()
    written = {
        table.name: str(CreateTable(table).compile(dialect=dialect))
        for table in metadata.sorted_tables
    }
    assert "id BIGSERIAL NOT NULL" in written["matches"]
    assert "created_at TIMESTAMP WITH TIME ZONE NOT NULL" in written["entries"]
    assert "id BIGINT NOT NULL" in written["players"]
