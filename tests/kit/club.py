"""The services on a real database, for tests: friends who meet to play."""

from __future__ import annotations

import itertools
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, text

from bot.app.features import put_together
from bot.core.actor import Actor, Person, Place
from bot.core.delivery import Delivery
from bot.core.matches import MatchOver, MatchService, MatchState, MatchStore
from bot.core.people import SettingsService
from bot.core.pictures import PictureService
from bot.core.services import NO_HOST, Host
from bot.core.timers import Scheduler
from bot.features.challenges import Challenge, ChallengeOffer, ChallengeService
from bot.features.daily.service import DailyService
from bot.features.moves.conditionals import ConditionalService
from bot.features.moves.service import ComposerService
from bot.features.places import AbsenceService
from bot.features.practice.engines import HintService, Opponents
from bot.features.practice.puzzles import PuzzleService
from bot.features.practice.service import PracticeService
from bot.features.reminders.service import ReminderService
from bot.features.replays import ReplayService, Reviews
from bot.features.requests import InboxService, MatchRequest, Requests
from bot.features.rulings.service import RulingService
from bot.features.settings.service import BlockService
from bot.features.timekeeping import ClockService, Presence
from bot.screen.messenger.channels import REQUEST_LIMIT
from data.database import Database
from data.ids import ChannelId, InteractionId, MatchId, PlayerId, ServerId
from data.operating import open_database
from data.shards import ALL, Shards
from data.sqlite import BUSY_SECONDS
from data.states import RequestKind, SeatChoice
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.due import deliver_due, follow_absences
from tests.kit.rulings import Rulings
from tests.kit.scripted import ManualClock, PlainRenderer, ScriptedDiscord, snowflake
from tests.kit.thinking import Thinking

ADA, BEN, CHLOE, DAN = PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4)
PLACE = Place(ServerId(70), ChannelId(700))
ELSEWHERE = Place(ServerId(71), ChannelId(710))
DIRECT = Place(None, ChannelId(900))
NO_TIME = timedelta()


class Asking:
    def __init__(self, requests: Requests, kind: RequestKind) -> None:
        self._requests, self._kind = requests, kind
        self.grant, self.decline = requests.grant, requests.decline
        self.withdraw, self.end = requests.withdraw, requests.end_pause
        self.check = requests.check_forgiving

    async def ask(
        self, actor: Actor, match_id: MatchId, ply: int | None = None, wish: str = ""
    ) -> MatchRequest:
        return await self._requests.ask(actor, self._kind, match_id, ply, wish)

    async def pending(self, match_id: MatchId) -> MatchRequest | None:
        return await self._requests.pending(match_id, self._kind)


