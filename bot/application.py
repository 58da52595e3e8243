"""Wiring: what the bot is made of, put together in one place."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom

from bot.services.challenges import ChallengeService
from bot.services.delivery import Delivery
from bot.services.logbook import Clock, Logbook
from bot.services.matches import MatchService
from bot.services.messenger import Messenger
from bot.services.pictures import PictureService
from data.database import Database
from renderer import Renderer


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that people can do, and what does it in the background."""

    database: Database
    matches: MatchService
    challenges: ChallengeService
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
        pictures=pictures,
        delivery=delivery,
    )
