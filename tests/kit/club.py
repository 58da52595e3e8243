"""The services on a real database file, for tests: friends who meet to play."""

from __future__ import annotations

import itertools
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.services.composer.drafts import DraftService
from bot.services.matches.inbox import InboxService

from bot.services.challenges.service import ChallengeService
from bot.services.delivery.worker import Delivery
from bot.services.matches.models import ChallengeView, MatchView, Person, Place
from bot.services.matches.service import MatchService
from bot.services.matches.store import Logbook
from bot.services.pictures.service import PictureService
from bot.services.practice.service import PracticeService
from bot.services.replay.service import HistoryService
from bot.services.requests.draws import DrawService
from bot.services.requests.undo import UndoService
from bot.services.rulings.service import AdjudicationService
from bot.services.settings.blocks import BlockService
from bot.services.settings.service import SettingsService
from data.database import Database
from data.states import SeatChoice
from tests.kit.scripted import ManualClock, PlainRenderer, ScriptedDiscord

ADA, BEN, CHLOE, DAN = 1, 2, 3, 4
PLACE = Place(server_id=70, channel_id=700)


class Club:
    """Opened on a file; opened again on the same file, it is the next run of the program."""

    def __init__(self, database: Database, discord: ScriptedDiscord, clock: ManualClock) -> None:
        self.database = database
        self.discord = discord
        self.clock = clock
        self.changed: list[int] = []
        self.logbook = Logbook(clock)
        self.challenges = ChallengeService(database, self.logbook, clock, Random(5), self.on_change)
        self.matches = MatchService(database, self.logbook, self.on_change)
        parts = (database, self.logbook, clock, self.on_change)
        self.undo = UndoService(*parts)
        self.draws = DrawService(*parts)
        self.adjudication = AdjudicationService(*parts)
        self.history = HistoryService(database, self.logbook)
        self.inbox = InboxService(database)
        self.settings = SettingsService(database, clock)
        self.blocks = BlockService(database, clock)
        self.drafts = DraftService(database, self.logbook, clock)
        self.practice = PracticeService(database, clock, Random(7))
        self.pictures = PictureService(PlainRenderer())
        self.delivery = Delivery(
            database,
            self.logbook,
            self.pictures,
            discord,
            clock,
            patience=timedelta(milliseconds=200),
            grace=timedelta(milliseconds=200),
        )
        self._interactions = itertools.count(int(clock.now.timestamp()) * 1000)

    @classmethod
    async def open(
        cls,
        path: Path,
        discord: ScriptedDiscord | None = None,
        clock: ManualClock | None = None,
        busy_seconds: float = 5.0,
    ) -> Club:
        lay_out(path, await blank_database())
        database = await Database.open(f"sqlite+aiosqlite:///{path}", busy_seconds=busy_seconds)
        return cls(database, discord or ScriptedDiscord(), clock or ManualClock())

    async def close(self) -> None:
        await self.pictures.aclose()
        await self.database.close()

    def on_change(self, match_id: int) -> None:
        self.changed.append(match_id)
        self.delivery.wake(match_id)

    def interaction(self) -> int:
        return next(self._interactions)

    async def offer(
        self,
        challenger: int = ADA,
        opponents: tuple[int, ...] = (BEN,),
        *,
        game: str = "apart",
        variant: str | None = None,
        seat: SeatChoice = SeatChoice.FIRST,
        place: Place = PLACE,
    ) -> ChallengeView:
        people = tuple(Person(opponent) for opponent in opponents)
        return await self.challenges.offer(
            Person(challenger), people, game, variant, seat, place, self.interaction()
        )

    async def start(self, *players: int, **options: object) -> MatchView:
        """A match in which ``players``, Ada and Ben if none are named, sit in this order."""
        challenger, *opponents = players or (ADA, BEN)
        challenge = await self.offer(challenger, tuple(opponents), **options)
        for opponent in opponents:
            challenge = await self.challenges.accept(challenge.id, opponent)
        assert challenge.match_id is not None
        return await self.matches.view(challenge.match_id)

    async def play(self, view: MatchView, plies: int = 1) -> MatchView:
        """The match after the players to move have each made their first legal move."""
        for _ in range(plies):
            assert view.to_move_player is not None
            view = await self.matches.submit(
                view.id, view.to_move_player, first_move(view), self.interaction(), view.ply
            )
        return view

    async def rows(self, table: str) -> int:
        """How many rows a table has."""
        async with self.database.reading() as connection:
            counted = await connection.exec_driver_sql(f"select count(*) from {table}")
            return int(counted.scalar_one())


def lay_out(path: Path, blank: bytes) -> None:
    if not path.exists():
        path.write_bytes(blank)


_BLANK: list[bytes] = []


async def blank_database() -> bytes:
    """A database file in which nothing has happened, made once: migrating takes a while."""
    if not _BLANK:
        with TemporaryDirectory() as folder:
            path = f"{folder}/blank.db"
            await (await Database.open(f"sqlite+aiosqlite:///{path}")).close()
            _BLANK.append(contents(path))
    return _BLANK[0]


def contents(path: str) -> bytes:
    return Path(path).read_bytes()


def first_move(view: MatchView) -> str:
    return str(next(iter(view.position.moves())))
