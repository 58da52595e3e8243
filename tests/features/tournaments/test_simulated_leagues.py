"""Leagues of five seasons played by lot, and the list of each read a second time from the rows."""

import random
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.core.errors import ServiceError
from bot.features.tournaments.acts import Act
from bot.features.tournaments.errors import SatOutBefore
from bot.features.tournaments.formats import format_of
from bot.features.tournaments.values import Field
from data.ids import PlayerId
from data.states import TournamentState
from data.tournament_tables import tournament_players
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.recounted import Recounted, recount
from tests.features.tournaments.relisted import list_after, moves
from tests.features.tournaments.test_simulated_tournaments import Simulated
from tests.kit.club import Club

LEAST = 4
BARRED = timedelta(days=30)
BETWEEN = 6
"""How many things people do between two seasons."""


def rows_of(connection: Connection, tournament_id: int) -> list[sa.Row]:
    """The rows of everybody in a season, the top of the list first."""
    mine = tournament_players.c.tournament_id == tournament_id
    query = sa.select(tournament_players).where(mine).order_by(tournament_players.c.number)
    return [row for row in connection.execute(query) if row.number is not None]


def timed_out(connection: Connection, since: datetime) -> set[int]:
    """Who was withdrawn for time since then."""
    mine = (
        tournament_players.c.withdrawn == "timed_out",
        tournament_players.c.withdrawn_at > since,
    )
    return set(connection.scalars(sa.select(tournament_players.c.player_id).where(*mine)))


def counts_of(connection: Connection, tournament_id: int) -> dict[int, Recounted]:
    """How each division stands."""
    drawn = {row.division for row in rows_of(connection, tournament_id)} - {None}
    return {each: recount(connection, tournament_id, each, over=True) for each in drawn}


class SimulatedLeague(Simulated):
    """A season, during which people also come for the next one, and all stands still for a while.

    ``stays`` is kept as an account of its own: who will be in the next one.
    """

    def __init__(self, cup: Cup, seed: int, stays: dict[int, bool], newcomer: int) -> None:
        super().__init__(cup, seed)
        self.stays, self.newcomer = stays, newcomer
        self.late: set[int] = set()
        self.acts += [self.come, self.come_and_go]

    async def come(self, field: Field) -> None:
        """Somebody comes while it runs, perhaps one who has left."""
        again = [each for each in range(1, self.newcomer + 1) if PlayerId(each) not in field.by_id]
        who = self.lot.choice([*again, self.newcomer + 1])
        self.newcomer = max(self.newcomer, who)
        stays = self.lot.random() < 0.7
        await self.cup.enter(who, stays=stays)
        self.stays[who] = stays
        self.late.add(who)

    async def come_and_go(self, _: Field) -> None:
        if self.late:
            who = self.lot.choice(sorted(self.late))
            await self.cup.service.leave(self.cup.actor(who), self.cup.id)
            self.late.remove(who)
            del self.stays[who]

    async def expel(self, field: Field) -> None:
        who = self.lot.choice(field.entrants).player_id
        await self.cup.act(Act.EXPEL, who, reason="because")
        if who in self.late:
            self.late.remove(who)
            del self.stays[who]

    async def check_format(self, field: Field) -> None:
        await super().check_format(field)
        if field.tournament.state is TournamentState.OVER:
            read = self.club.database.read
            told = moves(await read(rows_of, self.cup.id), await read(counts_of, self.cup.id))
            shown = [row for table in format_of(field).tables(field) for row in table.rows]
            assert {row.player_id: row.move for row in shown if row.move} == told


