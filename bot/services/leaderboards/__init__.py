"""Leaderboards: who is how strong, in a server or everywhere."""

from bot.services.leaderboards.champions import (
    ChampionService,
    Roles,
    follow_ladder,
)
from bot.services.leaderboards.champions_storage import Champion
from bot.services.leaderboards.live import LiveLeaderboard, LiveService
from bot.services.leaderboards.models import (
    AlreadyLive,
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from bot.services.leaderboards.part import leaderboards_part
from bot.services.leaderboards.service import LeaderboardService
