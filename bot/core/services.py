"""What each feature declares to the core, its hooks and prunes, and the services of all."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection

from bot.core import outbox
from bot.core.deletions import Deletions
from bot.core.events import Events, Listener, Listeners
from bot.core.matches import MatchHooks, MatchStore, Now
from bot.core.posting import Messenger, PostKind
from bot.core.thinking import Processes
from bot.core.timers import TimerRule
from data.database import Database
from data.ids import PlayerId, ServerId
from data.shards import Shards

PRUNE_INTERVAL = timedelta(hours=6)
PRUNE_BATCH = 500
TOLD_KEPT = timedelta(days=30)
"""How long posted rows of the outbox are kept."""
logger = structlog.get_logger(__name__)
Service = TypeVar("Service")

Forget: TypeAlias = Callable[[Connection, PlayerId, datetime], None]
"""Removes a person from a feature before their data is deleted."""
ForgetServer: TypeAlias = Callable[[Connection, ServerId], None]
"""Keeps of a server what belongs to all, before its data is deleted. It may be called again."""


@dataclass(frozen=True, slots=True)
class Host:
    """What the operator has chosen for features. None: nothing is listed, or nothing forgotten.

    ``backup_folder`` has the list of deletions; ``servers_kept`` is how long what is stored about
    a server is kept after the bot has left it.
    """

    backup_folder: Path | None = None
    servers_kept: timedelta | None = None


NO_HOST = Host()


@dataclass(frozen=True, slots=True)
class Prune:
    """Deletes old rows: ``work`` removes up to so many from before a time, and counts them."""

    name: str
    kept: timedelta
    work: Callable[[Connection, datetime, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks(MatchHooks):
    """The hooks of a feature, besides those in changes of matches.

    - ``timers``: what each kind of timer does.
    - ``hears``: listeners for events.
    - ``posts``: its kinds of messages.
    - ``withdraw``, ``forget``: called when a person is deleted, before and after their running
      matches are resigned. ``forget_server``: called when a server is deleted.
    - ``prune``: deletes rows that are no longer needed.
    - ``closing``: called when the bot stops.
    """

    timers: tuple[TimerRule, ...] = ()
    hears: Listeners = field(default_factory=dict)
    posts: tuple[PostKind[Any], ...] = ()
    withdraw: tuple[Forget, ...] = ()
    forget: tuple[Forget, ...] = ()
    forget_server: tuple[ForgetServer, ...] = ()
    prune: tuple[Prune, ...] = ()
    closing: tuple[Callable[[], Awaitable[None]], ...] = ()


def merged(features: Iterable[Hooks]) -> Hooks:
    """The hooks of all features as one, in order; raises ValueError if two declare one kind."""
    known = tuple(features)
    whole: dict[str, Any] = {
        each.name: tuple(chain.from_iterable(getattr(hooks, each.name) for hooks in known))
        for each in fields(Hooks)
    }
    for declared in (whole["timers"], whole["posts"]):
        for kind, count in Counter(each.kind for each in declared).items():
            if count > 1:
                raise ValueError(f"two features answer {kind}")
    hears: dict[type[Any], tuple[Listener, ...]] = {}
    for hooks in known:
        for event, listeners in hooks.hears.items():
            hears[event] = (*hears.get(event, ()), *listeners)
    return Hooks(**{**whole, "hears": hears})


class Services:
    """Finds services by their type: ``services[ReminderService]``.

    A service is made at its first use, so services may be declared in any order.
    """

    def __init__(
        self,
        database: Database,
        messenger: Messenger,
        now: Now,
        *,
        randomness: Random,
        thinker: Processes,
        shards: Shards,
        host: Host = NO_HOST,
    ) -> None:
        self.database, self.messenger, self.now = database, messenger, now
        self.randomness, self.thinker, self.shards = randomness, thinker, shards
        self.host, self.deletions = host, Deletions(host.backup_folder)
        self.store = MatchStore(now, messenger.locale_of)
        self.events = Events()
        self.hooks = Hooks()
        """The hooks of all features."""
        self._makers: dict[type[Any], Maker] = {}
        self._made: dict[type[Any], Any] = {}

    def add(self, makers: Mapping[type[Any], "Maker"]) -> None:
        """Declare how services are made; raises ValueError for a type declared before."""
        twice = self._makers.keys() & makers.keys()
        if twice:
            raise ValueError(f"two features make {twice}")
        self._makers.update(makers)

    def __getitem__(self, kind: type[Service]) -> Service:
        """The service of this type; raises LookupError if no feature makes one."""
        if kind not in self._made:
            self._made[kind] = self._makers[kind](self)
        made: Service = self._made[kind]
        return made

    def begin(self, hooks: Hooks) -> None:
        """Install the hooks and the listeners of all features."""
        self.hooks = self.store.hooks = hooks
        self.events.listeners = hooks.hears

    async def aclose(self) -> None:
        """Close what features hold, then the database."""
        for close in self.hooks.closing:
            await close()
        await self.database.close()


Maker: TypeAlias = Callable[[Services], Any]
"""Makes a service from what it depends on."""


def plain(kind: Callable[[Database, Now], Service]) -> Callable[[Services], Service]:
    """The maker of a service that needs the database and the time only."""
    return lambda services: kind(services.database, services.now)


def of_matches(
    kind: Callable[[Database, MatchStore, Now], Service],
) -> Callable[[Services], Service]:
    """The maker of a service that needs the match store too."""
    return lambda services: kind(services.database, services.store, services.now)


class Pruning:
    """Runs the prunes of all features, and that of the outbox."""

    def __init__(self, database: Database, hooks: Hooks, now: Now) -> None:
        once = [post.kind for post in hooks.posts if post.once]
        told = Prune("told", TOLD_KEPT, partial(outbox.prune, once))
        self._database = database
        self._prunes = (told, *hooks.prune)
        self._now = now

    async def run(self) -> None:
        """Prune every PRUNE_INTERVAL until cancelled; raises StorageError."""
        while True:
            pruned = await self.prune()
            if any(pruned.values()):
                logger.info("pruned", **pruned)
            await asyncio.sleep(PRUNE_INTERVAL.total_seconds())

    async def prune(self) -> dict[str, int]:
        """Run all prunes, then raise the first error; returns the deleted rows by name."""
        removed = dict[str, int]()
        faults = list[Exception]()
        for each in self._prunes:
            try:
                removed[each.name] = await self._repeat(each)
            except Exception as error:  # noqa: BLE001 - raised once the others are done
                faults.append(error)
        for fault in faults:
            raise fault
        return removed

    async def _repeat(self, prune: Prune) -> int:
        total, before = 0, self._now() - prune.kept
        while removed := await self._database.write(prune.work, before, PRUNE_BATCH):
            total += removed
        return total
