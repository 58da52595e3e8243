"""All that people can do, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.challenges.service import ChallengeService
from bot.services.composer.drafts import DraftService
from bot.services.delivery.worker import Delivery
from bot.services.matches.inbox import InboxService
from bot.services.matches.service import MatchService
from bot.services.pictures.service import PictureService
from bot.services.practice.service import PracticeService
from bot.services.replay.service import HistoryService
from bot.services.requests.draws import DrawService
from bot.services.requests.undo import UndoService
from bot.services.rulings.service import AdjudicationService
from bot.services.settings.blocks import BlockService
from bot.services.settings.service import SettingsService
from data.database import Database


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
