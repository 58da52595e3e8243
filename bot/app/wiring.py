"""Wiring: what the bot is made of, put together in one place."""

from __future__ import annotations

from datetime import timedelta
from random import Random, SystemRandom
from typing import Any

from bot.app import counting
from bot.services import (
    composer,
    conditionals,
    delivery,
    opponents,
    requests,
    results,
    reviews,
    watching,
)
from bot.services.challenges import ChallengeService
from bot.services.composer import ComposerService
from bot.services.conditionals import ConditionalService
from bot.services.delivery import (
    BoardHandler,
    ChallengeCardHandler,
    ChampionHandler,
    ClockNewsHandler,
    Delivery,
    DigestHandler,
    DirectHandler,
    FollowedHandler,
    Handler,
    LadderCardHandler,
    LadderNewsHandler,
    LiveListHandler,
    LookedBackHandler,
    Messenger,
    OldBoards,
    ReminderHandler,
    RequestCardHandler,
    ShareHandler,
    WeeklyHandler,
)
from bot.services.ladders import Following, LadderManagement, LadderService, LadderStore
from bot.services.leaderboards import (
    ChampionService,
    LeaderboardService,
    LiveService,
    follow_ladder,
    leaderboards_part,
)
from bot.services.matches import MatchService, MatchStore, Now
from bot.services.opponents import HintService, Opponents
from bot.services.part import Part, forgets_of, hooks_of, prunes_of, timers_of
from bot.services.pictures import Draws, PictureService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.profiles import ProfileService
from bot.services.puzzles import PuzzleService, WeeklyService, count_solver
from bot.services.reminders import IdleService, ReminderService, reminders_part
from bot.services.replay import ReplayService, SharingService
from bot.services.requests import InboxService, Requests
from bot.services.reviews import Reviews
from bot.services.rulings import RulingService
from bot.services.services import Jobs, Services
from bot.services.settings import BlockService, SettingsService
from bot.services.thinking import Processes, Thinks
from bot.services.timekeeping import (
    Breaker,
    ClockService,
    Heart,
    Presence,
    VacationService,
    time_part,
)
from bot.services.timers import Scheduler
from bot.services.upkeep import Pruning
from bot.services.watching import FollowService, WatchService
from data.database import Database
from data.shards import ALL, Shards
from data.states import MessageKind

HEART = Heart()
RANDOMNESS = SystemRandom()

TIMEOUT = timedelta(seconds=30)
"""How long Discord may take for one answer to delivery."""


class Ground:
    """What several services stand on, made in the order in which they need each other."""

    def __init__(
        self, database: Database, renderer: Draws, now: Now, heart: Heart, shards: Shards
    ) -> None:
        self.database = database
        self.now = now
        self.pictures = PictureService(renderer)
        self.store = MatchStore(now)
        self.ladders = LadderStore(now, (follow_ladder,))
        self.following = Following(self.ladders, now)
        self.presence = Presence(database, now, heart, shards, (self.following.credit,))
        self.vacations = VacationService(
            database, self.store, self.presence, now, (self.following.vacation,)
        )
        self.live = LiveService(database, now)
        self.champions = ChampionService(database, now)
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
    now, store = ground.now, ground.store
    return (
        time_part(store, ground.presence, ground.vacations, now),
        requests.PART,
        reminders_part(store, now),
        results.PART,
        leaderboards_part(ground.live, ground.champions),
        ground.following.part(),
        delivery.PART,
        watching.PART,
        opponents.PART,
        reviews.PART,
        conditionals.PART,
        composer.PART,
        challenges.part(),
        ground.weekly.part(),
        counting.PART,
    )


