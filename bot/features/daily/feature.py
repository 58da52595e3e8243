"""The Daily, declared whole."""

from bot.core.services import Hooks, Services, of_matches, plain
from bot.core.timers import TimerRule
from bot.features.daily import screen
from bot.features.daily.posts import HOME, drop_channel, lost_channel, post_kinds
from bot.features.daily.row import RowService
from bot.features.daily.service import DAILY_TIMER, DailyService, count_try, post_next
from bot.features.places import GivenUp, WhatIsLost
from bot.features.practice import PuzzleAsked, PuzzleTried
from bot.screen.interaction import Feature


def _hooks(of: Services) -> Hooks:
    return Hooks(
        timers=(TimerRule(DAILY_TIMER, post_next, HOME),),
        posts=post_kinds(of.now, of.messenger),
        hears={
            PuzzleTried: (count_try,),
            PuzzleAsked: (of[RowService].find,),
            WhatIsLost: (lost_channel,),
            GivenUp: (drop_channel,),
        },
    )


FEATURE = Feature(
    services={DailyService: plain(DailyService), RowService: of_matches(RowService)},
    hooks=_hooks,
    screens=(screen.SCREEN,),
    after=("practice",),
)
