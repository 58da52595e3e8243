"""Telling Discord what was committed, exactly once and in order."""

from __future__ import annotations

from bot.services.delivery.boards import BoardHandler, note_board
from bot.services.delivery.cards import (
    ChallengeCardHandler,
    ClockNewsHandler,
    RequestCardHandler,
)
from bot.services.delivery.champions import ChampionHandler
from bot.services.delivery.directs import DirectHandler, FollowedHandler
from bot.services.delivery.handler import Handler
from bot.services.delivery.ladder_cards import LadderCardHandler, LadderNewsHandler
from bot.services.delivery.live import LiveListHandler
from bot.services.delivery.looking_back import LookedBackHandler
from bot.services.delivery.messenger import (
    Board,
    CannotPost,
    Card,
    ChannelGone,
    DirectMessagesClosed,
    LookedBack,
    MessageGone,
    Messenger,
    RoleGone,
    Sent,
    ShownCard,
    TryLater,
)
from bot.services.delivery.old_boards import OldBoards
from bot.services.delivery.reminders import DigestHandler, ReminderHandler
from bot.services.delivery.shares import ShareHandler
from bot.services.delivery.weekly import WeeklyHandler
from bot.services.delivery.worker import Delivery

__all__ = [
    "Board",
    "BoardHandler",
    "CannotPost",
    "Card",
    "ChallengeCardHandler",
    "ChampionHandler",
    "ChannelGone",
    "ClockNewsHandler",
    "Delivery",
    "DigestHandler",
    "DirectHandler",
    "DirectMessagesClosed",
    "FollowedHandler",
    "Handler",
    "LadderCardHandler",
    "LadderNewsHandler",
    "LiveListHandler",
    "LookedBack",
    "LookedBackHandler",
    "MessageGone",
    "Messenger",
    "OldBoards",
    "ReminderHandler",
    "RequestCardHandler",
    "RoleGone",
    "Sent",
    "ShareHandler",
    "ShownCard",
    "TryLater",
    "WeeklyHandler",
    "note_board",
]
