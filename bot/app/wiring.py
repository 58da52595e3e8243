"""Wiring: what the bot is made of, put together in one place."""

from __future__ import annotations

from datetime import timedelta
from random import Random, SystemRandom
from typing import Any, TypeAlias

from bot.app.counting import count_entry
from bot.services.challenges import ChallengeService
from bot.services.climbing import ClimbingService, Following, LadderManagement, LadderStore
from bot.services.composer import ComposerService
from bot.services.conditionals import ConditionalService, play_prepared
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
    note_board,
)
from bot.services.leaderboards import (
    ChampionService,
    LeaderboardService,
    LiveService,
    follow_champions,
    follow_results,
    give_up_roles,
)
from bot.services.matches import MatchService, MatchStore, Now
from bot.services.opponents import HintService, Opponents, note_engine_turn
from bot.services.pictures import Draws, PictureService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.profiles import ProfileService
from bot.services.puzzles import PuzzleService, WeeklyService, count_solver
from bot.services.reminders import (
    DueDigests,
    DueReminders,
    IdleMatches,
    IdleService,
    ReminderService,
    end_reminders,
    watch_idleness,
)
from bot.services.replay import ReplayService, SharingService
from bot.services.requests import (
    DrawService,
    ForgivenessService,
    PauseService,
    UndoService,
    lapse_requests,
)
from bot.services.reviews import Reviews, note_review
from bot.services.rulings import RulingService
from bot.services.services import Services
from bot.services.settings import BlockService, SettingsService
from bot.services.standings import count_result
from bot.services.thinking import Processes, Thinks
from bot.services.timekeeping import (
    Breaker,
    ClockService,
    Heart,
    PauseEnds,
    Presence,
    Timeouts,
    VacationService,
    check_time,
    keep_time,
)
from bot.services.timers import Due, Scheduler
from bot.services.upkeep import Pruning
from bot.services.watching import FollowService, WatchService, tell_followers, tell_friends
from data.database import Database
from data.shards import ALL, Shards
from data.states import MessageKind, TimerKind

HEART = Heart()
RANDOMNESS = SystemRandom()

TIMEOUT = timedelta(seconds=30)
"""How long Discord may take for one answer to delivery."""

Standing: TypeAlias = tuple[LiveService, ChampionService, WeeklyService]
"""What keeps something in channels and for roles."""


def put_together(
    database: Database,
    messenger: Messenger,
    renderer: Draws,
    now: Now,
    *,
    randomness: Random | None = None,
    thinker: Thinks | None = None,  # in place of processes of its own
    timeout: timedelta = TIMEOUT,
    heart: Heart = HEART,
    shards: Shards = ALL,
    alone: bool | None = None,
) -> Services:
    """The services on an open database, for these shards, which nobody else serves if ``alone``."""
    thinks, pictures, ladders = thinker or Processes(), PictureService(renderer), LadderStore(now)
    following, presence, store, vacations = _ground(database, ladders, now, heart, shards)
    challenges = _challenges(database, store, following, now, randomness or RANDOMNESS)
    live, champions, weekly = standing = _standing(database, now)
    timers = _timers(standing, challenges, following, store, presence, vacations, now)
    shown, old = _messages(database, store, ladders, pictures, messenger, timeout, now)
    return Services(
        database=database,
        matches=MatchService(database, store, now),
        composer=ComposerService(database, store, now),
        conditionals=ConditionalService(database, store, now),
        challenges=challenges,
        clocks=ClockService(database, store, now),
        vacations=vacations,
        presence=presence,
        undo=UndoService(database, store, now),
        draws=DrawService(database, store, now),
        pauses=PauseService(database, store, now),
        forgiveness=ForgivenessService(database, store, now),
        rulings=RulingService(database, store, now),
        replay=ReplayService(database, store),
        sharing=SharingService(database, store, now),
        practice=PracticeService(database, now, randomness or RANDOMNESS),
        puzzles=PuzzleService(database, now, count_solver),
        weekly=weekly,
        settings=SettingsService(database, now),
        blocks=BlockService(database, now),
        reminders=ReminderService(database, now),
        idle=IdleService(database, store, now),
        privacy=PrivacyService(database, store, now, (give_up_roles, following.leave)),
        watching=WatchService(database, store, now),
        following=FollowService(database, now),
        climbing=ClimbingService(database, ladders, challenges, now),
        ladder_management=LadderManagement(database, ladders, now),
        champions=champions,
        live_lists=live,
        leaderboards=LeaderboardService(database, now),
        profiles=ProfileService(database, now),
        pruning=Pruning(database, now),
        pictures=pictures,
        delivery=Delivery(database, shown, now, messenger.time, old, shards=shards, alone=alone),
        scheduler=Scheduler(database, timers, now, Breaker(presence).held),
        opponents=Opponents(database, store, thinks, now),
        hints=HintService(database, store, thinks),
        reviews=Reviews(database, store, thinks, now),
    )


def _ground(
    database: Database, ladders: LadderStore, now: Now, heart: Heart, shards: Shards
) -> tuple[Following, Presence, MatchStore, VacationService]:
    """What everything else stands on."""
    following = Following(ladders, now)
    presence = Presence(database, now, heart, shards, (following.credit,))
    store = _store(following, presence, now)
    vacations = VacationService(database, store, presence, now, (following.vacation,))
    return following, presence, store, vacations


def _challenges(
    database: Database, store: MatchStore, following: Following, now: Now, randomness: Random
) -> ChallengeService:
    """Challenges, with the ladders that take part in them."""
    checks, settled = (following.check,), (following.settled,)
    return ChallengeService(database, store, now, randomness, checks, settled)


def _store(following: Following, presence: Presence, now: Now) -> MatchStore:
    """The matches, with everybody who takes part in their changes, in this order."""
    listeners = (
        lapse_requests,
        end_reminders,
        watch_idleness,
        count_result,
        following.match,
        follow_results,
        follow_champions,
        note_board,
        tell_followers,
        tell_friends,
        note_engine_turn,
        note_review,
        count_entry,
    )
    checks = (presence.hear, check_time)
    return MatchStore(now, listeners, checks, (play_prepared,), (keep_time,))


def _standing(database: Database, now: Now) -> Standing:
    return LiveService(database, now), ChampionService(database, now), WeeklyService(database, now)


def _timers(
    standing: Standing,
    challenges: ChallengeService,
    following: Following,
    store: MatchStore,
    presence: Presence,
    vacations: VacationService,
    now: Now,
) -> dict[TimerKind, Due]:
    """What each kind of timer does."""
    live, champions, weekly = standing
    return {
        TimerKind.CHALLENGE_EXPIRY: challenges.expire,
        TimerKind.DEADLINE: Timeouts(store, presence, now).apply,
        TimerKind.PAUSE_END: PauseEnds(store).apply,
        TimerKind.LADDER: following.apply,
        TimerKind.LIVE_LIST: live.follow,
        TimerKind.CHAMPION: champions.follow,
        TimerKind.WEEKLY: weekly.follow,
        TimerKind.VACATION_END: vacations.expire,
        TimerKind.REMINDER: DueReminders(now).apply,
        TimerKind.DIGEST: DueDigests(now).apply,
        TimerKind.IDLE: IdleMatches(store, now).apply,
    }


def _messages(
    database: Database,
    store: MatchStore,
    ladders: LadderStore,
    pictures: PictureService,
    messenger: Messenger,
    timeout: timedelta,
    now: Now,
) -> tuple[dict[MessageKind, Handler[Any]], OldBoards]:
    """What shows each kind of message, and what takes the buttons off boards."""
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
