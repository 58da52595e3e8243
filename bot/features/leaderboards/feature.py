"""Leaderboards and champions' roles, declared whole."""

from bot.core.matches import OF_RESULTS, Hook
from bot.core.part import Part
from bot.core.services import Services, plain
from bot.features.ladders import FirstChanged, LadderStore
from bot.features.leaderboards.champions import (
    ChampionService,
    Roles,
    follow_champions,
    follow_first,
    give_up_roles,
    look_again,
    lost_roles,
)
from bot.features.leaderboards.live import (
    LiveService,
    follow,
    follow_results,
    live_posts,
    lost_lists,
)
from bot.features.leaderboards.screen import pages
from bot.features.leaderboards.service import LeaderboardService
from bot.features.places import Reach
from bot.features.tournaments import SeasonOver
from bot.screen.feature import Feature
from data.states import TimerKind


def _part(of: Services) -> Part:
    """Results move lists and roles; who is forgotten loses theirs."""
    roles = Roles(of.database, of[LadderStore], of.wire, of.now)
    return Part(
        changed=(Hook(follow_results, OF_RESULTS), Hook(follow_champions, OF_RESULTS)),
        timers={TimerKind.LIVE_LIST: follow, TimerKind.CHAMPION: look_again},
        posts=(live_posts(roles.now), roles.posts),
        forget=(give_up_roles,),
        hears={
            FirstChanged: (follow_first,),
            SeasonOver: (follow_first,),
            Reach: (lost_lists, lost_roles),
        },
    )


FEATURE = Feature(
    services={
        LeaderboardService: plain(LeaderboardService),
        ChampionService: plain(ChampionService),
        LiveService: plain(LiveService),
    },
    part=_part,
    screens=(pages.SCREEN,),
    after=("ratings",),
    # who is forgotten loses roles before places on ladders, so that no role comes back
    before=("ladders",),
)
