"""Everything that people can do, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from bot.services.challenges import ChallengeService
from bot.services.climbing import ClimbingService, LadderManagement
from bot.services.composer import ComposerService
from bot.services.conditionals import ConditionalService
from bot.services.delivery import Delivery
from bot.services.leaderboards import ChampionService, LeaderboardService, LiveService
from bot.services.matches import MatchService
from bot.services.one_at_a_time import OneAtATime
from bot.services.opponents import HintService, Opponents
from bot.services.parting import ended_within
from bot.services.pictures import PictureService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.profiles import ProfileService
from bot.services.puzzles import PuzzleService, WeeklyService
from bot.services.reminders import IdleService, ReminderService
from bot.services.replay import ReplayService, SharingService
from bot.services.requests import (
    DrawService,
    ForgivenessService,
    PauseService,
    RequestService,
    UndoService,
)
from bot.services.reviews import Reviews
from bot.services.rulings import RulingService
from bot.services.settings import BlockService, SettingsService
from bot.services.timekeeping import ClockService, Presence, VacationService
from bot.services.timers import Scheduler
from bot.services.upkeep import Pruning
from bot.services.watching import FollowService, WatchService
from data.database import Database
from data.states import RequestKind

DRAWING = timedelta(seconds=1)
"""How long pictures that are being drawn may take at the end."""


@dataclass(frozen=True, slots=True)
class Services:
    """What people can do, and what does it in the background."""

    database: Database
    matches: MatchService
    composer: ComposerService
    conditionals: ConditionalService
    challenges: ChallengeService
    clocks: ClockService
    vacations: VacationService
    presence: Presence
    undo: UndoService
    draws: DrawService
    pauses: PauseService
    forgiveness: ForgivenessService
    rulings: RulingService
    replay: ReplayService
    sharing: SharingService
    practice: PracticeService
    puzzles: PuzzleService
    weekly: WeeklyService
    settings: SettingsService
    blocks: BlockService
    reminders: ReminderService
    idle: IdleService
    privacy: PrivacyService
    watching: WatchService
    following: FollowService
    climbing: ClimbingService
    ladder_management: LadderManagement
    leaderboards: LeaderboardService
    champions: ChampionService
    live_lists: LiveService
    profiles: ProfileService
    pruning: Pruning
    pictures: PictureService
    delivery: Delivery
    opponents: Opponents
    hints: HintService
    reviews: Reviews
    scheduler: Scheduler
    exports: OneAtATime = field(default_factory=OneAtATime)

    def requests(self, kind: RequestKind) -> RequestService:
        """What asks for this kind of thing."""
        return {
            RequestKind.UNDO: self.undo,
            RequestKind.DRAW: self.draws,
            RequestKind.PAUSE: self.pauses,
            RequestKind.FORGIVE: self.forgiveness,
        }[kind]

    async def aclose(self) -> None:
        """Finish the pictures being drawn, think no more, and let go of the database."""
        await self.opponents.aclose()
        await ended_within("pictures", DRAWING, self.pictures.aclose())
        await self.database.close()
