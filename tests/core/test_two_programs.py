"""Two programs on one PostgreSQL server at the same instant: one is first, and neither fails."""

import asyncio
from collections.abc import Coroutine
from typing import Any

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


async def at_once(*doing: Coroutine[Any, Any, Any]) -> list[Any]:
    """What came of all of them; whatever is no refusal fails the test."""
    ended = await asyncio.gather(*doing, return_exceptions=True)
    wrong = [each for each in ended if isinstance(each, BaseException)]
    assert [each for each in wrong if not isinstance(each, ServiceError)] == []
    return ended


async def test_simultaneous_accepts(clubs: tuple[Club, Club]) -> None:
    offered = [await clubs[0].offer(ADA, ()) for _ in range(TIMES)]
    both = [*zip(clubs, (BEN, CHLOE), strict=True)]
    await at_once(
        *(it.challenges.accept(it.actor(who), each.id) for each in offered for it, who in both)
    )
    assert await clubs[0].rows("matches") == TIMES


async def test_simultaneous_requests(clubs: tuple[Club, Club]) -> None:
    matches = [await clubs[0].play(await clubs[0].start(), 2) for _ in range(TIMES)]
    both = [*zip(clubs, (ADA, BEN), strict=True)]
    await at_once(*(it.undo.ask(it.actor(who), each.id) for each in matches for it, who in both))
    assert await clubs[0].rows("requests", "state = 'open'") == TIMES


async def test_simultaneous_practice(clubs: tuple[Club, Club]) -> None:
    games = ("apart", "detach", "abande")
    ended = await at_once(
        *(it.practice.open(it.actor(ADA), game) for game in games for it in clubs)
    )
    assert [type(each).__name__ for each in ended] == ["PracticeBoard"] * 6
    assert await clubs[0].rows("practices") == 1
