"""Whole seasons by lot: rounds, scores and table are as a plain second account says."""

import random
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations

import pytest

from bot.core.errors import ServiceError
from bot.features.clubs.values import Club as ClubMatch
from bot.features.privacy.servers import ServerPrivacy
from data.ids import MatchId, PlayerId
from data.states import ClubState
from tests.features.clubs.plain_club import WEEK
from tests.features.clubs.test_seasons import Season, boss, place_of
from tests.kit.by_day import at_night
from tests.kit.club import DIRECT, NO_TIME, Club
from tests.kit.times import DAY, HOUR


@dataclass
class Met:
    """A match: the points on boards of its teams; ``left`` before its end, or had nobody."""

    points: dict[int, int]
    games: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    state: ClubState = ClubState.OPEN

    def decide(self, number: int, winner: int) -> None:
        self.points[winner] += 2
        del self.games[number]

    def won(self, team: int) -> int:
        """Two match points for a win, one for a level match; without boards, who stayed wins."""
        (other,) = {*self.points} - {team}
        mine, theirs = self.points[team], self.points[other]
        if not mine + theirs:
            mine, theirs = team not in self.left, other not in self.left
        return 1 + (mine > theirs) - (mine < theirs)


def pair_of(match: ClubMatch) -> frozenset[int]:
    return frozenset(side.in_season for side in match.sides)


Table = dict[int, tuple[int, int, int | None]]


def plain_table(teams: int, matches: Mapping[frozenset[int], Met], gone: set[int]) -> Table:
    """Match points, points on boards and place by team."""
    over = {pair: each for pair, each in matches.items() if each.state is ClubState.OVER}
    finished = Counter(team for pair, each in over.items() for team in pair - each.left)
    struck = {team for team in gone if finished[team] < (teams - 1) / 2}
    left = [team for team in range(teams) if team not in struck]
    points, boards = dict.fromkeys(left, 0), dict.fromkeys(left, 0)
    for one, other in combinations(left, 2):
        met = over.get(frozenset((one, other)))
        for team, opponent in ((one, other), (other, one)):
            if met is not None:
                points[team] += met.won(team)
                boards[team] += met.points[team]
            elif opponent in gone and team not in gone:
                points[team] += 2

    def direct(team: int) -> int:
        level = [e for e in left if (points[e], boards[e]) == (points[team], boards[team])]
        if any(frozenset(two) not in over for two in combinations(level, 2)):
            return 0
        return sum(over[frozenset((team, each))].won(team) for each in level if each != team)

    keys = {team: (points[team], boards[team], direct(team)) for team in left}
    placed = {each: 1 + sum(keys[e] > keys[each] for e in left) for each in left}
    return dict.fromkeys(struck, (0, 0, None)) | {
        team: (points[team], boards[team], placed[team]) for team in left
    }


