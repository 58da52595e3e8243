"""A tournament of a club on a stored database."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection

from bot.core.actor import Actor, Person
from bot.core.clocks import SeatClock
from bot.core.matches import MatchState, NewEntry
from bot.core.people import players
from bot.features.tournaments import TournamentService, storage
from bot.features.tournaments.acts import NOBODY, Act, Given
from bot.features.tournaments.formats import Setup, format_of
from bot.features.tournaments.log import TournamentLog
from bot.features.tournaments.values import Entrant, Field, Pairing
from data.ids import ChannelId, Key, MatchId, PlayerId, TournamentId
from data.states import EntryKind, TournamentEvent, TournamentKind, TournamentState
from tests.kit.club import Club

BOSS = Person(PlayerId(900), manages_server=True)
SHOWN_IN = ChannelId(777)


class Cup:
    """A tournament of Apart; people are numbered in the order in which they enter."""

    def __init__(self, club: Club, tournament_id: TournamentId) -> None:
        self.club, self.id = club, tournament_id
        self.service = club.services[TournamentService]

    @classmethod
    async def open(
        cls, club: Club, people: int = 0, kind: str = "round_robin", **chosen: Any
    ) -> Cup:
        """A new tournament, which so many have entered for good."""
        wanted = {"game": "apart", "clock": "3d+12h/4d", "channel_id": SHOWN_IN, **chosen}
        setup = Setup(kind=TournamentKind(kind), **wanted)
        made = await club.services[TournamentService].create(club.actor(BOSS), setup)
        opened = cls(club, made.tournament.id)
        for number in range(1, people + 1):
            await opened.enter(number)
        return opened

    @classmethod
    async def begun(cls, club: Club, people: int, kind: str = "round_robin", **chosen: Any) -> Cup:
        """The same, in which the first games run."""
        opened = await cls.open(club, people, kind, **chosen)
        await opened.begin()
        return opened

    def actor(self, number: int) -> Actor:
        return self.club.actor(PlayerId(number))

    @property
    def boss(self) -> Actor:
        return self.club.actor(BOSS)

    async def enter(self, number: int, *, stays: bool = True) -> None:
        await self.service.enter(self.actor(number), self.id, stays=stays)

    async def begin(self) -> None:
        await self.act(Act.START)
        await self.sweep()

    async def act(self, act: Act, *about: int, by: Actor | None = None, **more: Any) -> Field:
        """An act of the organiser, or ``by`` somebody else, about these people."""
        one, other, *_ = *map(PlayerId, about), NOBODY, NOBODY
        given = Given(one, other, **more)
        return await self.service.act(by or self.boss, self.id, act, given)

    async def sweep(self) -> None:
        while await self.club.scheduler.sweep():
            pass

    async def field(self) -> Field:
        """How it stands, as it is worked out now."""
        store = TournamentLog(self.club.clock)
        return await self.club.database.read(store.read, self.id)

    async def stored(self) -> Field:

        def read(connection: Any) -> Field:
            found = storage.get(connection, self.id)
            assert found is not None
            return storage.field_of(connection, found)

        return await self.club.database.read(read)

    async def pairing(self, one: int, other: int, game: int = 1) -> Pairing:
        """The newest pairing of two in which it is this game."""
        found = [
            each
            for each in (await self.field()).pairings
            if {*each.players} == {one, other} and each.seats.game == game
        ]
        return found[-1]

    async def match(self, one: int, other: int, game: int = 1) -> MatchState:
        match_id = (await self.pairing(one, other, game)).match_id
        assert match_id is not None
        return await self.club.state(match_id)

    async def win(self, winner: int, loser: int, game: int = 1) -> None:
        await self.club.resign(await self.match(winner, loser, game), PlayerId(loser))
        await self.sweep()

    async def win_tie(self, winner: int, loser: int) -> None:
        for game in (1, 2):
            await self.win(winner, loser, game)

    async def play_out(self) -> None:
        """Let the lower number win every game, until none runs any more."""
        while running := [each for each in (await self.field()).pairings if each.is_running]:
            for each in running:
                assert each.match_id is not None
                await self.club.resign(await self.club.state(each.match_id), max(each.players))
            await self.sweep()

    async def withdraw(self, *numbers: int) -> None:
        for number in numbers:
            await self.service.withdraw(self.actor(number), self.id)
        await self.sweep()

    async def rule(self, winner: int | None, loser: int, game: int = 1, other: int = 0) -> None:
        """Decide who has won a game, or that ``loser`` and ``other`` have drawn it."""
        match = await self.match(winner or other, loser, game)
        seat = match.players.index(PlayerId(winner or other))
        ranking = ((0, 1),) if winner is None else ((seat,), (1 - seat,))
        await self.club.rulings.decide(self.boss, match.id, ranking, "a mistake")
        await self.sweep()

    async def annul(self, one: int, other: int, game: int = 1) -> MatchId:
        match_id = (await self.match(one, other, game)).id
        await self.club.rulings.annul(self.boss, match_id, "the wrong board")
        await self.sweep()
        return match_id

    async def kinds(self) -> list[TournamentEvent]:
        found = await self.service.history(self.boss, self.id, None)
        return [each.kind for each in reversed(found)]

    async def state(self) -> TournamentState:
        return (await self.field()).tournament.state

    async def begins_at(self) -> datetime:
        found = (await self.field()).tournament.begins_at
        assert found is not None
        return found

    async def next_one(self) -> Cup | None:
        """The season after, or the next one of a series."""
        found = await self.club.database.read(storage.after, self.id)
        return None if found is None else Cup(self.club, found.id)

    async def following(self) -> Cup:
        found = await self.next_one()
        assert found is not None
        return found

    async def time_out(self, loser: int, winner: int, game: int = 1) -> None:
        match = await self.match(loser, winner, game)
        await self.write_timeout(match.id, match.players.index(PlayerId(loser)))
        await self.sweep()

    async def write_timeout(self, match_id: MatchId, seat: int) -> None:

        def write(connection: Any) -> None:
            state = self.club.store.read(connection, match_id, lock=True)
            key = Key(f"timer:deadline:{match_id}:{state.ply}")
            entry = NewEntry(EntryKind.TIMEOUT, "", seat, None, key)
            with patch.object(SeatClock, "timeout_due", self.club.clock.now):
                self.club.store.append(connection, state, entry)

        await self.club.database.write(write)

    async def table(self, page: int = 0) -> list[tuple[int, int | None, float]]:
        """Who stands where: player, place (None for who does not count), points."""
        field = await self.field()
        return [
            (row.player_id, row.standing.place if row.standing else None, row.points / 2)
            for row in format_of(field).tables(field)[page].rows
        ]


def enter_all(
    connection: Connection, tournament_id: TournamentId, now: datetime, people: int
) -> None:
    """Let so many enter, without the card that follows each of them."""
    everybody = [PlayerId(number) for number in range(1, people + 1)]
    players.ensure(connection, everybody, now)
    for each in everybody:
        storage.add_entrant(connection, tournament_id, Entrant(each, now, stays=True))