def put_together(
    database: Database,
    messenger: Messenger,
    renderer: Draws,
    now: Now,
    *,
    randomness: Random = RANDOMNESS,
    thinker: Thinks | None = None,  # in place of processes of its own
    timeout: timedelta = TIMEOUT,
    heart: Heart = HEART,
    shards: Shards = ALL,
    alone: bool | None = None,
) -> Services:
    """The services on an open database, for these shards, which nobody else serves if ``alone``."""
    ground = Ground(database, renderer, now, heart, shards)
    challenges, thinks = ground.challenges(randomness), thinker or Processes()
    parts = parts_of(ground, challenges)
    store = ground.store
    store.let_take_part(hooks_of(parts))
    return Services(
        database=database,
        matches=MatchService(database, store, now),
        inbox=InboxService(database),
        composer=ComposerService(database, store, now),
        conditionals=ConditionalService(database, store, now),
        challenges=challenges,
        clocks=ClockService(database, store, now),
        vacations=ground.vacations,
        requests=Requests.on(database, store, now),
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
        privacy=PrivacyService(database, store, now, forgets_of(parts)),
        watching=WatchService(database, store, now),
        following=FollowService(database, now),
        ladders=LadderService(database, ground.ladders, challenges, now),
        ladder_management=LadderManagement(database, ground.ladders, now),
        champions=ground.champions,
        live_lists=ground.live,
        leaderboards=LeaderboardService(database, now),
        profiles=ProfileService(database, now),
        hints=HintService(database, store, thinks),
        presence=ground.presence,
        pictures=ground.pictures,
        reviews=Reviews(database, store, thinks, now),
        jobs=_jobs(ground, parts, messenger, thinks, timeout, shards, alone),
    )


def _jobs(
    ground: Ground,
    parts: tuple[Part, ...],
    messenger: Messenger,
    thinks: Thinks,
    timeout: timedelta,
    shards: Shards,
    alone: bool | None,
) -> Jobs:
    """What goes on in the background."""
    database, now = ground.database, ground.now
    shown, old = _messages(ground, messenger, timeout)
    return Jobs(
        delivery=Delivery(database, shown, now, messenger.time, old, shards=shards, alone=alone),
        scheduler=Scheduler(database, timers_of(parts), now, Breaker(ground.presence).held),
        opponents=Opponents(database, ground.store, thinks, now),
        pruning=Pruning(database, prunes_of(parts), now),
    )


def _messages(
    ground: Ground, messenger: Messenger, timeout: timedelta
) -> tuple[dict[MessageKind, Handler[Any]], OldBoards]:
    """What shows each kind of message, and what takes the buttons off boards."""
    database, store, ladders, pictures, now = (
        ground.database,
        ground.store,
        ground.ladders,
        ground.pictures,
        ground.now,
    )
    old = OldBoards(database, store, messenger, timeout)
    return {
        MessageKind.BOARD: BoardHandler(database, store, messenger, pictures, old, timeout, now),
        MessageKind.CHALLENGE: ChallengeCardHandler(messenger, timeout),
        MessageKind.REQUEST: RequestCardHandler(messenger, timeout, store),
        MessageKind.CLOCK: ClockNewsHandler(messenger, timeout, store),
        MessageKind.LADDER: LadderCardHandler(database, messenger, timeout, ladders, now),
        MessageKind.LADDER_NEWS: LadderNewsHandler(messenger, timeout),
        MessageKind.LIVE_LIST: LiveListHandler(database, messenger, timeout, now),
        MessageKind.CHAMPION: ChampionHandler(database, messenger, timeout, ladders, now),
        MessageKind.LOOKED_BACK: LookedBackHandler(store, messenger, timeout),
        MessageKind.SHARE: ShareHandler(store, messenger, pictures, timeout),
        MessageKind.WEEKLY: WeeklyHandler(database, messenger, pictures, timeout, now),
        MessageKind.DIRECT: DirectHandler(messenger, timeout),
        MessageKind.FOLLOWED: FollowedHandler(messenger, timeout, store),
        MessageKind.REMINDER: ReminderHandler(database, store, messenger, timeout, now),
        MessageKind.DIGEST: DigestHandler(database, messenger, timeout, now),
    }, old
