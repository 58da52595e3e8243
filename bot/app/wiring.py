"""Wiring: what the bot is made of, put together in one place."""

from __future__ import annotations

from datetime import timedelta
from random import Random, SystemRandom

from bot.app.counting import count_entry
from bot.services.challenges import ChallengeService
from bot.services.composer import ComposerService
from bot.services.delivery import (
    BoardHandler,
    ChallengeCardHandler,
    ClockNewsHandler,
    Delivery,
    DirectHandler,
    Messenger,
    RequestCardHandler,
    note_board,
)
from bot.services.matches import MatchService, MatchStore, Now
from bot.services.pictures import Draws, PictureService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.replay import ReplayService
from bot.services.requests import DrawService, PauseService, UndoService, lapse_requests
from bot.services.rulings import RulingService
from bot.services.services import Services
from bot.services.settings import BlockService, SettingsService
from bot.services.timekeeping import ClockService, PauseEnds, Timeouts, check_time, keep_time
from bot.services.timers import Scheduler
from bot.services.upkeep import Pruning
from data.database import Database
from data.states import MessageKind, TimerKind

TIMEOUT = timedelta(seconds=30)
"""How long Discord may take for one answer to delivery."""


def put_together(
    database: Database,
    messenger: Messenger,
    renderer: Draws,
    now: Now,
    *,
    randomness: Random | None = None,
    timeout: timedelta = TIMEOUT,
) -> Services:
    """The services on an open database."""
    dice = randomness or SystemRandom()
    listeners = (lapse_requests, keep_time, note_board, count_entry)
    store = MatchStore(now, listeners, (check_time,))
    pictures = PictureService(renderer)
    challenges = ChallengeService(database, store, now, dice)
    delivery = Delivery(
        database,
        {
            MessageKind.BOARD: BoardHandler(database, store, messenger, pictures, timeout, now),
            MessageKind.CHALLENGE: ChallengeCardHandler(messenger, timeout),
            MessageKind.REQUEST: RequestCardHandler(messenger, timeout, store),
            MessageKind.CLOCK: ClockNewsHandler(messenger, timeout, store),
            MessageKind.DIRECT: DirectHandler(messenger, timeout),
        },
        now,
    )
    return Services(
        database=database,
        matches=MatchService(database, store),
        composer=ComposerService(database, store, now),
        challenges=challenges,
        clocks=ClockService(database, store, now),
        undo=UndoService(database, store, now),
        draws=DrawService(database, store, now),
        pauses=PauseService(database, store, now),
        rulings=RulingService(database, store, now),
        replay=ReplayService(database, store),
        practice=PracticeService(database, now, dice),
        settings=SettingsService(database, now),
        blocks=BlockService(database, now),
        privacy=PrivacyService(database, store, now),
        pruning=Pruning(database, now),
        pictures=pictures,
        delivery=delivery,
        scheduler=Scheduler(
            database,
            {
                TimerKind.CHALLENGE_EXPIRY: challenges.expire,
                TimerKind.DEADLINE: Timeouts(store, now).apply,
                TimerKind.PAUSE_END: PauseEnds(store).apply,
            },
            now,
        ),
    )
