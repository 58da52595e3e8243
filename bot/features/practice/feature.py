"""Practice, declared whole: playing against the bot, its hints, and puzzles."""

from operator import attrgetter

from bot.core.matches import Hook
from bot.core.services import Hooks, Services, plain
from bot.core.timers import TimerRule
from bot.features.places import GivenUp, WhatIsLost
from bot.features.practice import screen
from bot.features.practice.engines import HintService, Opponents, note_engine_turn
from bot.features.practice.puzzles import PuzzleService
from bot.features.practice.service import PracticeService
from bot.features.practice.weekly import (
    HOME,
    WEEKLY_TIMER,
    WeeklyService,
    count_solver,
    drop_channel,
    lost_channel,
)
from bot.screen.interaction import Feature


def _practice(of: Services) -> PracticeService:
    return PracticeService(of.database, of.now, of.randomness, of.thinker)


def _hooks(of: Services) -> Hooks:
    to_move = Hook(note_engine_turn, where=attrgetter("after.match.has_engines"))
    weekly = of[WeeklyService]
    return Hooks(
        changed=(to_move,),
        timers=(TimerRule(WEEKLY_TIMER, weekly.post_next, HOME),),
        posts=(weekly.post_kind,),
        hears={WhatIsLost: (lost_channel,), GivenUp: (drop_channel,)},
        closing=(of[Opponents].aclose,),
    )


FEATURE = Feature(
    services={
        PracticeService: _practice,
        PuzzleService: lambda of: PuzzleService(of.database, of.now, count_solver),
        WeeklyService: plain(WeeklyService),
        HintService: lambda of: HintService(of.database, of.store, of.thinker),
        Opponents: lambda of: Opponents(of.database, of.store, of.thinker, of.now),
    },
    hooks=_hooks,
    screens=(screen.SCREEN,),
    jobs={"opponents": lambda services: services[Opponents].run},
    after=("matches",),
)
