"""The services on a real database, for tests: friends who meet to play."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from sqlalchemy import Connection, text

from bot.app.wiring import put_together
from bot.services.actor import Actor, Person, Place
from bot.services.challenges import Challenge, Offer
from bot.services.matches import MatchState, MatchStore
from data.database import Database
from data.ids import ChannelId, InteractionId, MatchId, PlayerId, ServerId
from data.sqlite import BUSY_SECONDS
from data.states import SeatChoice
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.scripted import ManualClock, PlainRenderer, ScriptedDiscord
from tests.kit.thinking import Thinking

ADA, BEN, CHLOE, DAN = PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4)
PLACE = Place(ServerId(70), ChannelId(700))
ELSEWHERE = Place(ServerId(71), ChannelId(710))
DIRECT = Place(None, ChannelId(900))
DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
ANSWER_WITHIN = timedelta(seconds=30)


class Club:
    """Opened on a database; opened again on the same one, it is the next run of the program."""

    def __init__(
        self,
        database: Database,
        discord: ScriptedDiscord,
        clock: ManualClock,
        answer_within: timedelta,
    ) -> None:
        self.thinker = Thinking()
        services = put_together(
            database,
            discord,
            PlainRenderer(),
            clock,
            randomness=Random(5),
            timeout=answer_within,
            thinker=self.thinker,
        )
        self.database = database
        self.discord = discord
        self.clock = clock
        self.services = services
        self.matches = services.matches
        self.inbox = services.inbox
        self.composer = services.composer
        self.conditionals = services.conditionals
        self.challenges = services.challenges
        self.undo = services.requests.undo
        self.draws = services.requests.draws
        self.pauses = services.requests.pauses
        self.rulings = services.rulings
        self.replay = services.replay
        self.practice = services.practice
        self.puzzles = services.puzzles
        self.weekly = services.weekly
        self.settings = services.settings
        self.blocks = services.blocks
        self.pictures = services.pictures
        self.delivery = services.jobs.delivery
        self.opponents = services.jobs.opponents
        self.hints = services.hints
        self.reviews = services.reviews
        self.scheduler = services.jobs.scheduler
        self.clocks = services.clocks
        self.reminders = services.reminders
        self.idle = services.idle
        self._interactions = itertools.count()

    @classmethod
    async def at(
        cls,
        url: str,
        discord: ScriptedDiscord | None = None,
        clock: ManualClock | None = None,
        *,
        busy_seconds: float = BUSY_SECONDS,
        answer_within: timedelta = ANSWER_WITHIN,
    ) -> Club:
        """The club on the database at ``url``."""
        database = await Database.open(url, busy_seconds=busy_seconds)
        return cls(database, discord or ScriptedDiscord(), clock or ManualClock(), answer_within)

    @classmethod
    async def open(
        cls,
        path: Path,
        discord: ScriptedDiscord | None = None,
        clock: ManualClock | None = None,
        *,
        busy_seconds: float = BUSY_SECONDS,
        answer_within: timedelta = ANSWER_WITHIN,
    ) -> Club:
        """The club on a file, which is made if it is missing."""
        await lay_out(path)
        url = sqlite_url(path)
        return await cls.at(
            url, discord, clock, busy_seconds=busy_seconds, answer_within=answer_within
        )

    async def close(self) -> None:
        """Let go of the database."""
        await self.services.aclose()

    @property
    def store(self) -> MatchStore:
        """The logs, as the services keep them."""
        return self.matches._store

    def actor(self, who: PlayerId | Person, place: Place = PLACE) -> Actor:
        """Somebody who does something, once: a new click each time."""
        person = Person(who) if isinstance(who, int) else who
        since = (self.clock.now - DISCORD_EPOCH) // timedelta(milliseconds=1)
        number = (since << 22) + next(self._interactions)
        return Actor(person, place, InteractionId(number))

    async def offer(
        self,
        challenger: PlayerId | Person = ADA,
        opponents: tuple[PlayerId, ...] = (BEN,),
        *,
        game: str = "apart",
        variant: str | None = None,
        seat: SeatChoice = SeatChoice.FIRST,
        place: Place = PLACE,
    ) -> Challenge:
        """A challenge; to anybody if there are no opponents."""
        offer = Offer(game, tuple(map(Person, opponents)), variant, seat)
        return await self.challenges.offer(self.actor(challenger, place), offer)

    async def start(
        self,
        *players: PlayerId,
        game: str = "apart",
        variant: str | None = None,
        place: Place = PLACE,
    ) -> MatchState:
        """A match that ``players``, Ada and Ben if none are named, have agreed on.

        The first one sits first, the others in the order of the lot.
        """
        challenger, *opponents = players or (ADA, BEN)
        challenge = await self.offer(
            challenger, tuple(opponents), game=game, variant=variant, place=place
        )
        for opponent in opponents:
            challenge = await self.challenges.accept(self.actor(opponent, place), challenge.id)
        return await self.begun(challenge)

    async def begun(self, challenge: Challenge) -> MatchState:
        """The match that has come of a challenge."""
        assert challenge.match_id is not None
        return await self.state(challenge.match_id)

    async def move(self, match: MatchState, move: str) -> MatchState:
        """The match after whoever is to move has made this move."""
        who = match.to_move_player
        assert isinstance(who, int)
        return (await self.matches.submit(self.actor(who), move, match.id, match.ply)).state

    async def play(self, match: MatchState, plies: int = 1) -> MatchState:
        """The match after the players to move have each made their first legal move."""
        for _ in range(plies):
            match = await self.move(match, first_move(match))
        return match

    async def resign(self, match: MatchState, who: PlayerId) -> MatchState:
        """The match after somebody has given up."""
        return await self.matches.resign(self.actor(who), match.id)

    async def state(self, match_id: MatchId, ply: int | None = None) -> MatchState:
        """The match now, or as it stood at ``ply``."""
        return await self.matches.state(match_id, ply)

    async def from_the_log(self, match_id: MatchId, ply: int | None = None) -> MatchState:
        """The same, read by somebody who remembers nothing."""
        return await self.database.read(MatchStore(self.clock).read, match_id, ply)

    async def rows(self, table: str, condition: str = "true") -> int:
        """How many rows a table has, for which an SQL condition is true."""
        return await self.database.read(_count, table, condition)


def _count(connection: Connection, table: str, condition: str) -> int:
    counted = text(f"SELECT count(*) FROM {table} WHERE {condition}")
    return int(connection.execute(counted).scalar_one())


def first_move(match: MatchState) -> str:
    """The first legal move."""
    return str(next(iter(match.position.moves())))
