"""Wiring: what the bot is made of, put together in one place."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom

from bot.services.adjudication import AdjudicationService
from bot.services.blocks import BlockService
from bot.services.challenges import ChallengeService
from bot.services.delivery import Delivery
from bot.services.drafts import DraftService
from bot.services.draws import DrawService
from bot.services.history import HistoryService
from bot.services.inbox import InboxService
from bot.services.logbook import Clock, Logbook
from bot.services.matches import MatchService
from bot.services.messenger import Messenger
from bot.services.pictures import PictureService
from bot.services.practice import PracticeService
from bot.services.settings import SettingsService
from bot.services.undo import UndoService
from data.database import Database
from renderer import Renderer


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that people can do, and what does it in the background."""

    database: Database
    matches: MatchService
    challenges: ChallengeService
    undo: UndoService
    draws: DrawService
    adjudication: AdjudicationService
    inbox: InboxService
    history: HistoryService
    drafts: DraftService
    practice: PracticeService
    settings: SettingsService
    blocks: BlockService
    pictures: PictureService
    delivery: Delivery

    async def aclose(self) -> None:
        """Finish the pictures being drawn and let go of the database."""
        await self.pictures.aclose()
        await self.database.close()


async def open_services(
    database_url: str, messenger: Messenger, renderer: Renderer, clock: Clock
) -> Services:
    """The services on a database, brought up to date; raises StorageError."""
    database = await Database.open(database_url)
    logbook = Logbook(clock)
    pictures = PictureService(renderer)
    delivery = Delivery(database, logbook, pictures, messenger, clock)
    return Services(
        database=database,
        matches=MatchService(database, logbook, delivery.wake),
        challenges=ChallengeService(database, logbook, clock, SystemRandom(), delivery.wake),
        undo=UndoService(database, logbook, clock, delivery.wake),
        draws=DrawService(database, logbook, clock, delivery.wake),
        adjudication=AdjudicationService(database, logbook, clock, delivery.wake),
        inbox=InboxService(database),
        history=HistoryService(database, logbook),
        drafts=DraftService(database, logbook, clock),
        practice=PracticeService(database, clock, SystemRandom()),
        settings=SettingsService(database, clock),
        blocks=BlockService(database, clock),
        pictures=pictures,
        delivery=delivery,
    )
