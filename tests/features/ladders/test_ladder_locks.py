"""Whoever looks at a ladder to change it keeps it until the end; for PostgreSQL to see to."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text

from bot.features.ladders import LadderHistories
from bot.features.ladders.hooks import LadderHooks
from bot.features.timekeeping import OutageMadeGood, VacationChanged
from data.ids import PlayerId
from data.shards import Shard
from tests.data_layer.gates import LockGate
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club
from tests.kit.databases import needs_postgresql

pytestmark = [
    needs_postgresql,
    pytest.mark.both_databases,
    pytest.mark.parametrize("url", ["postgresql"], indirect=True),
]

CHANGING: dict[str, Callable[[LadderHooks, Connection, Club], None]] = {
    "vacation": lambda ladders, connection, club: ladders.vacation(
        connection, VacationChanged(PlayerId(1)), club.clock.now
    ),
    "credit": lambda ladders, connection, club: ladders.credit(
        connection, OutageMadeGood(club.clock.now, club.clock.now, Shard(0, 1)), club.clock.now
    ),
}


@pytest.mark.parametrize("change", CHANGING.values(), ids=CHANGING)
async def test_a_ladder_looked_at_to_be_changed(
    club: Club, url: str, change: Callable[[LadderHooks, Connection, Club], None]
) -> None:
    await LadderClub.open(club, 2)
    store = LadderHistories(club.clock)
    gate = await LockGate.on(url)

    def change_and_wait(connection: Connection) -> None:
        change(LadderHooks(store, club.clock), connection, club)
        gate.wait(connection)

    def free(connection: Connection) -> int:
        return len(connection.execute(text("SELECT 1 FROM ladders FOR UPDATE SKIP LOCKED")).all())

    holding = asyncio.create_task(club.database.write(change_and_wait))
    try:
        await gate.reached()
        assert await club.database.write(free) == 0
    finally:
        await gate.open()
    await holding
    assert await club.database.write(free) == 1
