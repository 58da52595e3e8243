"""Declares the feature: places where the bot cannot post."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.services import Hooks, Services
from bot.core.timers import TimerRule
from bot.features.places.posts import absence_posts
from bot.features.places.service import ABSENCE_TIMER, AbsenceOver, AbsenceService
from bot.features.timekeeping import Presence
from bot.screen.interaction import Feature


def _places(of: Services) -> AbsenceService:
    presence = of[Presence]
    return AbsenceService(
        of.database, of.store, of.messenger, presence, of.now, of.shards, of.events
    )


def _hooks(services: Services) -> Hooks:
    def resume_posting(connection: Connection, over: AbsenceOver, now: datetime) -> None:
        """Post what waited in the server of an absence, only the newest message of each kind."""
        waiting = [post.kind for post in services.hooks.posts if post.waits]
        there = outbox.in_server(over.absence.server_id)
        outbox.retry_refused(connection, now, waiting, there)
        outbox.drop_superseded(connection, now, waiting, there)

    def resume_timers(connection: Connection, over: AbsenceOver, now: datetime) -> None:
        for rule in services.hooks.timers:
            rule.resume(connection, over.absence, now)

    return Hooks(
        timers=(TimerRule(ABSENCE_TIMER, services[AbsenceService].follow, slow=True),),
        posts=(absence_posts(),),
        hears={AbsenceOver: (resume_posting, resume_timers)},
    )


FEATURE = Feature(
    services={AbsenceService: _places},
    hooks=_hooks,
    after=("challenges", "ladders", "tournaments"),
)
