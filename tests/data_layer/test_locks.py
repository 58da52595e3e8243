"""Whoever reads something to change it keeps its row until the end; for PostgreSQL to see to."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import pytest
from sqlalchemy import Connection, func, select, text

from bot.core.matches import storage as matches
from bot.core.people.settings import player_settings, server_settings
from bot.features.challenges import storage as challenges
from bot.features.practice import storage as practices
from data import tables
from data.database import Database
from data.ids import ChallengeId, ChannelId, MatchId, PlayerId, ServerId
from tests.data_layer.gates import LockGate
from tests.kit.databases import needs_postgresql

pytestmark = [needs_postgresql, pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)]

Reading: TypeAlias = Callable[[Connection], object]
THREAD = ChannelId(77)
READING: tuple[tuple[str, Reading], ...] = (
    ("matches", lambda connection: matches.get(connection, MatchId(1), lock=True)),
    ("matches", lambda connection: matches.in_thread(connection, THREAD, lock=True)),
    ("challenges", lambda connection: challenges.get(connection, ChallengeId(1), lock=True)),
    ("players", lambda connection: player_settings.get(connection, PlayerId(1), lock=True)),
    ("servers", lambda connection: server_settings.get(connection, ServerId(1), lock=True)),
    ("practices", lambda connection: practices.practice_of(connection, PlayerId(1), lock=True)),
)


async def test_a_row_read_to_be_changed_is_kept(full: Database, empty_url: str) -> None:
    await full.write(matches.change, MatchId(1), thread_id=THREAD)
    for table, read in READING:
        gate = await LockGate.on(empty_url)
        whole = select(func.count()).select_from(tables.metadata.tables[table])
        rows = await full.read(lambda connection, whole=whole: connection.scalar(whole))

        def read_and_wait(
            connection: Connection, read: Reading = read, gate: LockGate = gate
        ) -> object:
            found = read(connection)
            gate.wait(connection)
            return found

        holding = asyncio.create_task(full.write(read_and_wait))
        try:
            await gate.reached()
            assert await full.write(free, table) == rows - 1, table
        finally:
            await gate.open()
        assert await holding is not None
        assert await full.write(free, table) == rows, table


def free(connection: Connection, table: str) -> int:
    """How many rows nobody keeps."""
    return len(connection.execute(text(f"SELECT 1 FROM {table} FOR UPDATE SKIP LOCKED")).all())
