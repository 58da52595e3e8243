"""Wiring: what the bot is made of, put together in one place."""

from datetime import timedelta
from random import Random, SystemRandom

from bot.app import counting
from bot.services import composer, conditionals, leaderboards, opponents, results, timekeeping
from bot.services.boards import Boards, OldBoards, boards_part
from bot.services.challenges import ChallengeService
from bot.services.composer import ComposerService
from bot.services.conditionals import ConditionalService
from bot.services.delivery import Delivery
from bot.services.ladders import Following, LadderManagement, LadderService, LadderStore
from bot.services.matches import MatchService, MatchStore, Now
from bot.services.opponents import HintService, Opponents
from bot.services.part import Part, forgets_of, hooks_of, posts_of, prunes_of, timers_of
from bot.services.pictures import Draws, PictureService
from bot.services.posters import posters_part
from bot.services.posting import Messenger, Wire
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.profiles import ProfileService
from bot.services.puzzles import PuzzleService, WeeklyService, count_solver
from bot.services.reminders import IdleService, ReminderService, reminders_part
from bot.services.replay import ReplayService, SharingService, sharing_part
from bot.services.requests import InboxService, Requests, requests_part
from bot.services.reviews import Reviews, reviews_part
from bot.services.rulings import RulingService
from bot.services.services import Jobs, Services
from bot.services.settings import BlockService, SettingsService
from bot.services.thinking import Processes, Thinks
from bot.services.timers import Scheduler
from bot.services.tournaments import (
    Fitting,
    Progress,
    TournamentFollowing,
    TournamentManagement,
    TournamentService,
    TournamentStore,
)
from bot.services.upkeep import Pruning
from bot.services.watching import FollowService, WatchService, watching_part
from data.database import Database
from data.shards import ALL, Shards
from data.states import TimerKind

HEART = timekeeping.Heart()
RANDOMNESS = SystemRandom()

TIMEOUT = timedelta(seconds=30)
"""How long Discord may take for one answer to delivery."""


class Ground:
    """What several services stand on, made in the order in which they need each other."""

    def __init__(
        self,
        database: Database,
        wire: Wire,
        renderer: Draws | None,
        now: Now,
        heart: timekeeping.Heart,
        shards: Shards,
        randomness: Random,
    ) -> None:
        self.database = database
        self.wire = wire
        self.now = now
        self.pictures = PictureService(renderer)
        self.store = MatchStore(now, wire.messenger.locale_of)
        self.old_boards = OldBoards(database, self.store, wire)
        self.ladders = LadderStore(now, (leaderboards.follow_ladder,))
        self.following = Following(self.ladders, now)
        self.tournaments = TournamentStore(now, (leaderboards.follow_league,))
        self.progress = Progress(self.tournaments, self.store, randomness, Fitting(wire, now))
        self.cups = TournamentFollowing(self.tournaments, self.progress)
        credit = (self.following.credit, self.cups.credit)
        self.presence = timekeeping.Presence(database, now, heart, shards, credit)
        self.vacations = timekeeping.VacationService(
            database, self.store, self.presence, now, (self.following.vacation,)
        )
        self.live = leaderboards.LiveService(database, now)
        self.champions = leaderboards.ChampionService(database, now)
        self.weekly = WeeklyService(database, now)

    def challenges(self, randomness: Random) -> ChallengeService:
        """Challenges, with the ladders that take part in them."""
        checks, settled = (self.following.check,), (self.following.settled,)
        return ChallengeService(self.database, self.store, self.now, randomness, checks, settled)


