"""Wiring: what the bot is made of, put together in one place."""

from __future__ import annotations

from random import SystemRandom

from bot.services.challenges.service import ChallengeService
from bot.services.composer.drafts import DraftService
from bot.services.delivery.messenger import Messenger
from bot.services.delivery.worker import Delivery
from bot.services.matches.inbox import InboxService
from bot.services.matches.service import MatchService
from bot.services.matches.store import Clock, Logbook
from bot.services.pictures.service import PictureService
from bot.services.practice.service import PracticeService
from bot.services.replay.service import HistoryService
from bot.services.requests.draws import DrawService
from bot.services.requests.undo import UndoService
from bot.services.rulings.service import AdjudicationService
from bot.services.services import Services
from bot.services.settings.blocks import BlockService
from bot.services.settings.service import SettingsService
from data.database import Database
from renderer import Renderer


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
