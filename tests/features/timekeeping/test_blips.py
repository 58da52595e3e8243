"""A database that is away for a while, at the heartbeat that is published, in live matches.

Nobody loses the time in which nothing could be played, nor gets back any in which it could.
"""

import contextlib
import itertools
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.app import supervision
from bot.app.features import HEART
from bot.app.supervision import LONGEST_WITHOUT_DATABASE, supervise
from bot.features.timekeeping import Presence
from bot.features.timekeeping import presence as beating
from bot.features.timekeeping.presence import SHORTEST_GAP
from data.errors import StorageError, UnreadableError
from tests.features.timekeeping.test_outages import Living, begun, still_runs
from tests.kit.by_day import mostly_at_night
from tests.kit.club import ADA, Club, first_move
from tests.kit.logs import captured
from tests.kit.outages import read_outages
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, due, look, timed
from tests.kit.times import MINUTE, SECOND

Away = Callable[[datetime], bool]
REAL = SECOND / 2
"""What an attempt that fails at once takes by the real clock, at most."""


class EnoughError(Exception):
    """So much time has passed."""


def take_away(club: Club, patch: pytest.MonkeyPatch, away: Away) -> None:
    """Let the database answer nothing at the times at which it is ``away``."""
    database = club.database

    def unless_away(asked: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def ask(*given: Any) -> Any:
            if away(club.clock.now):
                raise StorageError("away")
            return await asked(*given)

        return ask

    for name in ("_read", "_write"):
        patch.setattr(database, name, unless_away(getattr(database, name)))


def nothing(_: Connection) -> None:
    """What somebody asks for who only wants to know whether there is an answer."""


async def live_through(
    club: Club, monkeypatch: pytest.MonkeyPatch, away: Away, until: datetime, *, tries: bool
) -> None:
    """Let the heart beat as in life, with the longest pauses; where one ``tries``, every second."""

    async def sleep(seconds: float) -> None:
        ends = club.clock.now + seconds * SECOND
        while tries and club.clock.now + SECOND < ends:
            club.clock.now += SECOND
            with contextlib.suppress(StorageError):
                await club.database.read(nothing)
        club.clock.now = ends

    async def pause(seconds: float) -> None:
        await sleep(seconds)
        if club.clock.now > until:
            raise EnoughError

    def or_it_is_over(now: datetime) -> bool:
        return away(now) or now > until

    with monkeypatch.context() as patch, captured():
        take_away(club, patch, or_it_is_over)
        patch.setattr(beating.asyncio, "sleep", sleep)
        patch.setattr(supervision.random, "uniform", lambda _, most: most)
        await refusal(EnoughError, supervise("presence", club.services[Presence].run, sleep=pause))


async def in_a_live_match(club: Club) -> Callable[[], Awaitable[datetime]]:
    """In its third turn, right after a beat; how to look until when the player has time."""
    await club.services[Presence].lost(())
    match = await timed(club, "15m+30s")
    for _ in range(2):
        match = await club.play(match, posted=True)
    await club.services[Presence].beat()

    async def until() -> datetime:
        return await due(club, match)

    return until


@pytest.mark.parametrize(
    ("length", "after", "tries"),
    mostly_at_night(
        itertools.product((3, 12, 40, 200), (0.5, 7, 14.5), (True, False)),
        day={(12, 7, True), (40, 14.5, False)},
    ),
)
async def test_exactly_that_time_is_given_back_in_which_nothing_could_be_played(
    club: Club, monkeypatch: pytest.MonkeyPatch, length: int, after: float, tries: bool
) -> None:
    look = await in_a_live_match(club)
    before, gone = await look(), club.clock.now + 2 * HEART.every + after * SECOND
    back = gone + length * SECOND
    await live_through(
        club, monkeypatch, lambda now: gone <= now < back, back + MINUTE, tries=tries
    )
    given, found = await look() - before, await club.database.read(read_outages)
    for began, ended in found:
        assert gone - REAL <= began < ended <= back + LONGEST_WITHOUT_DATABASE
    assert given == sum((ended - began for began, ended in found), timedelta())
    assert given <= length * SECOND + LONGEST_WITHOUT_DATABASE + REAL
    if tries:
        assert given > (length - 1) * SECOND  # the first who tries does so within a second


@pytest.mark.parametrize("length", [5, 40])
async def test_who_tried_in_vain(club: Club, monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    living = await Living(club).begin()
    match, until = await begun(club)
    await living.live(until - 4 * SECOND)
    await living.presence.beat()
    gone, back = until - 2 * SECOND, until + (length - 2) * SECOND
    take_away(club, monkeypatch, lambda now: gone <= now < back)
    club.clock.now = gone
    with pytest.raises(StorageError):
        await club.matches.submit(club.actor(ADA), first_move(match), match.id, match.ply)
    club.clock.now = back
    await living.scheduler.sweep()
    assert await still_runs(club, match)
    await club.matches.submit(club.actor(ADA), first_move(match), match.id, match.ply)
    assert (await club.state(match.id)).ply == match.ply + 1
    await living.presence.beat()
    check_ledger(await look(club, match))
    ((began, ended),) = await club.database.read(read_outages)
    assert gone - REAL <= began <= gone
    assert ended == back


async def test_time_before_is_given_back_too(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    look = await in_a_live_match(club)
    before, beaten = await look(), club.clock.now
    club.clock.now += 40 * SECOND  # no beat, and nobody was heard
    gone = club.clock.now
    with monkeypatch.context() as patch:
        take_away(club, patch, lambda now: now < gone + 5 * SECOND)
        await refusal(StorageError, club.services[Presence].beat())
        club.clock.now = gone + 5 * SECOND
    await club.services[Presence].beat()
    assert await club.database.read(read_outages) == [(beaten, gone + 5 * SECOND)]
    assert await look() == before + 45 * SECOND


@pytest.mark.parametrize("raised", [UnreadableError("damaged"), ValueError("a mistake")])
async def test_only_the_databases_own_faults_count(club: Club, raised: Exception) -> None:
    look = await in_a_live_match(club)
    before = await look()

    def fail(_: Connection) -> None:
        raise raised

    club.clock.now += SECOND
    await refusal(type(raised), club.database.write(fail))
    club.clock.now += 10 * SECOND
    await club.services[Presence].beat()
    assert await look() == before
    assert await club.rows("outages") == 0


async def test_a_single_failure_is_no_fault(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    look = await in_a_live_match(club)
    before = await look()
    club.clock.now += 10 * SECOND
    with monkeypatch.context() as patch:
        take_away(club, patch, lambda _: True)
        await refusal(StorageError, club.database.read(nothing))
    club.clock.now += SHORTEST_GAP / 2
    await club.database.write(nothing)
    club.clock.now += SECOND
    await club.services[Presence].beat()
    assert await look() == before
