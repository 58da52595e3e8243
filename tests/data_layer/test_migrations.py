"""The schema that the steps build, and databases that are not as they should be."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Executable, Inspector, inspect, make_url, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.features.ratings import RatingRow
from bot.features.ratings.values import height
from data.addresses import path_of
from data.errors import StorageError
from data.migrate import FOLDER, STEPS, UnknownSchemaError
from data.operating import Condition, condition_of, open_database
from data.standing_tables import daily_channels, ratings
from data.statements import all_of, selecting
from data.tables import metadata, timers
from data.tournament_tables import tournaments
from tests.data_layer.full_rows import contents, fill
from tests.data_layer.test_database import count
from tests.kit.databases import opened, sqlite_url
from tests.kit.further_step import further_step
from tests.releases.dumps import kept, kept_in, restore

_CASTS = re.compile(r"::(text|character varying)|[()]|\[\]")
"""What PostgreSQL adds to conditions, in another place once it has read its own dump."""


REPEATED = (
    *(("never", 0, "never"), ("weekly", 0, "weekly"), ("monthly", 0, "monthly")),
    *(("two_weeks", 0, "weekly"), ("after", 14, "weekly"), ("after", 15, "monthly")),
)
"""How a series of 1.0.0 repeated, after how many days, and how it repeats now."""


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def rules_of(connection: Connection) -> dict[str, list[str]]:
    """Every table's columns, keys, constraints and indexes, with names and conditions, sorted."""
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
                *_columns_of(found, table.name),
            )
        )
        for table in metadata.sorted_tables
    }


def _columns_of(found: Inspector, table: str) -> Iterator[dict[str, str]]:
    """The columns as they are written, with all that the database knows of them."""
    for column in found.get_columns(table):
        yield {name: str(value) for name, value in column.items() if name != "comment"}


def _told(rule: Mapping[str, Any]) -> str:
    options = rule.get("dialect_options", {})
    conditions = {name: _CASTS.sub("", str(value)) for name, value in options.items()}
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
@pytest.mark.parametrize("version", kept())
async def test_the_steps_since_a_release_lead_to_the_tables(version: str, empty_url: str) -> None:
    expected = await rules_from_the_tables(empty_url)
    await restore(kept_in(version, empty_url), empty_url)
    async with opened(empty_url) as database:
        assert await database.read(differences) == []
        assert await database.read(rules_of) == expected
        rows = await database.read(all_of, selecting(ratings, RatingRow), RatingRow)
        assert rows
        assert [row.height for row in rows] == [height(row.rating) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("version", kept())
async def test_a_weekly_puzzle_of_a_release_becomes_the_daily(version: str, empty_url: str) -> None:
    """It comes every week, on the same weekday at the same hour."""
    await restore(kept_in(version, empty_url), empty_url)
    engine = create_async_engine(empty_url)
    async with engine.begin() as connection:
        (before,) = (await connection.execute(text("SELECT * FROM weekly_channels"))).all()
    await engine.dispose()

    def read(connection: Connection) -> tuple[Any, Any]:
        kept = select(daily_channels)
        due = select(timers.c.due_at).filter_by(kind="daily", subject_id=before.server_id)
        return connection.execute(kept).one(), connection.scalar(due)

    async with opened(empty_url) as database:
        place, due = await database.read(read)
    assert (place.server_id, place.channel_id) == (before.server_id, before.channel_id)
    assert (place.hour, place.weekday) == (due.hour, due.weekday())


@pytest.mark.slow
@pytest.mark.parametrize("version", kept())
async def test_series_of_a_release_repeat_weekly_or_monthly(version: str, empty_url: str) -> None:
    await restore(kept_in(version, empty_url), empty_url)
    engine = create_async_engine(empty_url)
    async with engine.begin() as connection:
        found = (await connection.execute(select(tournaments.c.id, tournaments.c.rules))).all()
        before = dict(zip((row.id for row in found), cycle(REPEATED), strict=False))
        for row in found:
            repeat, days, _ = before[row.id]
            rules = {**row.rules, "repeat": repeat, "rest_days": days}
            changed = update(tournaments).where(tournaments.c.id == row.id)
            await connection.execute(changed.values(rules=rules))
    await engine.dispose()
    assert len(found) >= len(REPEATED)
    expected = {row.id: {**row.rules, "repeat": before[row.id][2]} for row in found}
    for rules in expected.values():
        del rules["rest_days"]
    async with opened(empty_url) as database:
        after = await database.read(
            lambda each: each.execute(select(tournaments.c.id, tournaments.c.rules)).all()
        )
    assert {row.id: row.rules for row in after} == expected


def test_every_step_is_named() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    steps = ScriptDirectory.from_config(config).walk_revisions()
    assert tuple(step.revision for step in steps) == STEPS


async def test_a_step_that_fails_leaves_no_trace(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE matches (something_else)")
    connection.commit()
    connection.close()
    before = dump(path)
    with pytest.raises(StorageError, match="already exists"):
        await open_database(sqlite_url(path))
    assert dump(path) == before


@pytest.fixture
async def full_url(empty_url: str) -> str:
    async with opened(empty_url) as database:
        await database.write(fill)
    return empty_url


@pytest.mark.both_databases
async def test_a_further_step_keeps_what_there_is(full_url: str, tmp_path: Path) -> None:
    before = await contents(full_url)
    assert all(before.values())
    assert await condition_of(full_url) is Condition.CURRENT
    with further_step(tmp_path):
        assert await condition_of(full_url) is Condition.OLDER
        assert await contents(full_url) == before
        async with opened(full_url) as database:
            assert await database.read(_shoe_sizes) == [42, 42]
        assert await condition_of(full_url) is Condition.CURRENT
    with pytest.raises(UnknownSchemaError, match="another version of this bot"):
        await open_database(full_url)


def _shoe_sizes(connection: Connection) -> list[int]:
    return list(connection.execute(text("SELECT shoe_size FROM players")).scalars())


@pytest.mark.both_databases
async def test_what_refers_to_something_has_to_find_it(full_url: str) -> None:
    referring = [(key, table) for table in metadata.sorted_tables for key in table.foreign_keys]
    assert len(referring) > 50
    async with opened(full_url) as database:
        for key, table in referring:
            with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
                await database.write(_execute, update(table).values({key.parent: 404}))
        with pytest.raises(IntegrityError, match="ck_seats_one_holder"):
            await database.write(_execute, text("UPDATE seats SET engine = 1"))


def _execute(connection: Connection, statement: Executable) -> None:
    connection.execute(statement)


async def test_a_row_that_refers_to_nothing_stops_the_steps(path: Path, tmp_path: Path) -> None:
    await (await open_database(sqlite_url(path))).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("INSERT INTO request_grants VALUES (404, 1)")
    connection.commit()
    connection.close()
    before = dump(path)
    with (
        further_step(tmp_path / "program"),
        pytest.raises(StorageError, match="request_grants refers to something"),
    ):
        await open_database(sqlite_url(path))
    assert dump(path) == before


@pytest.mark.both_databases
async def test_two_programs_may_open_an_empty_database_at_once(empty_url: str) -> None:
    both = await asyncio.gather(open_database(empty_url), open_database(empty_url))
    assert [await count(each) for each in both] == [0, 0]
    for each in both:
        await each.close()
