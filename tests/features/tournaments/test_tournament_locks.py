"""A match that somebody acts in is locked: who holds a tournament's timer does not wait for it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import Connection

from tests.data_layer.gates import LockGate
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.test_knockout import in_the_final, ruled
from tests.kit.club import Club
from tests.kit.databases import needs_postgresql

pytestmark = [
    needs_postgresql,
    pytest.mark.both_databases,
    pytest.mark.parametrize("url", ["postgresql"], indirect=True),
]


async def _withdraw(_: Club, cup: Cup) -> None:
    await cup.service.withdraw(cup.actor(1), cup.id)


async def _rule(_: Club, cup: Cup) -> None:
    """Others should be in the final than are."""
    await ruled(cup, 4)


@pytest.mark.parametrize("act", [_withdraw, _rule])
async def test_a_match_that_is_taken_is_ended_once_it_is_free(
    club: Club, url: str, act: Callable[[Club, Cup], Awaitable[None]]
) -> None:
    cup, _ = await in_the_final(club)
    taken = await cup.match(1, 2)
    gate = await LockGate.on(url)

    def hold(connection: Connection) -> None:
        club.store.read(connection, taken.id, lock=True)
        gate.wait(connection)

    holding = asyncio.create_task(club.database.write(hold))
    try:
        await gate.reached()
        await act(club, cup)
        await asyncio.wait_for(cup.sweep(), 20)
        assert (await club.state(taken.id)).is_running
    finally:
        await gate.open()
    await holding
    club.clock.advance(seconds=2)
    await cup.sweep()
    assert not (await club.state(taken.id)).is_running
