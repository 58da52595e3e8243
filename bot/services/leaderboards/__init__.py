"""Leaderboards: who is how strong, in a server or everywhere."""

from __future__ import annotations

from bot.services.leaderboards.champions import (
    ChampionService,
    Handover,
    follow_champions,
    load_handover,
)
from bot.services.leaderboards.errors import AlreadyLive
from bot.services.leaderboards.live import (
    EDITS_APART,
    LiveLeaderboard,
    LiveService,
    follow_results,
    load_live,
)
from bot.services.leaderboards.models import (
    ON_PAGE,
    TREND,
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from bot.services.leaderboards.service import LeaderboardService

__all__ = [
    "EDITS_APART",
    "ON_PAGE",
    "TREND",
    "AlreadyLive",
    "ChampionService",
    "Handover",
    "LeaderboardLine",
    "LeaderboardPage",
    "LeaderboardService",
    "LiveLeaderboard",
    "LiveService",
    "OwnStanding",
    "Period",
    "follow_champions",
    "follow_results",
    "load_handover",
    "load_live",
]
