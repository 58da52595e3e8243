"""Leaderboards: who is how strong, in a server or everywhere."""

from __future__ import annotations

from bot.services.leaderboards.champions import (
    ChampionService,
    Handover,
    follow_ladder,
    load_handover,
)
from bot.services.leaderboards.champions_storage import Champion
from bot.services.leaderboards.errors import AlreadyLive
from bot.services.leaderboards.live import LiveLeaderboard, LiveService, load_live
from bot.services.leaderboards.models import (
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from bot.services.leaderboards.part import leaderboards_part
from bot.services.leaderboards.service import LeaderboardService
