"""A club match between the Otters (PLACE) and the Herons (ELSEWHERE) on a stored database."""

from __future__ import annotations

from typing import Any

from bot.core.actor import Actor, Person, Place
from bot.core.matches import MatchState
from bot.features.clubs import storage
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.service import ClubService
from bot.features.clubs.values import Club as ClubMatch
from bot.features.clubs.values import ClubView, Game, Side
from bot.features.rulings.service import RulingService
from data.ids import ChannelId, ClubId, MatchId, PlayerId
from data.states import EntryKind
from tests.kit.club import ELSEWHERE, PLACE, Club, first_move

OTTERS, HERONS = 0, 1
PLACES = (PLACE, ELSEWHERE)
BOSSES = (Person(PlayerId(901), manages_server=True), Person(PlayerId(902), manages_server=True))
TERMS = {"game": "apart", "boards": 4, "clock": "3d+12h/4d"}


class Duel:
    """Otters are numbered from 1, Herons from 101; each side's boss is its captain."""

    def __init__(self, club: Club, club_id: ClubId) -> None:
        self.club, self.id = club, club_id
        self.service, self.offers = club.services[ClubService], club.services[OfferService]

    @classmethod
    async def agreed(cls, club: Club, otters: int = 0, herons: int = 0, **terms: Any) -> Duel:
        """A match that was accepted, which so many have joined."""
        offers = club.services[OfferService]
        code = await offers.offer(
            club.actor(BOSSES[0], PLACE), Terms(**{**TERMS, "name": "Otters", **terms})
        )
        accepting = club.actor(BOSSES[1], ELSEWHERE)
        there = ELSEWHERE.channel_id
        duel = cls(club, await offers.accept(accepting, code, "Herons", there))
        for side, count in enumerate((otters, herons)):
            for number in range(1, count + 1):
                await duel.join(100 * side + number)
        return duel

    @classmethod
    async def begun(cls, club: Club, otters: int = 2, herons: int = 2, **terms: Any) -> Duel:
        """The same, in which the games run and their boards are posted."""
        duel = await cls.agreed(club, otters, herons, **terms)
        for side in (OTTERS, HERONS):
            await duel.service.ready(duel.boss(side), duel.id)
        await duel.go_on()
        return duel

    def actor(self, number: int, place: Place | None = None) -> Actor:
        return self.club.actor(PlayerId(number), place or PLACES[number > 100])

    def boss(self, side: int) -> Actor:
        return self.club.actor(BOSSES[side], PLACES[side])

    async def join(self, number: int) -> ClubView:
        return await self.service.enter(self.actor(number), self.id)

    async def go_on(self, **parts: float) -> None:
        """Do all that is due so long from now, and post what has come of it."""
        await self.club.look_around(**parts)

    async def now(self) -> ClubMatch:
        return await self.club.database.read(storage.of, self.id)

    async def side(self, number: int) -> Side:
        return (await self.now()).sides[number]

    async def game(self, board: int = 1, game: int = 0) -> Game:
        found = (await self.now()).games
        return next(each for each in found if (each.board, each.game) == (board, game))

    async def match(self, board: int = 1, game: int = 0) -> MatchState:
        match_id = (await self.game(board, game)).match_id
        assert match_id is not None
        return await self.club.state(match_id)

    async def move(self, match: MatchState, place: Place | None = None) -> MatchState:
        """The player to move makes the first legal move; its boards are not posted."""
        who = match.to_move_player
        assert isinstance(who, int)
        actor = self.actor(who, place)
        return (await self.club.matches.submit(actor, first_move(match), match.id)).state

    async def resign(self, match: MatchState, number: int) -> MatchState:
        return await self.club.matches.resign(self.actor(number), match.id)

    async def win(self, side: int, board: int, game: int) -> None:
        """The player of the other side resigns."""
        found = await self.game(board, game)
        loser = found.players[1 - side]
        assert found.match_id is not None
        await self.club.matches.resign(self.actor(loser), found.match_id)
        await self.go_on()

    async def decided(self, match_id: MatchId, kind: EntryKind, ruling: str = "") -> None:
        """A manager of the first server tries to rule alone."""
        await self.club.services[RulingService].rule(
            self.boss(0), match_id, kind, ruling, "so it was"
        )


def channel(side: int) -> ChannelId:
    return PLACES[side].channel_id
