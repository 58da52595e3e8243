"""Leagues of many seasons played by lot: who is in the next one, and where."""

import random
from itertools import pairwise

import pytest

from bot.core.errors import ServiceError
from bot.features.tournaments.acts import Act
from bot.features.tournaments.errors import SatOutBefore
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.values import Field
from data.ids import PlayerId
from data.states import TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.test_simulated_tournaments import Simulated
from tests.kit.club import Club

ONE_AND_ONE = 5
"""Up to so many in a division, one goes up and one down; else two and two."""


def list_after(field: Field) -> list[PlayerId]:
    """The list after a season: exchanged at each border, and who sat out in their place."""
    divisions: list[list[PlayerId]] = []
    for table in format_of(field).tables(field):
        entrants = [field.by_id[row.player_id] for row in table.rows]
        late = {e.player_id for e in entrants if e.withdrawn is TournamentEvent.TIMED_OUT}
        order = [each.player_id for each in entrants]
        divisions.append(sorted(order, key=late.__contains__))  # who was too late comes last
    before = [who for division in divisions for who in division]
    after, place = list(before), 0
    for above, below in pairwise(divisions):
        place += len(above)
        number = 1 if min(len(above), len(below)) <= ONE_AND_ONE else 2
        after[place - number : place] = before[place : place + number]
        after[place : place + number] = before[place - number : place]
    for each in sorted(field.entrants, key=lambda each: each.number or 0):
        if each.sits_out and each.number is not None:
            after.insert(each.number - 1, each.player_id)
    return after


class Seasons:
    """A league, season after season; ``sat_out`` is who did not play in the last one."""

    def __init__(self, cup: Cup, seed: int) -> None:
        self.club, self.cup, self.lot, self.seed = cup.club, cup, random.Random(seed), seed
        self.newcomer, self.sat_out = 0, set[PlayerId]()

    async def play(self, people: int, seasons: int) -> None:
        for _ in range(people):
            await self.enter()
        await self.cup.begin()
        for number in range(seasons):
            await Simulated(self.cup, self.seed + number).play()
            before = await self.cup.field()
            self.cup = await self.cup.following()
            await self.between()
            await self.check(before)

    async def enter(self) -> None:
        self.newcomer += 1
        await self.cup.enter(self.newcomer, stays=self.lot.random() < 0.8)

    async def between(self) -> None:
        """All that happens until the next season has begun."""
        sat_out, self.sat_out = self.sat_out, set()
        for _ in range(6):
            act = self.lot.choice(["enter", "leave", "sit out", "put in"])
            field = await self.cup.field()
            who = self.lot.choice([each.player_id for each in field.entrants] or [PlayerId(1)])
            try:
                await self.attempt(act, who)
            except SatOutBefore:
                assert who in sat_out
            except ServiceError:
                continue
        while sum(not each.sits_out for each in (await self.cup.field()).entrants) < 4:
            await self.enter()
        begins_at = (await self.cup.field()).tournament.begins_at
        assert begins_at is not None
        self.club.clock.now = max(begins_at, self.club.clock.now)
        await self.cup.sweep()

    async def attempt(self, act: str, who: PlayerId) -> None:
        if act == "enter":
            await self.enter()
        elif act == "leave":
            await self.cup.service.leave(self.cup.actor(who), self.cup.id)
        elif act == "put in":
            self.newcomer += 1
            await self.cup.act(Act.PUT_IN, self.newcomer)
        else:
            await self.cup.service.sit_out(self.cup.actor(who), self.cup.id)

    async def check(self, before: Field) -> None:
        """The list is the one before with the exchanges, newcomers last by rating; cut evenly."""
        field = await self.cup.field()
        assert field.tournament.state is TournamentState.RUNNING
        people = sorted(field.entrants, key=lambda each: each.number or 0)
        assert [each.number for each in people] == [*range(1, len(people) + 1)]
        carried = [each.player_id for each in people if each.carried]
        assert carried == [who for who in list_after(before) if who in carried]
        new = people[len(carried) :]
        assert not any(each.carried for each in new)
        seeds = [each.seed or 0 for each in new]
        assert seeds == sorted(seeds, reverse=True)
        self.sat_out = {each.player_id for each in people if each.sits_out}
        playing = [each.player_id for each in people if not each.sits_out]
        divisions = [field.members(division) for division in sorted(field.within)]
        assert [who for division in divisions for who in division] == playing
        sizes = [len(division) for division in divisions]
        assert sizes == sorted(sizes)
        assert sizes[-1] - sizes[0] <= 1
        assert sizes[-1] <= field.tournament.rules.size or sizes == [5]


@pytest.mark.parametrize(
    ("seed", "seasons"),
    [(0, 1), *(pytest.param(seed, 5, marks=pytest.mark.night) for seed in range(8))],
)
async def test_a_league_holds_season_after_season(club: Club, seed: int, seasons: int) -> None:
    lot = random.Random(seed)
    size, games = lot.choice([4, 4, 5, 6, 6, 7]), lot.choice([0, 1, 1])
    cup = await Cup.open(club, 0, "league", size=size, games=games)
    await Seasons(cup, seed * 100).play(lot.randrange(4, 14), seasons)
