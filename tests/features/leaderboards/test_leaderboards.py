"""Places and pages, and who has the role of the first."""

import random
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from bot.core.actor import Person
from bot.core.matches import UnknownGame
from bot.core.people import NotAManager
from bot.core.posting import TryLater
from bot.features.leaderboards import ChampionService
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import LeaderboardPage, Period
from bot.features.privacy.service import PrivacyService
from bot.features.ratings import Rating, write_rating
from bot.features.ratings.values import height
from data.ids import PlayerId, RoleId, ServerId
from tests.features.ladders.ladder_club import LadderClub
from tests.features.ratings.test_counting import GAME, HERE, played
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club, OpenClub
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


BOSS = Person(PlayerId(99), manages_server=True)
ROLE = RoleId(5)


async def won(club: Club, winner: PlayerId, loser: PlayerId) -> None:
    match = await club.play(await club.start(winner, loser), 4)
    await club.resign(match, loser)
    await club.deliver()


async def test_whoever_plays_no_more_loses_it_by_itself(club: Club) -> None:
    await club.services[ChampionService].choose(club.actor(BOSS), "apart", ROLE)
    await club.deliver()
    assert club.discord.roles == {}
    await won(club, ADA, BEN)
    assert club.discord.roles == {ROLE: ADA}
    await club.look_around(days=61)
    assert club.discord.roles == {ROLE: None}


async def test_another_role_takes_the_place_of_the_first(club: Club) -> None:
    champions = club.services[ChampionService]
    await refusal(NotAManager, champions.choose(club.actor(ADA), "apart", ROLE))
    await refusal(UnknownGame, champions.choose(club.actor(BOSS), "chess", ROLE))
    await champions.choose(club.actor(BOSS), "apart", ROLE)
    await won(club, ADA, BEN)
    before = await champions.choose(club.actor(BOSS), "apart", RoleId(6))
    assert (before.role_id, before.holder_id) == (ROLE, ADA)
    await club.deliver()
    assert club.discord.roles == {ROLE: ADA, RoleId(6): ADA}
    assert await champions.choose(club.actor(BOSS), "apart", None) is not None
    assert await champions.list(club.actor(BOSS)) == ()


@pytest.mark.parametrize("of_ladder", [False, True])
async def test_whoever_is_forgotten_loses_it(club: Club, *, of_ladder: bool) -> None:
    champions = club.services[ChampionService]
    if of_ladder:
        await LadderClub.open(club, people=2)
    else:
        await won(club, ADA, BEN)
    await champions.choose(club.actor(BOSS), "apart", ROLE, of_ladder=of_ladder)
    await club.deliver()
    assert club.discord.roles == {ROLE: ADA}
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert await club.rows("champions", "holder_id IS NOT NULL") == 0
    assert await club.rows("outbox", f"words = '{ADA}'") == 1  # else nobody could take it
    await club.deliver()
    assert club.discord.roles == {ROLE: BEN}
    assert await club.rows("outbox", f"words = '{ADA}'") == 0
    assert (await champions.list(club.actor(BOSS)))[0].holder_id == BEN


@pytest.mark.parametrize("given_first", [True, False])
async def test_whoever_is_forgotten_while_it_is_given_loses_it_again(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch, *, given_first: bool
) -> None:
    club = await open_club(answer_within=timedelta(hours=1))
    await club.services[ChampionService].choose(club.actor(BOSS), "apart", ROLE)
    await club.deliver()
    giving = club.discord.pass_role

    async def meanwhile(
        server_id: ServerId, role_id: RoleId, before: frozenset[PlayerId], after: PlayerId | None
    ) -> PlayerId | None:
        monkeypatch.setattr(club.discord, "pass_role", giving)
        assert after == ADA
        if not given_first:
            await club.services[PrivacyService].delete(club.actor(ADA))
        given = await giving(server_id, role_id, before, after)
        if given_first:
            await club.services[PrivacyService].delete(club.actor(ADA))
        return given

    monkeypatch.setattr(club.discord, "pass_role", meanwhile)
    await won(club, ADA, BEN)
    assert club.discord.roles == {ROLE: BEN}
    assert (await club.services[ChampionService].list(club.actor(BOSS)))[0].holder_id == BEN
    assert await club.rows("outbox", f"words LIKE '%{ADA}%'") == 0


async def test_an_unnoticed_holder_loses_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.services[ChampionService].choose(club.actor(BOSS), "apart", ROLE)
    await club.deliver()
    giving = club.discord.pass_role

    async def cut_off(*handover: Any) -> PlayerId | None:
        monkeypatch.setattr(club.discord, "pass_role", giving)
        await giving(*handover)
        raise TryLater

    monkeypatch.setattr(club.discord, "pass_role", cut_off)
    await won(club, ADA, BEN)
    assert club.discord.roles == {ROLE: ADA}
    assert (await club.services[ChampionService].list(club.actor(BOSS)))[0].holder_id is None
    await won(club, BEN, ADA)
    await won(club, BEN, ADA)
    await club.deliver(minutes=1)
    assert club.discord.roles == {ROLE: BEN}


async def test_the_role_of_a_league_moves_when_a_season_ends(club: Club) -> None:
    champions = club.services[ChampionService]
    await champions.choose(club.actor(BOSS), "apart", ROLE, of_league=True)
    await champions.choose(club.actor(BOSS), "apart", RoleId(6))  # the leaderboard's is another
    cup = await Cup.begun(club, 4, "league", games=1)
    await club.deliver()
    assert ROLE not in club.discord.roles
    for one, other in combinations((1, 2, 3, 4), 2):
        await cup.win(min(one, other), max(one, other))
    await club.deliver()
    assert club.discord.roles[ROLE] == ADA
    await club.services[PrivacyService].delete(club.actor(ADA))
    await club.deliver()
    assert club.discord.roles.get(ROLE) is None
