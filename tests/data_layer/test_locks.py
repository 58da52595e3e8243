"""Whoever reads something to change it keeps its row until the end; for PostgreSQL to see to."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Connection, func, select, text

from bot.core.matches import storage as matches
from bot.core.people.settings import SettingsService, player_settings, server_settings
from bot.features.challenges import storage as challenges
from bot.features.practice import storage as practices
from data import tables
from data.database import Database
from data.ids import ChallengeId, ChannelId, MatchId, PlayerId, ServerId
from tests.data_layer.gates import LockGate
from tests.kit.databases import needs_postgresql
from tests.kit.waiting import until

pytestmark = [needs_postgresql, pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)]

Reading: TypeAlias = Callable[[Connection], object]
THREAD = ChannelId(77)
WAITING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND wait_event_type = 'Lock' AND wait_event <> 'advisory'"
)
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


async def test_what_is_deleted_takes_back_no_other_choice(full: Database, empty_url: str) -> None:
    settings, server = SettingsService(full, lambda: datetime.now(UTC)), ServerId(1)
    gate = await LockGate.on(empty_url)

    def choose(connection: Connection, **chosen: Any) -> None:
        before = server_settings.get(connection, server, lock=True)
        server_settings.put(connection, server, replace(before, **chosen))

    def choose_and_wait(connection: Connection) -> None:
        choose(connection, language="de")
        gate.wait(connection)

    async def is_waiting() -> bool:
        return bool(await full.read(lambda connection: connection.scalar(WAITING)))

    await full.write(lambda connection: choose(connection, channel_id=THREAD))
    choosing = asyncio.create_task(full.write(choose_and_wait))
    await gate.reached()
    forgetting = asyncio.create_task(settings.forget_gone(server, {THREAD}))
    await until(is_waiting)
    await gate.open()
    await choosing
    forgotten = await forgetting
    assert (forgotten.channel_id, forgotten.language) == (None, "de")
    assert await settings.of_server(server) == forgotten


def free(connection: Connection, table: str) -> int:
    """How many rows nobody keeps."""
    return len(connection.execute(text(f"SELECT 1 FROM {table} FOR UPDATE SKIP LOCKED")).all())
