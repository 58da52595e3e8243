"""Leaderboards: who is how strong, in a server or everywhere."""

from __future__ import annotations

from bot.services.leaderboards.champions import (
    ChampionService,
    Handover,
    follow_champions,
    follow_ladder,
    give_up_roles,
    load_handover,
)
from bot.services.leaderboards.champions_storage import Champion
from bot.services.leaderboards.errors import AlreadyLive
from bot.services.leaderboards.live import (
    LiveLeaderboard,
    LiveService,
    follow_results,
    load_live,
)
from bot.services.leaderboards.models import (
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from bot.services.leaderboards.service import LeaderboardService