def parts_of(ground: Ground, challenges: ChallengeService) -> tuple[Part, ...]:
    """Every part, in the order in which they take part in a change.

    Time comes first, because what follows reads it. Results come before leaderboards and ladders,
    which read them. The board comes after all that it shows. Counting comes last, when nothing can
    fail any more. A person who is forgotten loses champions' roles before places on ladders, so
    that no role comes back.
    """
    database, now, store, wire = ground.database, ground.now, ground.store, ground.wire
    pictures, roles = ground.pictures, leaderboards.Roles(database, ground.ladders, wire, now)
    boards = Boards(database, store, ground.presence, pictures, ground.old_boards, wire, now)
    return (
        timekeeping.time_part(store, ground.presence, ground.vacations, now),
        requests_part(store),
        reminders_part(store, now),
        results.PART,
        leaderboards.leaderboards_part(ground.live, ground.champions, roles),
        ground.following.part(),
        ground.cups.part(),
        boards_part(boards),
        watching_part(store, wire),
        opponents.PART,
        reviews_part(store),
        conditionals.PART,
        composer.PART,
        challenges.part(),
        ground.weekly.part(pictures),
        sharing_part(store, wire, pictures.share_card),
        posters_part(store, wire, pictures.poster),
        counting.PART,
    )


def put_together(
    database: Database,
    messenger: Messenger,
    renderer: Draws | None,  # in place of one of its own
    now: Now,
    *,
    randomness: Random = RANDOMNESS,
    thinker: Thinks | None = None,  # in place of processes of its own
    timeout: timedelta = TIMEOUT,
    heart: timekeeping.Heart = HEART,
    shards: Shards = ALL,
    alone: bool | None = None,
) -> Services:
    """The services on an open database, for these shards, which nobody else serves if ``alone``."""
    ground = Ground(database, Wire(messenger, timeout), renderer, now, heart, shards, randomness)
    challenges, thinks = ground.challenges(randomness), thinker or Processes()
    parts = parts_of(ground, challenges)
    withdraws, forgets = forgets_of(parts)
    cups = (database, ground.tournaments, ground.progress, now)
    store = ground.store
    store.let_take_part(hooks_of(parts))
    return Services(
        database=database,
        matches=MatchService(database, store, now),
        inbox=InboxService(database),
        composer=ComposerService(database, store, now),
        conditionals=ConditionalService(database, store, now),
        challenges=challenges,
        clocks=timekeeping.ClockService(database, store, now),
        vacations=ground.vacations,
        requests=Requests(database, store, now),
        rulings=RulingService(database, store, now),
        replay=ReplayService(database, store),
        sharing=SharingService(database, store, now),
        practice=PracticeService(database, now, randomness),
        puzzles=PuzzleService(database, now, count_solver),
        weekly=ground.weekly,
        settings=SettingsService(database, now),
        blocks=BlockService(database, now),
        reminders=ReminderService(database, now),
        idle=IdleService(database, store, now),
        privacy=PrivacyService(database, store, now, forgets, withdraws),
        watching=WatchService(database, store, now),
        following=FollowService(database, now),
        ladders=LadderService(database, ground.ladders, challenges, now),
        ladder_management=LadderManagement(database, ground.ladders, now),
        tournaments=TournamentService(*cups),
        tournament_management=TournamentManagement(*cups),
        champions=ground.champions,
        live_lists=ground.live,
        leaderboards=leaderboards.LeaderboardService(database, now),
        profiles=ProfileService(database, now),
        hints=HintService(database, store, thinks),
        presence=ground.presence,
        pictures=ground.pictures,
        reviews=Reviews(database, store, thinks, now),
        jobs=_jobs(ground, parts, thinks, shards, alone),
    )


def _jobs(
    ground: Ground, parts: tuple[Part, ...], thinks: Thinks, shards: Shards, alone: bool | None
) -> Jobs:
    database, now, posts = ground.database, ground.now, posts_of(parts)
    wire, old = ground.wire, ground.old_boards
    return Jobs(
        delivery=Delivery(database, posts, now, wire, old, shards=shards, alone=alone),
        scheduler=Scheduler(
            *(database, timers_of(parts), now, timekeeping.Breaker(ground.presence).held),
            patient=(TimerKind.TOURNAMENT,),
        ),
        opponents=Opponents(database, ground.store, thinks, now),
        pruning=Pruning(database, prunes_of(parts), now),
    )
