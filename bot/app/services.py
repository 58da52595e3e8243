"""Building the services of all features on an open database."""

from datetime import datetime, timedelta
from functools import partial
from random import Random, SystemRandom

from sqlalchemy import Connection, event

from bot.app.features import FEATURES
from bot.core.delivery import Delivery
from bot.core.matches import SINCE_BEGUN, Change, Hook, MatchService, Now
from bot.core.measures import ENTRIES
from bot.core.pictures import Draws, PictureService
from bot.core.posting import Messenger, Wire
from bot.core.services import Hooks, Maker, Pruning, Services, merged, of_matches, plain
from bot.core.settings import SettingsService
from bot.core.thinking import Processes, Thinks
from bot.core.timers import Scheduler
from bot.core.waking import ended_within
from bot.features.matches import OldBoards
from bot.features.places import AbsenceService, waiting_for_places
from bot.features.timekeeping import Heart
from data.database import Database
from data.shards import ALL, Shards
from data.states import TimerKind

HEART = Heart()
RANDOMNESS = SystemRandom()

TIMEOUT = timedelta(seconds=30)
"""Time limit of one request of delivery to Discord."""
DRAWING = timedelta(seconds=1)
"""How long the bot waits for running drawings when it stops."""


def put_together(
    database: Database,
    messenger: Messenger,
    renderer: Draws | None,
    now: Now,
    *,
    randomness: Random = RANDOMNESS,
    thinker: Thinks | None = None,
    timeout: timedelta = TIMEOUT,
    heart: Heart = HEART,
    shards: Shards = ALL,
    alone: bool | None = None,
) -> Services:
    """The services on a database, for these shards; ``alone``: no other process serves them.

    ``renderer`` and ``thinker`` replace the defaults.
    """
    services = Services(
        database,
        Wire(messenger, timeout),
        now,
        randomness=randomness,
        thinker=thinker or Processes(),
        shards=shards,
    )
    services.add(_of_the_core(renderer, heart, alone=alone))
    for feature in FEATURES.values():
        services.add(feature.services)
    hooks = (feature.hooks(services) for feature in FEATURES.values())
    services.begin(merged((*hooks, _core_hooks(services))))
    return services


def _of_the_core(
    renderer: Draws | None, heart: Heart, *, alone: bool | None
) -> dict[type[object], Maker]:
    return {
        Heart: lambda _: heart,
        PictureService: lambda _: PictureService(renderer),
        MatchService: of_matches(MatchService),
        SettingsService: plain(SettingsService),
        Pruning: lambda of: Pruning(of.database, of.hooks, of.now),
        Scheduler: _scheduler,
        Delivery: partial(_delivery, alone=alone),
    }


def _core_hooks(services: Services) -> Hooks:
    """The hooks of the core; entries are counted after all hooks of features."""

    async def finish_pictures() -> None:
        await ended_within("pictures", DRAWING, services[PictureService].aclose())

    return Hooks(changed=(Hook(count_entry, SINCE_BEGUN),), closing=(finish_pictures,))


def _scheduler(services: Services) -> Scheduler:
    def held(connection: Connection, now: datetime) -> frozenset[TimerKind]:
        return frozenset().union(*(holds(connection, now) for holds in services.hooks.holds))

    return Scheduler(
        services.database,
        waiting_for_places(services.hooks.timers),
        services.now,
        holds=held,
        slow=(TimerKind.TOURNAMENT, TimerKind.ABSENCE),
    )


def _delivery(services: Services, *, alone: bool | None) -> Delivery:
    posts = {post.kind: post for post in services.hooks.posts}
    return Delivery(
        services.database,
        posts,
        services.now,
        services.wire,
        services[OldBoards],
        shards=services.shards,
        alone=alone,
        refused=services[AbsenceService].refused,
    )


def count_entry(connection: Connection, change: Change, now: datetime) -> None:  # noqa: ARG001
    # the signature is that of every listener
    """Count the entry of a change after its commit."""
    last = change.after.last
    if last is not None:
        counter = ENTRIES.labels(last.kind.value)
        event.listen(connection, "commit", lambda _: counter.inc(), once=True)
