"""Leaderboards and champions' roles, declared whole."""

from bot.core.matches import OF_RESULTS, Hook
from bot.core.services import Hooks, Services, plain
from bot.core.timers import TimerRule
from bot.features.ladders import FirstChanged, LadderHistories
from bot.features.leaderboards import screen
from bot.features.leaderboards.champions import (
    CHAMPION_TIMER,
    HOME_OF_ROLES,
    ChampionService,
    RoleHandover,
    check_champion,
    check_first,
    follow_champions,
    give_up_roles,
    lost_roles,
)
from bot.features.leaderboards.live import (
    HOME_OF_LISTS,
    LIVE_LIST_TIMER,
    LiveService,
    check_list,
    drop_lists,
    follow_results,
    live_posts,
    lost_lists,
)
from bot.features.leaderboards.service import LeaderboardService
from bot.features.places import GivenUp, WhatIsLost
from bot.features.tournaments import SeasonOver
from bot.screen.interaction import Feature


def _hooks(of: Services) -> Hooks:
    """Results change lists and roles; a deleted person loses theirs."""
    roles = RoleHandover(of.database, of[LadderHistories], of.messenger, of.now)
    return Hooks(
        changed=(Hook(follow_results, OF_RESULTS), Hook(follow_champions, OF_RESULTS)),
        timers=(
            TimerRule(LIVE_LIST_TIMER, check_list, HOME_OF_LISTS),
            TimerRule(CHAMPION_TIMER, check_champion, HOME_OF_ROLES),
        ),
        posts=(live_posts(roles.now), roles.posts),
        forget=(give_up_roles,),
        hears={
            FirstChanged: (check_first,),
            SeasonOver: (check_first,),
            WhatIsLost: (lost_lists, lost_roles),
            GivenUp: (drop_lists,),
        },
    )


FEATURE = Feature(
    services={
        LeaderboardService: plain(LeaderboardService),
        ChampionService: plain(ChampionService),
        LiveService: plain(LiveService),
    },
    hooks=_hooks,
    screens=(screen.SCREEN,),
    after=("ratings",),
    # a deleted person loses roles before places on ladders, so that no handover gives them one
    before=("ladders",),
)
