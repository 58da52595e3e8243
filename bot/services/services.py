"""Everything that people can do, in one value."""

from dataclasses import dataclass, field
from datetime import timedelta

from bot.services.challenges import ChallengeService
from bot.services.composer import ComposerService
from bot.services.conditionals import ConditionalService
from bot.services.delivery import Delivery
from bot.services.ladders import LadderManagement, LadderService
from bot.services.leaderboards import ChampionService, LeaderboardService, LiveService
from bot.services.matches import MatchService
from bot.services.one_at_a_time import OneAtATime
from bot.services.opponents import HintService, Opponents
from bot.services.pictures import PictureService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.profiles import ProfileService
from bot.services.puzzles import PuzzleService, WeeklyService
from bot.services.reminders import IdleService, ReminderService
from bot.services.replay import ReplayService, SharingService
from bot.services.requests import InboxService, Requests
from bot.services.reviews import Reviews
from bot.services.rulings import RulingService
from bot.services.settings import BlockService, SettingsService
from bot.services.timekeeping import ClockService, Presence, VacationService
from bot.services.timers import Scheduler
from bot.services.tournaments import TournamentManagement, TournamentService
from bot.services.upkeep import Pruning
from bot.services.waking import ended_within
from bot.services.watching import FollowService, WatchService
from data.database import Database


@dataclass(frozen=True, slots=True)
class Jobs:
    """What goes on in the background."""

    delivery: Delivery
    scheduler: Scheduler
    opponents: Opponents
    pruning: Pruning


DRAWING = timedelta(seconds=1)
"""How long pictures that are being drawn may take at the end."""


@dataclass(frozen=True, slots=True)
class Services:
    """What people can do, and what does it in the background."""

    database: Database
    matches: MatchService
    inbox: InboxService
    composer: ComposerService
    conditionals: ConditionalService
    challenges: ChallengeService
    clocks: ClockService
    vacations: VacationService
    presence: Presence
    requests: Requests
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
    ladders: LadderService
    ladder_management: LadderManagement
    tournaments: TournamentService
    tournament_management: TournamentManagement
    leaderboards: LeaderboardService
    champions: ChampionService
    live_lists: LiveService
    profiles: ProfileService
    pictures: PictureService
    hints: HintService
    reviews: Reviews
    jobs: Jobs
    exports: OneAtATime = field(default_factory=OneAtATime)

    async def aclose(self) -> None:
        """Finish the pictures being drawn, think no more, and let go of the database."""
        await self.jobs.opponents.aclose()
        await ended_within("pictures", DRAWING, self.pictures.aclose())
        await self.database.close()
