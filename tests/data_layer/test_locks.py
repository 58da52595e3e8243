"""Whoever reads something to change it keeps its row until the end; for PostgreSQL to see to."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import Connection, func, select, text

from bot.core.matches import storage as matches
from bot.core.people.settings import player_settings, server_settings
from bot.features.challenges import storage as challenges
from bot.features.practice import storage as practices
from data import tables
from data.database import Database
from data.ids import ChallengeId, MatchId, PlayerId, ServerId
from tests.data_layer.full_rows import fill
from tests.data_layer.gates import LockGate
from tests.kit.databases import needs_postgresql, opened

pytestmark = [needs_postgresql, pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)]

READING: dict[str, Callable[[Connection], object]] = {
    "matches": lambda connection: matches.get(connection, MatchId(1), lock=True),
    "challenges": lambda connection: challenges.get(connection, ChallengeId(1), lock=True),
    "players": lambda connection: player_settings.get(connection, PlayerId(1), lock=True),
    "servers": lambda connection: server_settings.get(connection, ServerId(1), lock=True),
    "practices": lambda connection: practices.practice_of(connection, PlayerId(1), lock=True),
}


@pytest.fixture
async def database(empty_url: str) -> AsyncIterator[Database]:
    async with opened(empty_url) as database:
        await database.write(fill)
        yield database


@pytest.mark.parametrize("table", READING)
async def test_a_row_read_to_be_changed(database: Database, empty_url: str, table: str) -> None:
    gate = await LockGate.on(empty_url)

    def read_and_wait(connection: Connection) -> object:
        found = READING[table](connection)
        gate.wait(connection)
        return found

    def counted(connection: Connection) -> int:
        whole = select(func.count()).select_from(tables.metadata.tables[table])
        return connection.execute(whole).scalar_one()

    def free(connection: Connection) -> int:
        return len(connection.execute(text(f"SELECT 1 FROM {table} FOR UPDATE SKIP LOCKED")).all())

    holding = asyncio.create_task(database.write(read_and_wait))
    try:
        await gate.reached()
        assert await database.write(free) == await database.read(counted) - 1
    finally:
        await gate.open()
    assert await holding is not None
    assert await database.write(free) == await database.read(counted)
