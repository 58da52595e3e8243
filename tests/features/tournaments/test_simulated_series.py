"""Tournaments of a series played by lot: who is out of one is looked at when the next begins."""

import os
import random
from collections.abc import Awaitable, Callable
from datetime import datetime

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.core.errors import ServiceError
from bot.features.tournaments import storage
from bot.features.tournaments.acts import Act
from bot.features.tournaments.values import Pairing, Repeat
from data.ids import PlayerId
from data.states import TournamentEvent
from data.tournament_tables import tournament_log
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club
from tests.kit.times import DAY, HOUR

SEEDS = range(int(os.environ.get("QUINTET_TOURNAMENTS", "2")))
TIMES = 2
PEOPLE, LEAST = 7, 4
BARRED = 30 * DAY
LOG = tournament_log.c
OUT = (TournamentEvent.WITHDREW, TournamentEvent.TIMED_OUT, TournamentEvent.EXPELLED)
EVENTS = (*OUT, TournamentEvent.READMITTED)


def outs(connection: Connection) -> list[tuple[int, int, str, datetime]]:
    """Who is out of what by the logs alone, how, and since when: not who was readmitted."""
    last = {}
    found = sa.select(tournament_log).where(LOG.kind.in_(EVENTS)).order_by(LOG.id)
    for row in connection.execute(found):
        last[row.tournament_id, row.player_id] = row
    return [(*key, row.kind, row.at) for key, row in last.items() if row.kind in OUT]


class Series:
    """A weekly round robin; ``entered`` is an account of its own of who is in the next one."""

    def __init__(self, cup: Cup, seed: int) -> None:
        self.cup, self.club, self.lot = cup, cup.club, random.Random(seed)
        self.series: set[int] = {cup.id}
        self.following = self.other = cup
        self.entered: dict[int, datetime] = {}
        self.put_in: set[int] = set()
        self.newcomer = PEOPLE

    async def play(self) -> None:
        """One after the other, each of which begins a week after the one before."""
        for _ in range(TIMES):
            await self.open_next()
            while self.club.clock.now < await self.begins_at() - 3 * DAY:
                await self.act()
            while len(await self.expected()) < LEAST:
                self.newcomer += 1
                await self.enter(self.newcomer)
            expected = await self.expected()
            self.club.clock.now = await self.begins_at()
            await self.cup.sweep()
            self.cup = self.following
            field = await self.cup.field()
            assert field.tournament.has_begun
            assert set(field.by_id) == expected

    async def open_next(self) -> None:
        self.other = await Cup.open(self.club, games=1)
        for who in range(1, LEAST + 1):
            await self.other.act(Act.PUT_IN, who, by=self.cup.boss)
        await self.other.begin()
        found = await self.club.database.read(storage.after, self.cup.id)
        assert found is not None
        self.following = Cup(self.club, found.id)
        self.series.add(self.following.id)
        opened = await self.following.field()
        self.entered = {each.player_id: each.entered_at for each in opened.entrants}
        self.put_in = set()

    async def begins_at(self) -> datetime:
        moment = (await self.following.field()).tournament.begins_at
        assert moment is not None
        return moment

    async def expected(self) -> set[int]:
        """Who should play in the next one, were it to begin now."""
        out, now = await self.club.database.read(outs), await self.begins_at()
        return {
            who
            for who, since in self.entered.items()
            if who in self.put_in
            or not any(
                player == who
                and (
                    (of in self.series and of != self.following.id and at > since)
                    or (kind == TournamentEvent.TIMED_OUT and at > now - BARRED)
                )
                for of, player, kind, at in out
            )
        }

    async def act(self) -> None:
        """Let some hours pass, and somebody do something."""
        self.club.clock.now += self.lot.randrange(2, 16) * HOUR
        acts: tuple[Callable[[int], Awaitable[None]], ...] = (
            *(self.end, self.time_out, self.withdraw, self.expel, self.readmit),
            *(self.leave, self.return_, self.invite, self.be_late_elsewhere),
        )
        try:
            await self.lot.choice(acts)(self.lot.choice([*self.entered, *range(1, PEOPLE)]))
        except ServiceError:
            return
        await self.cup.sweep()

    async def running(self, who: int, cup: Cup | None = None) -> Pairing | None:
        """A game that somebody plays."""
        pairings = (await (cup or self.cup).field()).pairings
        return next((each for each in pairings if each.is_running and who in each.players), None)

    async def end(self, who: int) -> None:
        found = await self.running(who)
        if found is not None and found.match_id is not None:
            match = await self.club.play(await self.club.state(found.match_id), 2)
            await self.club.resign(match, PlayerId(who))

    async def be_late_elsewhere(self, _: int) -> None:
        await self.time_out(self.lot.randrange(1, LEAST + 1), self.other)

    async def time_out(self, who: int, cup: Cup | None = None) -> None:
        """Somebody loses two games on time, a day apart, here or in another tournament."""
        for _ in range(2):
            found = await self.running(who, cup)
            if found is not None and found.match_id is not None:
                seat = found.players.index(PlayerId(who))
                await self.cup.write_timeout(found.match_id, seat)
                await self.cup.sweep()
                self.club.clock.now += DAY

    async def withdraw(self, who: int) -> None:
        await self.cup.service.withdraw(self.cup.actor(who), self.cup.id)

    async def expel(self, who: int) -> None:
        await self.cup.act(Act.EXPEL, who, reason="because")

    async def readmit(self, who: int) -> None:
        await self.cup.act(Act.READMIT, who, reason="because")

    async def leave(self, who: int) -> None:
        await self.following.service.leave(self.cup.actor(who), self.following.id)
        self.entered.pop(who, None)
        self.put_in.discard(who)

    async def return_(self, _: int) -> None:
        gone = [each for each in range(1, self.newcomer + 2) if each not in self.entered]
        await self.enter(self.lot.choice(gone))

    async def enter(self, who: int) -> None:
        await self.following.enter(who)
        self.newcomer = max(self.newcomer, who)
        self.entered[who] = self.club.clock.now

    async def invite(self, who: int) -> None:
        """The organiser puts somebody in, who then always fits."""
        boss, following = self.cup.boss, self.following
        await following.act(Act.PUT_IN, who, by=boss)
        self.entered[who] = self.club.clock.now
        self.put_in.add(who)


@pytest.mark.parametrize("seed", SEEDS)
async def test_who_fits_no_more_does_not_begin(club: Club, seed: int) -> None:
    cup = await Cup.begun(club, PEOPLE, games=1, repeat=Repeat.WEEKLY)
    played = Series(cup, seed)
    await played.play()
    assert len(played.series) == TIMES + 1
