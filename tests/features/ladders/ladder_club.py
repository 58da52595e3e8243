"""A ladder of a club on a stored database."""

from __future__ import annotations

from bot.core.actor import Actor, Person
from bot.core.matches import MatchState
from bot.features.ladders import LadderHistories, LadderService, history
from bot.features.ladders import storage as ladders
from bot.features.ladders.acts import Act
from bot.features.ladders.values import LadderState
from data.ids import ChallengeId, ChannelId, LadderId, PlayerId
from tests.kit.club import Club

BOSS = Person(PlayerId(900), manages_server=True)
SHOWN_IN = ChannelId(777)


class LadderClub:
    """A ladder of Apart; people are numbered by their place at the start."""

    def __init__(self, club: Club, ladder_id: LadderId) -> None:
        self.club, self.id = club, ladder_id
        self.ladders = club.services[LadderService]

    @classmethod
    async def open(cls, club: Club, people: int = 0, clock: str = "3d") -> LadderClub:
        made = await club.services[LadderService].create(club.actor(BOSS), "apart", clock, SHOWN_IN)
        opened = cls(club, made.ladder.id)
        for number in range(1, people + 1):
            await opened.ladders.join(opened.actor(number), opened.id)
        return opened

    def actor(self, number: int) -> Actor:
        return self.club.actor(PlayerId(number))

    @property
    def boss(self) -> Actor:
        return self.club.actor(BOSS)

    async def act(
        self, act: Act, player: int = 0, place: int = 0, reason: str = "", by: Actor | None = None
    ) -> LadderState:
        """An act of the manager, or ``by`` somebody else."""
        about = (PlayerId(player), place, reason)
        return await self.ladders.act(by or self.boss, self.id, act, *about)

    async def state(self) -> LadderState:
        look = await self.ladders.look(self.club.actor(PlayerId(1)), self.id)
        return look.state

    async def order(self) -> list[int]:
        """Who is on it, from the top; what is remembered and open is what the history tells."""
        state = await self.state()
        told = await self.club.database.read(ladders.entries_from, self.id)
        assert state.standings == history.standings(told)
        assert state == await self.remembered_by_nobody()
        waiting = {each.id for each in state.standings.challenges.values() if each.waiting}
        found = await self.club.sql("SELECT id FROM challenges WHERE state = 'open'")
        assert {each for (each,) in found} == waiting
        return list(state.standings.order)

    async def remembered_by_nobody(self) -> LadderState:
        """The ladder, read by a program that has just begun."""
        return await self.club.database.read(LadderHistories(self.club.clock).read, self.id)

    async def ask(self, player: int, opponent: int) -> ChallengeId:
        asked = Person(PlayerId(opponent))
        return (await self.ladders.challenge(self.actor(player), self.id, asked)).id

    async def begin(self, player: int, opponent: int) -> MatchState:
        challenge_id = await self.ask(player, opponent)
        made = await self.club.challenges.accept(self.actor(opponent), challenge_id)
        return await self.club.begun(made)

    async def win(self, player: int, opponent: int, winner: int | None = None) -> MatchState:
        """A match about a place that ``winner``, else the challenger, wins."""
        match = await self.begin(player, opponent)
        loser = opponent if winner in (None, player) else player
        return await self.club.resign(match, PlayerId(loser))
