"""Leaderboards: who is how strong, in a server or everywhere."""

from bot.core.matches import OF_RESULTS, Hook
from bot.core.part import Part
from bot.features.leaderboards.champions import (
    Champion,
    ChampionService,
    Roles,
    follow_champions,
    follow_first,
    give_up_roles,
    look_again,
    lost_roles,
)
from bot.features.leaderboards.live import (
    LiveLeaderboard,
    LiveService,
    follow,
    follow_results,
    live_posts,
    lost_lists,
)
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import (
    AlreadyLive,
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from data.states import TimerKind
