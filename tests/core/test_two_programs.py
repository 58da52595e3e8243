"""Two programs on one PostgreSQL server at the same instant: one is first, and neither fails."""

import asyncio
from collections import Counter

import pytest

from bot.core.errors import ServiceError
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.databases import needs_postgresql

pytestmark = [needs_postgresql, pytest.mark.parametrize("url", ["postgresql"], indirect=True)]
TIMES = 20


@pytest.fixture
async def clubs(open_club: OpenClub) -> tuple[Club, Club]:
    first = await open_club()
    return first, await open_club(first.discord)


def failures(ended: list[object]) -> list[BaseException]:
    wrong = (each for each in ended if isinstance(each, BaseException))
    return [each for each in wrong if not isinstance(each, ServiceError)]


async def test_simultaneous_accepts(clubs: tuple[Club, Club]) -> None:
    first, _ = clubs
    offered = [await first.offer(ADA, ()) for _ in range(TIMES)]
    ended = await asyncio.gather(
        *(
            club.challenges.accept(club.actor(who), challenge.id)
            for challenge in offered
            for club, who in zip(clubs, (BEN, CHLOE), strict=True)
        ),
        return_exceptions=True,
    )
    assert failures(list(ended)) == []
    assert await first.rows("matches") == TIMES


async def test_simultaneous_requests(clubs: tuple[Club, Club]) -> None:
    first, _ = clubs
    matches = [await first.play(await first.start(), 2) for _ in range(TIMES)]
    ended = await asyncio.gather(
        *(
            club.undo.ask(club.actor(who), match.id)
            for match in matches
            for club, who in zip(clubs, (ADA, BEN), strict=True)
        ),
        return_exceptions=True,
    )
    assert failures(list(ended)) == []
    assert await first.rows("requests", "state = 'open'") == TIMES


async def test_simultaneous_practice(clubs: tuple[Club, Club]) -> None:
    ended = await asyncio.gather(
        *(
            club.practice.open(club.actor(ADA), game)
            for game in ("apart", "detach", "abande")
            for club in clubs
        ),
        return_exceptions=True,
    )
    assert Counter(type(each).__name__ for each in ended) == {"PracticeBoard": 6}
    assert await clubs[0].rows("practices") == 1
