"""A practice board of hundreds of plies costs a click no more than a short one."""

import pytest
from sqlalchemy import Connection

from bot.services.composer import MovedOn
from bot.services.people import players
from bot.services.practice import storage as practices
from bot.services.practice.service import QUICKLY
from bot.services.practice.storage import Practice
from tests.kit.club import ADA, Club
from tests.kit.long_matches import LONG, long_game, watching_replays
from tests.services.opening import OpenClub

KEPT = Practice("apart", "standard", None, long_game())


@pytest.fixture
async def club(open_club: OpenClub) -> Club:
    """The club, in which Ada has practised for long."""
    opened = await open_club()

    def write(connection: Connection) -> None:
        players.ensure(connection, [ADA], opened.clock.now)
        practices.put(connection, ADA, KEPT, opened.clock.now)

    await opened.database.write(write)
    return opened


async def test_it_is_replayed_once_and_beside_the_loop(club: Club) -> None:
    with watching_replays() as read:
        board = await club.practice.open(club.actor(ADA), "apart")
        for _ in range(4):
            board = await club.practice.take(club.actor(ADA), board.stage, 0)
        board = await club.practice.back(club.actor(ADA), board.stage)
        assert (await club.practice.current(club.actor(ADA))) == board
    assert read["beside"] == LONG
    assert read["elsewhere"] <= QUICKLY


async def test_two_clicks_at_once_are_one(open_club: OpenClub, club: Club) -> None:
    elsewhere = await open_club(club.discord)
    board = await club.practice.open(club.actor(ADA), "apart")
    await elsewhere.practice.open(club.actor(ADA), "apart")
    ours = await club.practice.take(club.actor(ADA), board.stage, 0)
    with pytest.raises(MovedOn) as moved:
        await elsewhere.practice.take(club.actor(ADA), board.stage, 1)
    assert moved.value.now == ours
