"""Declares the feature: clocks, outages and vacations."""

from functools import partial
from operator import attrgetter

from bot.core.matches import Hook, When
from bot.core.services import Hooks, Services, of_matches
from bot.core.timers import TimerRule
from bot.features.timekeeping import hooks, screen
from bot.features.timekeeping.presence import Heart, Presence
from bot.features.timekeeping.service import ClockService, VacationService, clock_posts
from bot.features.timekeeping.storage import PAUSE_END_TIMER, VACATION_END_TIMER
from bot.screen.interaction import Feature

IS_TIMED = attrgetter("match.is_timed")


def _presence(of: Services) -> Presence:
    return Presence(of.database, of.now, of[Heart], of.shards, of.events)


def _vacations(of: Services) -> VacationService:
    return VacationService(of.database, of.store, of[Presence], of.now, of.events)


def _hooks(services: Services) -> Hooks:
    store, presence = services.store, services[Presence]
    return Hooks(
        # an outage is noted before the time of the change is checked
        check=(When(IS_TIMED, presence.hear), When(IS_TIMED, hooks.check_time)),
        keep=(Hook(hooks.keep_time, where=attrgetter("after.match.is_timed")),),
        timers=(
            hooks.timeouts(store, presence),
            TimerRule(PAUSE_END_TIMER, partial(hooks.end_pause, store)),
            TimerRule(VACATION_END_TIMER, services[VacationService].expire),
        ),
        posts=(clock_posts(store),),
    )


FEATURE = Feature(
    services={
        Presence: _presence,
        VacationService: _vacations,
        ClockService: of_matches(ClockService),
    },
    hooks=_hooks,
    screens=(screen.SCREEN,),
    jobs={"presence": lambda services: services[Presence].run},
)
