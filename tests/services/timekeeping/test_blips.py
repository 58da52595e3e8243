"""A database that is away for a moment: the heart goes on before anybody misses it."""

import itertools
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.app import supervision
from bot.app.supervision import LONGEST_WITHOUT_DATABASE, supervise
from bot.app.wiring import HEART
from bot.services.timekeeping import presence as beating
from data.errors import StorageError
from tests.kit.club import Club
from tests.kit.logs import captured
from tests.kit.outages import read_outages
from tests.kit.timed import MINUTE, SECOND, deadline, played, timed


class EnoughError(Exception):
    """So much time has passed."""


async def beat_through(
    club: Club, monkeypatch: pytest.MonkeyPatch, away: Callable[[datetime], bool], until: datetime
) -> list[datetime]:
    """Let the heart beat as in life, with the longest pauses there can be; when it has beaten."""
    write, beaten = club.database.write, [club.clock.now]

    async def write_if_there(*given: Any) -> Any:
        if away(club.clock.now):
            raise StorageError("away")
        beaten.append(club.clock.now)
        return await write(*given)

    async def sleep(seconds: float) -> None:
        club.clock.now += seconds * SECOND
        if club.clock.now > until:
            raise EnoughError

    def longest(_: float, most: float) -> float:
        return most

    with monkeypatch.context() as patch, captured():
        patch.setattr(club.database, "write", write_if_there)
        patch.setattr(beating.asyncio, "sleep", sleep)
        patch.setattr(supervision.random, "uniform", longest)
        with pytest.raises(EnoughError):
            await supervise("presence", club.services.presence.run, sleep=sleep)
    return beaten


async def live_match(club: Club) -> Callable[[], Awaitable[datetime | None]]:
    """A live match in its third turn; how to look until when the player has time."""
    await club.services.presence.connected()
    match = await timed(club, "15m+30s")
    for _ in range(2):
        match = await played(club, match)
    return lambda: deadline(club, match)


@pytest.mark.parametrize("offset", [0.0, 0.9, 2.0, 2.9])
async def test_a_short_blip_is_credited_to_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch, offset: float
) -> None:
    look = await live_match(club)
    begun, before = club.clock.now, await look()
    starts = [begun + number * HEART.every - offset * SECOND for number in (1, 5, 9)]

    def away(now: datetime) -> bool:
        return any(start <= now < start + 3 * SECOND for start in starts)

    beaten = await beat_through(club, monkeypatch, away, begun + 3 * MINUTE)
    gaps = [later - earlier for earlier, later in itertools.pairwise(beaten)]
    assert HEART.every < max(gaps) <= HEART.late
    assert await club.database.read(read_outages) == []
    assert await look() == before


@pytest.mark.parametrize("seconds", [10, 45, 200])
async def test_a_long_one_is_credited_from_the_last_beat_to_the_first(
    club: Club, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    look = await live_match(club)
    begun, before = club.clock.now, await look()
    gone, back = begun + MINUTE, begun + MINUTE + seconds * SECOND
    beaten = await beat_through(club, monkeypatch, lambda now: gone <= now < back, back + MINUTE)
    last = max(moment for moment in beaten if moment < gone)
    first = min(moment for moment in beaten if moment >= back)
    assert gone - last <= HEART.every
    assert first - back <= LONGEST_WITHOUT_DATABASE
    assert await club.database.read(read_outages) == [(last, first)]
    after = await look()
    assert before is not None
    assert after is not None
    assert after - before == first - last < seconds * SECOND + timedelta(seconds=18)
