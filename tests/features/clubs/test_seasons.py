"""Seasons: several servers meet each other, a round every few weeks; and their table."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actor import Actor, Person, Place
from bot.features.clubs import errors, storage, words
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.rules import Meeting, season_table
from bot.features.clubs.rules import Place as Line
from bot.features.clubs.service import ClubService
from bot.features.clubs.values import Club as ClubMatch
from data.ids import ChannelId, ClubId, PlayerId, ServerId
from data.states import ClubEvent, ClubState
from rules.texts import ENGLISH, said
from tests.core.delivery.test_cost import counting
from tests.features.clubs.duel import TERMS
from tests.kit.club import Club
from tests.kit.examples import examples

QUICK = "2d+8h/3d"


class Season:
    """Teams in servers of their own; each has a boss and one player."""

    def __init__(self, club: Club, season_id: ClubId) -> None:
        self.club, self.id = club, season_id
        self.service = club.services[ClubService]

    @classmethod
    async def agreed(cls, club: Club, teams: int, **terms: object) -> "Season":
        offers = club.services[OfferService]
        given = {**TERMS, "name": "Team 0", "clock": QUICK, "weeks": 3, **terms}
        code = await offers.offer(boss(club, 0), Terms(**given))  # type: ignore[arg-type]
        season_id = ClubId(0)
        for team in range(1, teams):
            actor = boss(club, team)
            there = actor.place.channel_id
            season_id = await offers.accept(actor, code, f"Team {team}", there)
        return cls(club, season_id)

    async def begin(self) -> None:
        await self.service.ready(boss(self.club, 0), self.id)
        await self.club.look_around()

    async def now(self) -> ClubMatch:
        return await self.club.database.read(storage.of, self.id)

    async def play_round(self) -> None:
        """The team of the lower number wins each open match."""
        for match in (await self.now()).matches:
            if match.contest.state is not ClubState.OPEN:
                continue
            for side in match.sides:
                actor = person(self.club, side.team or 0)
                await self.service.enter(actor, match.id)
                await self.service.ready(boss(self.club, side.team or 0), match.id)
            await self.club.look_around()
            begun = await self.club.database.read(storage.of, match.id)
            loser = max(begun.sides, key=lambda each: each.team or 0)
            for game in begun.games:
                actor = person(self.club, loser.team or 0)
                assert game.match_id is not None
                await self.club.matches.resign(actor, game.match_id)
            await self.club.look_around()


def place_of(team: int) -> Place:
    return Place(ServerId(500 + team), ChannelId(5000 + team))


def boss(club: Club, team: int) -> Actor:
    return club.actor(Person(PlayerId(900 + team), manages_server=True), place_of(team))


def person(club: Club, team: int) -> Actor:
    return club.actor(PlayerId(100 + team), place_of(team))


async def test_everybody_meets_everybody_a_round_every_few_weeks(club: Club) -> None:
    season = await Season.agreed(club, 4)
    await season.begin()
    met = set[frozenset[int]]()
    for number in range(1, 4):
        now = await season.now()
        assert now.contest.round == number
        open_now = [e for e in now.matches if e.contest.state is ClubState.OPEN]
        assert len(open_now) == 2
        met |= {frozenset(side.team or 0 for side in each.sides) for each in open_now}
        await season.play_round()
        await club.look_around(weeks=3)
    assert met == {frozenset(each) for each in combinations(range(4), 2)}
    now = await season.now()
    assert now.contest.state is ClubState.OVER
    assert now.table == tuple(
        Line(team, 6 - 2 * team, 4 * (3 - team), team + 1) for team in range(4)
    )
    cards = [each for each in club.discord.cards if each.name.startswith(f"club {season.id} on")]
    assert [each.shown[-1].split()[0] for each in cards] == ["over"] * 4


@pytest.mark.both_databases
async def test_a_day_on_which_nothing_is_due_reads_a_season_once(club: Club) -> None:
    season = await Season.agreed(club, 4)
    await season.begin()
    await club.look_around()
    with counting() as ledger:
        assert await club.sweep(days=1)
    assert sum("clubs.season_id = " in each for each in ledger.statements) == 1


async def test_the_clock_has_to_fit_into_a_round(club: Club) -> None:
    with pytest.raises(errors.ClockTooSlow):
        await Season.agreed(club, 2, weeks=2, clock="5d+1d/7d")
    with pytest.raises(errors.BadWeeks):
        await Season.agreed(club, 2, weeks=7)
    assert await club.rows("clubs") == 0


@pytest.mark.both_databases
async def test_a_season_takes_eight_servers_until_it_begins(club: Club) -> None:
    with pytest.raises(errors.NoSuchOffer):
        await Season.agreed(club, 9)
    assert len((await (await Season.agreed(club, 8)).now()).sides) == 8
    season = await Season.agreed(club, 3)
    await season.begin()
    assert (await season.now()).contest.state is ClubState.RUNNING
    assert await club.rows("clubs", "code IS NOT NULL") == 0


async def test_a_season_with_one_server_is_cancelled_and_else_begins_after_a_week(
    club: Club,
) -> None:
    season, alone = await Season.agreed(club, 2), await Season.agreed(club, 1)
    await club.look_around(days=7)
    assert (await season.now()).contest.state is ClubState.RUNNING
    assert alone.id == 0
    assert await club.rows("clubs", "state = 'cancelled'") == 1


async def test_a_server_that_leaves_early_counts_for_nobody(club: Club) -> None:
    season = await Season.agreed(club, 4)
    await season.begin()
    await season.service.leave_season(boss(club, 0), season.id)
    await club.look_around()
    for _ in range(3):
        await season.play_round()
        await club.look_around(weeks=3)
    now = await season.now()
    assert now.contest.state is ClubState.OVER
    assert [(each.team, each.place) for each in now.table] == [(1, 1), (2, 2), (3, 3), (0, None)]
    with pytest.raises(errors.NotOpen):
        await season.service.enter(person(club, 1), season.id)


async def test_a_team_that_has_nobody_to_play_loses_the_match(club: Club) -> None:
    season = await Season.agreed(club, 2)
    await season.begin()
    (match,) = (await season.now()).matches
    await season.service.enter(person(club, 1), match.id)
    await club.look_around(weeks=3)
    now = await season.now()
    assert now.table == (Line(1, 2, 0, 1), Line(0, 0, 0, 2))
    assert now.contest.state is ClubState.OVER
    (why,) = await club.database.read(storage.log_of, match.id, [ClubEvent.NOBODY])
    told = said(words.news(now.matches[0], why, {}), ENGLISH)
    assert told == "\u2068Team 0\u2069 had nobody to play, and loses the club match."
    assert said(words.outcome(now.matches[0]), ENGLISH) == "\u2068Team 1\u2069 won."


async def test_a_captain_of_a_season_has_agreed_to_be_seen(club: Club) -> None:
    season = await Season.agreed(club, 2)
    await season.begin()
    (match,) = (await season.now()).matches
    named = PlayerId(101)
    with pytest.raises(errors.NotInClub):
        await season.service.name_captain(boss(club, 1), season.id, named)
    await season.service.enter(person(club, 1), match.id)
    with pytest.raises(errors.NotInClub):
        await season.service.name_captain(boss(club, 0), season.id, named)
    view = await season.service.name_captain(boss(club, 1), season.id, named)
    assert view.side.captain_id == named


@examples(80)
@given(st.data())
def test_match_points_are_shared_out_among_those_who_count(data: st.DataObject) -> None:
    teams = data.draw(st.integers(2, 6))
    pairs = [each for each in combinations(range(teams), 2) if data.draw(st.booleans())]
    gone = data.draw(st.sets(st.integers(0, teams - 1), max_size=2))
    met = [
        Meeting(
            *pair,
            data.draw(st.sampled_from([(6, 2), (2, 6), (4, 4)])),
            data.draw(st.frozensets(st.sampled_from(pair))),
        )
        for pair in pairs
    ]
    table = season_table(teams, met, gone)
    assert sorted(each.team for each in table) == list(range(teams))
    struck = {each.team for each in table if each.place is None}
    assert struck <= gone
    counted = [each for each in met if not struck & {each.one, each.other}]
    assert sum(each.boards for each in table) == 8 * len(counted)
    placed = [each for each in table if each.place is not None]
    assert [each.place for each in placed] == sorted(each.place or 0 for each in placed)
    keys = [(-each.points, -each.boards) for each in placed]
    assert keys == sorted(keys)
    if not gone:
        assert sum(each.points for each in table) == 2 * len(met)


def test_who_is_level_is_ordered_by_their_own_match_if_all_have_met() -> None:
    met = [Meeting(0, 1, (2, 6)), Meeting(0, 2, (6, 2)), Meeting(1, 2, (2, 6))]
    assert [each.place for each in season_table(3, met, ())] == [1, 1, 1]
    met = [Meeting(0, 1, (3, 5)), Meeting(0, 2, (5, 3)), Meeting(1, 3, (3, 5))]
    (first, second, *_) = season_table(4, met, ())
    assert (first.team, second.team) == (1, 0)


def test_who_has_not_met_a_team_that_left_late_wins_without_boards() -> None:
    met = [Meeting(3, 0, (6, 2)), Meeting(3, 1, (2, 6)), Meeting(0, 1, (4, 4))]
    points = {each.team: (each.points, each.boards) for each in season_table(4, met, {3})}
    assert points == {0: (1, 6), 1: (3, 10), 2: (2, 0), 3: (2, 8)}
