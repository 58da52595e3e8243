"""Places, declared whole: where the bot cannot be."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core import outbox, outbox_places
from bot.core.part import Part
from bot.core.services import Services
from bot.features.places.lost import LostService
from bot.features.places.posts import absence_posts
from bot.features.places.service import AbsenceOver, Places
from bot.features.timekeeping import Presence
from bot.screen.feature import Feature
from data.states import TimerKind


def _places(of: Services) -> Places:
    return Places(
        *(of.database, of.store, of.messenger, of[Presence], of.now, of.shards, of.events)
    )


def _part(services: Services) -> Part:
    """What is due while the bot cannot be somewhere, and what follows when it is back."""

    def take_up(connection: Connection, over: AbsenceOver, now: datetime) -> None:
        """Have the newest told of what was refused, or has waited, where the bot could not be."""
        waiting = [post.kind for post in services.part.posts if post.waits]
        there = outbox.in_server(over.absence.server_id)
        outbox.take_up(connection, now, waiting, there)
        outbox_places.drop_older(connection, now, waiting, there)

    return Part(
        timers={TimerKind.ABSENCE: services[Places].follow},
        posts=(absence_posts(),),
        hears={AbsenceOver: (take_up,)},
    )


FEATURE = Feature(
    services={
        Places: _places,
        LostService: lambda of: LostService(of.database, of.now, of.messenger, of.events),
    },
    part=_part,
    after=("challenges", "ladders", "tournaments"),
)
