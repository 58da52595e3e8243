"""What is changed or frozen is held until the end, and nobody waits for another; on PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import Connection, text

from bot.core.clocks import PauseKind
from bot.core.matches import MatchState
from bot.features.ladders import LadderHistories
from bot.features.ladders.acts import Act
from bot.features.ladders.history import BUSY
from bot.features.ladders.hooks import LadderHooks
from bot.features.timekeeping import OutageMadeGood, VacationChanged
from data import postgresql
from data.ids import PlayerId
from data.shards import Shard
from tests.data_layer.gates import LockGate
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club, OpenClub
from tests.kit.databases import needs_postgresql
from tests.kit.times import DAY

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


TIMES = 3


@pytest.fixture
async def clubs(open_club: OpenClub, monkeypatch: pytest.MonkeyPatch) -> tuple[Club, Club]:
    """Two programs, in which a deadlock is not made good by trying again."""
    others = frozenset(postgresql._COLLISIONS - {"40P01"})
    monkeypatch.setattr(postgresql, "_COLLISIONS", others)
    first = await open_club()
    return first, await open_club(first.discord)


async def freeze_beside(ladder: LadderClub, beside: Club, *acts: Awaitable[object]) -> None:
    """Freeze the ladder in another program, while these are done."""
    there = LadderClub(beside, ladder.id)
    await asyncio.gather(there.act(Act.FREEZE, reason="holidays"), *acts)
    await ladder.club.look_around(BUSY)
    assert (await ladder.state()).is_frozen


async def stands_still(club: Club, match: MatchState) -> bool:
    held = (await club.state(match.id)).match
    return held.stands_still(PauseKind.FROZEN) and held.deadline is None


async def test_a_ladder_frozen_as_its_matches_end(clubs: tuple[Club, Club]) -> None:
    club, beside = clubs
    ladder = await LadderClub.open(club, 4)
    for _ in range(TIMES):
        ending, going_on = await ladder.begin(3, 1), await ladder.begin(4, 2)
        await freeze_beside(
            *(ladder, beside, club.resign(ending, PlayerId(3)), club.play(going_on))
        )
        assert not (await club.state(ending.id)).is_running
        assert await stands_still(club, going_on)
        await asyncio.gather(ladder.act(Act.THAW), beside.play(await beside.state(going_on.id)))
        await club.look_around(BUSY)
        again = await club.state(going_on.id)
        assert again.match.deadline is not None
        await club.resign(again, PlayerId(4))
        await club.look_around(31 * DAY)


async def test_a_ladder_frozen_as_a_match_goes_on_again(clubs: tuple[Club, Club]) -> None:
    club, beside = clubs
    ladder = await LadderClub.open(club, 2)
    for _ in range(TIMES):
        match = await ladder.begin(2, 1)
        await club.look_around(days=4)
        assert not (await club.state(match.id)).is_running
        forgiving = club.rulings.forgive(ladder.boss, match.id, "was ill")
        await freeze_beside(ladder, beside, forgiving)
        assert await stands_still(club, match)
        await ladder.act(Act.THAW)
        await club.resign(await club.state(match.id), PlayerId(2))
        await club.look_around(31 * DAY)
