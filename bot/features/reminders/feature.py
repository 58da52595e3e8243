"""Declares the feature: reminders, digests and idle matches."""

from datetime import timedelta
from functools import partial
from operator import attrgetter

from bot.core.absences import MATCH_HOME
from bot.core.matches import SINCE_BEGUN, ChangeKind, Hook
from bot.core.services import Hooks, Prune, Services, of_matches
from bot.core.timers import TimerRule
from bot.features.reminders import hooks, screen, storage
from bot.features.reminders.posts import digest_posts, reminder_posts
from bot.features.reminders.service import ReminderService
from bot.features.reminders.storage import DIGEST_TIMER, IDLE_TIMER, REMINDER_TIMER
from bot.screen.interaction import Feature

AFTER_ABSENCE = timedelta(days=7)
"""When the bot is back in a place, the matches there are checked for idleness after this time."""
KEPT = timedelta(days=90)
"""How long past reminders are kept: longer than any turn, so that no turn sends one twice."""


def _hooks(services: Services) -> Hooks:
    store, now = services.store, services.now
    return Hooks(
        changed=(
            Hook(hooks.end_reminders, SINCE_BEGUN, where=attrgetter("before.match.reminded")),
            Hook(hooks.schedule_idle_check, frozenset({ChangeKind.BEGUN, ChangeKind.ENDED})),
        ),
        timers=(
            TimerRule(REMINDER_TIMER, hooks.remind, MATCH_HOME),
            TimerRule(DIGEST_TIMER, hooks.send_digest),
            TimerRule(IDLE_TIMER, partial(hooks.end_idle, store), MATCH_HOME, AFTER_ABSENCE),
        ),
        posts=(reminder_posts(store, now), digest_posts(now)),
        prune=(Prune("reminders", KEPT, storage.prune),),
    )


FEATURE = Feature(
    services={ReminderService: of_matches(ReminderService)},
    hooks=_hooks,
    screens=(screen.SCREEN,),
    after=("requests", "timekeeping"),
)
