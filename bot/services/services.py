"""Everything that people can do, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.challenges import ChallengeService
from bot.services.composer import ComposerService
from bot.services.delivery import Delivery
from bot.services.matches import MatchService
from bot.services.pictures import PictureService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.replay import ReplayService
from bot.services.requests import DrawService, PauseService, RequestService, UndoService
from bot.services.rulings import RulingService
from bot.services.settings import BlockService, SettingsService
from bot.services.timekeeping import ClockService
from bot.services.timers import Scheduler
from bot.services.upkeep import Pruning
from data.database import Database
from data.states import RequestKind


@dataclass(frozen=True, slots=True)
class Services:
    """What people can do, and what does it in the background."""

    database: Database
    matches: MatchService
    composer: ComposerService
    challenges: ChallengeService
    clocks: ClockService
    undo: UndoService
    draws: DrawService
    pauses: PauseService
    rulings: RulingService
    replay: ReplayService
    practice: PracticeService
    settings: SettingsService
    blocks: BlockService
    privacy: PrivacyService
    pruning: Pruning
    pictures: PictureService
    delivery: Delivery
    scheduler: Scheduler

    def requests(self, kind: RequestKind) -> RequestService:
        """What asks for this kind of thing."""
        return {
            RequestKind.UNDO: self.undo,
            RequestKind.DRAW: self.draws,
            RequestKind.PAUSE: self.pauses,
        }[kind]

    async def aclose(self) -> None:
        """Finish the pictures being drawn and let go of the database."""
        await self.pictures.aclose()
        await self.database.close()