class ByLot:
    """A season in which teams come, stay away, leave and resign as the lot says."""

    def __init__(self, season: Season, lot: random.Random, teams: int, weeks: int) -> None:
        self.season, self.club, self.lot, self.teams = season, season.club, lot, teams
        self.every = timedelta(weeks=weeks)
        self.gone, self.matches = set[int](), dict[frozenset[int], Met]()
        self.away: dict[int, datetime] = {}
        self.was_away, self.seen, self.round = set[int](), set[int](), 0

    async def play(self) -> None:
        await self.season.begin()
        begins = self.club.clock.now
        while not self.is_over:
            self.round += 1
            await self.play_round(await self.season.now())
            begins += self.every
            await self.wait(begins - HOUR - self.club.clock.now)
            assert (await self.check()).contest.round == self.round
            await self.wait(HOUR)
        stayed = combinations({*range(self.teams)} - self.gone, 2)
        assert {*map(frozenset, stayed)} <= {*self.matches}
        now = await self.season.now()
        assert now.contest.state is ClubState.OVER
        cards = {each.name: each for each in self.club.discord.cards}
        for team in {*range(self.teams)} - self.was_away:
            card = cards[f"club {self.season.id} on side {team}"]
            assert card.shown[-1].startswith("over")
        assert max(Counter(each.name for each in self.club.discord.cards).values()) == 1

    async def play_round(self, now: ClubMatch) -> None:
        assert now.contest.round == self.round
        opened = [each for each in now.matches if each.contest.round == self.round]
        pairs = [*map(pair_of, opened)]
        assert not {*pairs} & {*self.matches}
        assert max(Counter(team for pair in pairs for team in pair).values(), default=0) <= 1
        for match, pair in zip(opened, pairs, strict=True):
            self.matches[pair] = Met(dict.fromkeys(pair, 0))
            await self.gather(match)
        morning = self.club.clock.now
        while not all(each.contest.is_over for each in now.matches):
            if self.lot.random() < 0.3 / self.teams:
                await self.somebody_leaves()
            await self.resign()
            morning += DAY
            await self.wait(morning - self.club.clock.now)
            now = await self.check()

    async def gather(self, match: ClubMatch) -> None:
        """Up to two join a side, and its captain is ready, or not."""
        for side in match.sides:
            team = side.in_season
            for number in range(self.lot.choice((0, 1, 1, 2)) * (team not in self.away)):
                who = PlayerId(100 + 10 * number + team)
                await self.season.service.enter(self.club.actor(who, place_of(team)), match.id)
            with suppress(ServiceError):  # nobody is there
                if self.lot.random() < 0.9:
                    await self.season.service.ready(boss(self.club, team), match.id)

    async def somebody_leaves(self) -> None:
        """A captain leaves the season, or a server removes the bot, forgets it, or has it back."""
        await self.wait(HOUR)
        await self.check()
        for team in {*self.away} - self.gone if self.lot.random() < 0.5 else ():
            self.club.discord.left.discard(place_of(team).server_id)
            del self.away[team]
            await self.club.notice_places()
        team, how = self.lot.randrange(self.teams), self.lot.random()
        if how > 0.5 or team in self.gone or team in self.away:
            return
        server_id = place_of(team).server_id
        assert server_id is not None
        if how < 0.2:
            await self.season.service.leave_season(boss(self.club, team), self.season.id)
            self.go(team)
        elif how < 0.3:
            await self.club.services[ServerPrivacy].forget(server_id)
            self.go(team)
            self.was_away.add(team)
        else:
            self.club.discord.left.add(server_id)
            self.away[team] = self.club.clock.now
            self.was_away.add(team)
            await self.club.notice_places()
        await self.wait(NO_TIME)

    def go(self, team: int) -> None:
        """A team is out: its open games are lost."""
        self.gone.add(team)
        for pair, met in self.matches.items():
            if team in pair and (met.games or met.state is ClubState.OPEN):
                met.left.add(team)
                (other,) = pair - {team}
                for number in [*met.games]:
                    met.decide(number, other)

    async def resign(self) -> None:
        """One of both resigns each game that runs, at the latest on its second day."""
        for met in self.matches.values():
            for number, players in [*met.games.items()]:
                if number not in self.seen and self.lot.random() < 0.4:
                    self.seen.add(number)
                    continue
                loser = self.lot.choice(players)
                team = loser % 10
                there = DIRECT if team in self.away else place_of(team)
                await self.club.matches.resign(
                    self.club.actor(PlayerId(loser), there), MatchId(number)
                )
                (winner,) = {*met.points} - {team}
                met.decide(number, winner)
        await self.wait(NO_TIME)

    @property
    def is_over(self) -> bool:
        """Whether its last round is played out, so that nobody can leave any more."""
        is_last = self.round == self.teams - 1 + self.teams % 2
        goes_on = (met.games or met.state is ClubState.OPEN for met in self.matches.values())
        return is_last and not any(goes_on)

    async def wait(self, time: timedelta) -> None:
        await self.club.look_around(time)
        for team, since in self.away.items():
            if not self.is_over and team not in self.gone and self.club.clock.now - since >= WEEK:
                self.go(team)

    async def check(self) -> ClubMatch:
        now = await self.season.now()
        for match in now.matches:
            self.check_match(match, self.matches[pair_of(match)])
        table = {each.team: (each.points, each.boards, each.place) for each in now.table}
        assert table == plain_table(self.teams, self.matches, self.gone)
        return now

    def check_match(self, match: ClubMatch, met: Met) -> None:
        one, other = (side.in_season for side in match.sides)
        found = match.contest.state
        if met.state is ClubState.OPEN and found is not ClubState.OPEN:
            missing = {side.in_season for side in match.sides if not match.playing(side.number)}
            if met.left or len(missing) == 2:
                met.state = ClubState.CANCELLED
            elif missing:
                met.state, met.left = ClubState.OVER, missing
            else:
                met.state = ClubState.RUNNING
                met.games = {each.match_id or 0: each.players for each in match.games}
                boards = min(2, *(len(match.playing(number)) for number in (0, 1)))
                assert len(met.games) == 2 * boards
        if met.state is ClubState.RUNNING and not met.games:
            met.state = ClubState.OVER
        assert found is met.state
        assert match.score == (met.points[one], met.points[other])


@pytest.mark.parametrize(
    ("seed", "count"), [(0, 1), *(at_night(each, 12) for each in range(1, 11))]
)
async def test_seasons_are_as_a_plain_account_says(club: Club, seed: int, count: int) -> None:
    lot = random.Random(seed)
    for _ in range(count if not club.database.is_shared else count // 4 + 1):
        teams, weeks = lot.choice((2, 3, 3, 4, 4, 5, 8)) if seed else 3, lot.choice((3, 4, 6))
        season = await Season.agreed(club, teams, weeks=weeks, boards=2, clock="3d+6h/3d")
        await ByLot(season, lot, teams, weeks).play()
        club.discord.left.clear()
        await club.notice_places()
