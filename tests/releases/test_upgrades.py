"""A database of every release is brought up to date, and its matches are played on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection, make_url

from bot.app.operating import check_copy
from bot.features.help.service import GREETED_BEFORE
from data.ids import MatchId
from data.operating import Condition, condition_of
from data.standing_tables import counters
from data.tables import matches
from rules import GAMES
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.databases import opened
from tests.kit.scripted import ManualClock
from tests.releases.dumps import DUMPS, kept, kept_in, make, restore

pytestmark = pytest.mark.slow


def _running(connection: Connection, now: datetime) -> list[MatchId]:
    """The matches in which somebody may move now."""
    free = sa.or_(matches.c.paused_until.is_(None), matches.c.paused_until < now)
    in_time = sa.or_(matches.c.deadline.is_(None), matches.c.deadline > now)
    query = sa.select(matches.c.id).where(matches.c.result.is_(None), free, in_time)
    return list(connection.scalars(query.order_by(matches.c.id)))


def _greeted_before(connection: Connection) -> int:
    found = sa.select(counters.c.number).filter_by(name=GREETED_BEFORE)
    return connection.scalar(found) or 0


def _now(connection: Connection) -> datetime:
    """When the last thing happened."""
    found = connection.scalar(sa.select(sa.func.max(matches.c.updated_at)))
    assert isinstance(found, datetime)
    return found


@asynccontextmanager
async def restored(dump: bytes, url: str) -> AsyncIterator[Club]:
    """The club on what was kept, brought up to date, at the moment at which it was kept."""
    await restore(dump, url)
    assert await condition_of(url) in {Condition.OLDER, Condition.CURRENT}
    clock = ManualClock()
    async with opened(url) as database:
        clock.now = await database.read(_now)
    club = await Club.at(url, clock=clock)
    club.discord.clock.now = clock.now  # its new messages have numbers of their own
    try:
        yield club
    finally:
        await club.close()


TODAY = "today"


@pytest.mark.parametrize("version", [kept()[0], *(at_night(each) for each in (*kept()[1:], TODAY))])
async def test_a_database_of_a_release_goes_on(version: str, empty_url: str, tmp_path) -> None:
    database = make_url(empty_url).get_backend_name()
    if version == TODAY:
        await make(tmp_path / "life.db")
        dump = await DUMPS[database](tmp_path / "life.db")
    else:
        dump = kept_in(version, empty_url)
    async with restored(dump, empty_url) as club:
        met = await club.database.read(_greeted_before)
        assert (met == 0) == (version == TODAY), "servers of then count as greeted"
        played = set()
        for match_id in await club.database.read(_running, club.clock.now):
            match = await club.state(match_id)
            if isinstance(match.to_move_player, int) and match.to_move_player > 0:
                assert (await club.play(match)).ply == match.ply + 1
                played.add((match.info.id, match.match.variant_id))
        variants = {
            (game.info.id, each.id) for game in GAMES.values() for each in game.info.variants
        }
        assert played >= variants, "of every variant one goes on"
        await club.look_around(days=1)
        assert await club.rows("outbox", "NOT done") == 0
    assert (await check_copy(empty_url)).damages == ()