class Club:
    """Opened on a database; opened again on the same one, it is the next run of the program."""

    def __init__(
        self,
        database: Database,
        discord: ScriptedDiscord,
        clock: ManualClock,
        shards: Shards = ALL,
        first_click: int = 0,
        host: Host = NO_HOST,
    ) -> None:
        self.thinker = Thinking()
        services = put_together(
            database,
            discord,
            PlainRenderer(),
            clock,
            randomness=Random(5),
            thinker=self.thinker,
            shards=shards,
            host=host,
        )
        self.database = database
        self.discord = discord
        self.clock = clock
        self.services = services
        self.matches = services[MatchService]
        self.inbox = services[InboxService]
        self.composer = services[ComposerService]
        self.conditionals = services[ConditionalService]
        self.challenges = services[ChallengeService]
        requests = services[Requests]
        self.undo = Asking(requests, RequestKind.UNDO)
        self.draws = Asking(requests, RequestKind.DRAW)
        self.pauses = Asking(requests, RequestKind.PAUSE)
        self.forgiveness = Asking(requests, RequestKind.FORGIVE)
        self.rulings = Rulings(services[RulingService])
        self.replay = services[ReplayService]
        self.practice = services[PracticeService]
        self.puzzles = services[PuzzleService]
        self.daily = services[DailyService]
        self.settings = services[SettingsService]
        self.blocks = services[BlockService]
        self.pictures = services[PictureService]
        self.delivery = services[Delivery]
        self.opponents = services[Opponents]
        self.hints = services[HintService]
        self.reviews = services[Reviews]
        self.scheduler = services[Scheduler]
        self.clocks = services[ClockService]
        self.reminders = services[ReminderService]
        self._interactions = itertools.count(first_click)

    @classmethod
    async def at(
        cls,
        url: str,
        discord: ScriptedDiscord | None = None,
        clock: ManualClock | None = None,
        *,
        busy_seconds: float = BUSY_SECONDS,
        answer_within: timedelta = REQUEST_LIMIT,
        shards: Shards = ALL,
        first_click: int = 0,
        host: Host = NO_HOST,
    ) -> Club:
        """The club on the database at ``url``, served for these shards."""
        database = await open_database(url, busy_seconds=busy_seconds)
        discord, clock = discord or ScriptedDiscord(), clock or ManualClock()
        discord.answer_within = answer_within
        return cls(database, discord, clock, shards, first_click, host)

    @classmethod
    async def open(cls, path: Path, *given: Any, **options: Any) -> Club:
        """The same on a file, which is made if it is missing."""
        await lay_out(path)
        return await cls.at(sqlite_url(path), *given, **options)

    async def close(self) -> None:
        await self.services.aclose()

    @property
    def store(self) -> MatchStore:
        """The logs, as the services keep them."""
        return self.matches._store

    def actor(self, who: PlayerId | Person, place: Place = PLACE) -> Actor:
        """Somebody who does something, once: a new click each time."""
        person = Person(who) if isinstance(who, int) else who
        number = snowflake(self.clock.now) + next(self._interactions)
        return Actor(person, place, InteractionId(number))

    async def offer(
        self,
        challenger: PlayerId | Person = ADA,
        opponents: tuple[PlayerId, ...] = (BEN,),
        *,
        game: str = "apart",
        seat: SeatChoice = SeatChoice.FIRST,
        place: Place = PLACE,
        **terms: Any,
    ) -> Challenge:
        """A challenge on these ``terms``, rated and without a clock if they do not say so.

        It is to anybody if there are no opponents.
        """
        terms = {"rated": True, "clock": "none", **terms}
        offer = ChallengeOffer(game, tuple(map(Person, opponents)), seat_choice=seat, **terms)
        return await self.challenges.offer(self.actor(challenger, place), offer)

    async def start(
        self, *players: PlayerId, place: Place = PLACE, posted: bool = False, **terms: Any
    ) -> MatchState:
        """A match that ``players``, Ada and Ben if none are named, have agreed on.

        The first one sits first, the others in the order of the lot. Its board may be ``posted``.
        """
        challenger, *opponents = players or (ADA, BEN)
        challenge = await self.offer(challenger, tuple(opponents), place=place, **terms)
        for opponent in opponents:
            challenge = await self.challenges.accept(self.actor(opponent, place), challenge.id)
        if posted:
            await self.deliver()
        return await self.begun(challenge)

    async def begun(self, challenge: Challenge) -> MatchState:
        assert challenge.match_id is not None
        return await self.state(challenge.match_id)

    async def move(self, match: MatchState, move: str) -> MatchState:
        who = match.to_move_player
        assert isinstance(who, int)
        return (await self.matches.submit(self.actor(who), move, match.id, match.ply)).state

    async def play(self, match: MatchState, plies: int = 1, *, posted: bool = False) -> MatchState:
        """The match after the players to move have each made their first legal move."""
        for _ in range(plies):
            if not match.is_running:  # somebody else has ended it
                raise MatchOver(match)
            match = await self.move(match, first_move(match))
        if posted:
            await self.deliver()
        return match

    async def agree(
        self, asking: Asking, match: MatchState, who: PlayerId = ADA, wish: str = ""
    ) -> MatchRequest:
        """What somebody asks of the other players, all of whom grant it."""
        asked = await asking.ask(self.actor(who), match.id, wish=wish)
        for other in asked.awaiting:
            asked = await asking.grant(self.actor(other), asked.id)
        return asked

    async def deliver(self, after: timedelta = NO_TIME, **parts: float) -> None:
        """Post what is to be posted so long from now."""
        self.clock.now += after + timedelta(**parts)
        await deliver_due(self.delivery)

    async def notice_places(self) -> None:
        """Let the bot notice where it can be by now, and go on there."""
        self.services[AbsenceService].changed()
        await self.services[AbsenceService].look()
        await follow_absences(self.scheduler)

    async def sweep(self, after: timedelta = NO_TIME, **parts: float) -> int:
        """Do what is due so long from now; how much that was."""
        self.clock.now += after + timedelta(**parts)
        return await self.scheduler.sweep()

    async def look_around(self, after: timedelta = NO_TIME, **parts: float) -> None:
        """Do all that is due so long from now, and post what has come of it."""
        while await self.sweep(after, **parts):
            after, parts = NO_TIME, {}
        await self.deliver()

    async def live(self, hours: float) -> None:
        """Let hours pass as they do for a bot that runs."""
        while hours > 0:
            self.clock.advance(hours=min(hours, 0.5))
            hours -= 0.5
            await self.services[Presence].beat()
            await self.look_around()

    async def resign(self, match: MatchState, who: PlayerId) -> MatchState:
        return await self.matches.resign(self.actor(who), match.id)

    async def state(self, match_id: MatchId, ply: int | None = None) -> MatchState:
        """The match now, or as it stood at ``ply``."""
        return await self.matches.state(match_id, ply)

    async def from_the_log(self, match_id: MatchId, ply: int | None = None) -> MatchState:
        """The same, read by somebody who remembers nothing."""
        return await self.database.read(MatchStore(self.clock).read, match_id, ply)

    async def sql(self, statement: str) -> list[tuple[Any, ...]]:
        """What a statement gives that is run behind the services' backs."""

        def run(connection: Connection) -> list[tuple[Any, ...]]:
            found = connection.execute(text(statement))
            return [tuple(row) for row in found] if found.returns_rows else []

        return await self.database.write(run)

    async def rows(self, table: str, condition: str = "true") -> int:
        """How many rows a table has, for which an SQL condition is true."""
        return await self.database.read(_count, table, condition)


class OpenClub:
    """Opens clubs on one database, with one clock for all, and closes them at the end.

    No two of them hear of the same click.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: list[Club] = []

    async def __call__(self, discord: ScriptedDiscord | None = None, **options: Any) -> Club:
        clock = self._opened[0].clock if self._opened else None
        options = {"first_click": 10_000 * len(self._opened), **options}
        self._opened.append(await Club.at(self._url, discord, clock, **options))
        return self._opened[-1]

    async def close_all(self) -> None:
        for club in self._opened:
            await club.close()


def _count(connection: Connection, table: str, condition: str) -> int:
    counted = text(f"SELECT count(*) FROM {table} WHERE {condition}")
    return int(connection.execute(counted).scalar_one())


def first_move(match: MatchState) -> str:
    return str(next(iter(match.position.moves())))
