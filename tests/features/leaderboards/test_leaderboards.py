"""Places, pages and one's own line."""

import random
from datetime import timedelta
from typing import Any

from bot.core.matches import UnknownGame
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import LeaderboardPage, Period
from bot.features.ratings import Rating, write_rating
from bot.features.ratings.values import height
from data.ids import PlayerId
from tests.features.ratings.ledger import GAME, HERE
from tests.features.ratings.test_counting import played
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club
from tests.kit.rated_crowd import add_crowd
from tests.kit.refusals import refusal


async def page(club: Club, who: PlayerId = ADA, **wanted: Any) -> LeaderboardPage:
    there = {"server_id": PLACE.server_id, **wanted}
    return await club.services[LeaderboardService].page(who, GAME, **there)


def crowd(club: Club, size: int, seed: int = 1) -> list[Rating]:
    """Ratings of which some are equal and some old."""
    chance = random.Random(seed)
    return [
        Rating(
            round(chance.gauss(25, 6), 1),
            chance.choice((1.5, 2.0, 4.4, 6.0, 8.0)),
            club.clock.now - timedelta(days=chance.randrange(120)),
        )
        for _ in range(size)
    ]


async def test_places_are_those_of_sorting_everybody(club: Club) -> None:
    ratings = crowd(club, 87)
    ids = await club.database.write(add_crowd, GAME, HERE, ratings)
    for period, days in ((Period.ALL, 10_000), (Period.ACTIVE, 60)):
        there = [
            (height(rating), player)
            for player, rating in zip(ids, ratings, strict=True)
            if rating.played_at and (club.clock.now - rating.played_at).days <= days
        ]
        there.sort(reverse=True)
        shown = []
        first = await page(club, period=period)
        assert first.total == len(there)
        for number in range(first.last + 1):
            shown += (await page(club, period=period, number=number)).lines
        assert [line.player_id for line in shown] == [player for _, player in there]
        numbers = [write_rating(line.rating) for line in shown]
        assert numbers == sorted(numbers, key=lambda each: ("?" in each, -int(each.strip("?"))))
        keys = [key for key, _ in there]
        assert [line.place for line in shown] == [keys.index(key) + 1 for key in keys]
        for line in shown[::9]:
            own = await page(club, line.player_id, period=period, number=None)
            assert own.own.line.place == line.place


async def test_a_match_is_seen_at_once_here_and_everywhere(club: Club) -> None:
    await refusal(UnknownGame, club.services[LeaderboardService].page(ADA, "chess", None))
    nobody = await page(club)
    assert (nobody.total, nobody.lines, nobody.last) == (0, (), 0)
    assert (nobody.own.line, nobody.own.rating) == (None, None)
    await played(club)
    for server_id in (PLACE.server_id, None):
        shown = await page(club, server_id=server_id)
        assert [(line.place, line.player_id) for line in shown.lines] == [(1, ADA), (2, BEN)]
        assert [(line.won, line.lost) for line in shown.lines] == [(1, 0), (0, 1)]
        assert shown.lines[0].trend == -shown.lines[1].trend > 0
        assert shown.own.line == shown.lines[0]
    assert (await page(club, CHLOE)).own.line is None


async def test_who_has_not_played_for_long_is_not_listed(club: Club) -> None:
    await played(club)
    club.clock.advance(days=60)
    assert [line.player_id for line in (await page(club)).lines] == [ADA, BEN]
    club.clock.advance(days=1)
    await played(club, BEN, CHLOE, loser=CHLOE)
    active = await page(club)
    assert [line.player_id for line in active.lines] == [BEN, CHLOE]
    assert active.own.line is None
    assert active.own.rating is not None
    every = await page(club, period=Period.ALL)
    assert [line.player_id for line in every.lines] == [ADA, BEN, CHLOE]
    assert every.own.line == every.lines[0]


async def test_a_month_has_its_own_record_and_trend(club: Club) -> None:
    await played(club)
    club.clock.advance(days=40)  # from January into February
    await played(club, ADA, CHLOE, loser=CHLOE)
    month = await page(club, period=Period.MONTH)
    assert [line.player_id for line in month.lines] == [ADA, CHLOE]
    assert (month.lines[0].won, month.lines[0].lost) == (1, 0)
    every = await page(club, period=Period.ALL)
    assert every.lines[0].won == 2
    assert every.lines[0].trend == month.lines[0].trend
    assert month.lines[0].trend < (month.lines[0].rating.mu - 25) * 29.5