class Seasons:
    """A league, season after season."""

    def __init__(self, cup: Cup, seed: int) -> None:
        self.club, self.cup, self.lot = cup.club, cup, random.Random(seed)
        self.seed, self.newcomer = seed, 0
        self.stays: dict[int, bool] = {}
        self.put_in: set[int] = set()
        self.sat_out: set[int] = set()
        """Who is on the list and does not play: in this season, and then in the next one."""

    async def play(self, people: int, seasons: int) -> None:
        """Play so many."""
        for _ in range(people):
            await self.enter()
        await self.cup.begin()
        for number in range(1, seasons + 1):
            played = SimulatedLeague(self.cup, self.seed + number, self.stays, self.newcomer)
            await played.play()
            self.newcomer = played.newcomer
            await self.follow()

    async def enter(self, again: int | None = None) -> None:
        """Somebody comes, for good or for one season."""
        who = again or self.newcomer + 1
        stays = self.lot.random() < 0.8
        await self.cup.enter(who, stays=stays)
        self.newcomer = max(self.newcomer, who)
        self.stays[who] = stays

    async def follow(self) -> None:
        """All that happens until the next season has begun, and what must hold of its list."""
        before = await self.cup.field()
        self.cup = await self.cup.following()
        still = {
            each.player_id
            for each in before.entrants
            if each.is_in and (self.stays[each.player_id] or each.number is None)
        }
        opened = await self.cup.field()
        assert {each.player_id for each in opened.entrants} == still
        carried = {who for who in still if before.by_id[PlayerId(who)].number is not None}
        assert {each.player_id for each in opened.entrants if each.carried} == carried
        self.stays = {who: self.stays[who] for who in still}
        sat_out, self.sat_out = self.sat_out, set()
        for _ in range(BETWEEN):
            await self.attempt(before, carried, sat_out)
        while len(self.stays) - len(self.sat_out) < LEAST:
            await self.attempt_entering()
        entered = await self.cup.field()
        begins_at = entered.tournament.begins_at
        assert begins_at is not None
        self.club.clock.now = max(begins_at, self.club.clock.now)
        await self.cup.sweep()
        await self.check(before, carried)

    async def attempt_entering(self) -> None:
        try:
            await self.enter()
        except ServiceError:
            self.newcomer += 1

    async def attempt(self, before: Field, carried: set[int], sat_out: set[int]) -> None:
        """One thing that somebody does between two seasons."""
        act = self.lot.choice(["enter", "return", "leave", "leave", "sit out", "put in", "rule"])
        who = self.lot.choice(sorted(self.stays) or [1])
        if act == "enter":
            await self.attempt_entering()
        elif act == "leave" and who in self.stays:
            await self.cup.service.leave(self.cup.actor(who), self.cup.id)
            del self.stays[who]
            carried.discard(who)
            self.sat_out.discard(who)
        elif act == "return" and self.newcomer > len(self.stays):
            gone = [each for each in range(1, self.newcomer + 1) if each not in self.stays]
            try:
                await self.enter(self.lot.choice(gone))
            except ServiceError:
                return
        elif act == "put in":
            self.newcomer += 1
            await self.cup.act(Act.PUT_IN, self.newcomer)
            self.stays[self.newcomer] = False
            self.put_in.add(self.newcomer)
        elif act == "sit out" and who in carried:
            await self.sit_out(who, may=who not in sat_out)
        elif act == "rule":
            match_id = self.lot.choice([each.match_id for each in before.pairings if each.match_id])
            ranking = self.lot.choice([((0,), (1,)), ((1,), (0,)), ((0, 1),)])
            await self.club.rulings.decide(self.cup.boss, match_id, ranking, "because")
            await self.cup.sweep()

    async def sit_out(self, who: int, *, may: bool) -> None:
        actor = self.cup.actor(who)
        if may:
            await self.cup.service.sit_out(actor, self.cup.id)
            self.sat_out ^= {who}
        else:
            with pytest.raises(SatOutBefore):
                await self.cup.service.sit_out(actor, self.cup.id)

    async def check(self, before: Field, carried: set[int]) -> None:
        """The list is the one before with the swaps, newcomers last by rating; cut evenly."""
        field = await self.cup.field()
        assert field.tournament.state is TournamentState.RUNNING
        assert field.tournament.number == before.tournament.number + 1
        assert {each.player_id for each in field.entrants} == self.stays.keys()
        read = self.club.database.read
        old = before.tournament.id
        expected = list_after(await read(rows_of, old), await read(counts_of, old), carried)
        people = await read(rows_of, self.cup.id)
        assert [row.number for row in people] == [*range(1, len(people) + 1)]
        assert [row.player_id for row in people][: len(expected)] == expected
        new = people[len(expected) :]
        assert {row.player_id for row in new} == self.stays.keys() - carried
        assert [row.seed for row in new] == sorted((row.seed for row in new), reverse=True)
        assert {row.player_id for row in people if row.sits_out} == self.sat_out
        late = await read(timed_out, self.club.clock.now - BARRED)
        assert not {row.player_id for row in new} & (late - self.put_in)
        playing = [row.player_id for row in people if not row.sits_out]
        size, sizes = field.tournament.rules.size, []
        number = 1 if (len(playing), size) == (5, 4) else -(-len(playing) // size)
        for division in range(number):
            members = [row.player_id for row in people if row.division == division]
            assert members == playing[sum(sizes) : sum(sizes) + len(members)]
            sizes.append(len(members))
        assert sum(sizes) == len(playing)
        assert sizes == sorted(sizes)
        assert sizes[-1] - sizes[0] <= 1


def chosen(seed: int) -> tuple[int, dict[str, Any]]:
    """How many begin, and by which rules."""
    lot = random.Random(seed)
    size = lot.choice([4, 4, 5, 6, 6, 7])
    return lot.randrange(4, 14), {"size": size, "games": lot.choice([0, 1, 1])}


@pytest.mark.parametrize(
    ("seed", "seasons"),
    [(0, 1), *(pytest.param(seed, 5, marks=pytest.mark.night) for seed in range(6))],
)
async def test_a_league_holds_season_after_season(club: Club, seed: int, seasons: int) -> None:
    people, rules = chosen(seed)
    cup = await Cup.open(club, 0, "league", **rules)
    await Seasons(cup, seed * 100).play(people, seasons)
