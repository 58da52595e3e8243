"""The services of all features, each found by its type."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias, TypeVar

from bot.core.events import Events
from bot.core.matches import MatchStore, Now
from bot.core.part import Part
from bot.core.posting import Messenger, Wire
from bot.core.thinking import Thinks
from data.database import Database
from data.shards import Shards

Service = TypeVar("Service")


class Services:
    """Finds services by their type: ``services[ReminderService]``.

    A service is made at its first use, so services may be declared in any order.
    """

    def __init__(
        self,
        database: Database,
        wire: Wire,
        now: Now,
        *,
        randomness: Random,
        thinker: Thinks,
        shards: Shards,
    ) -> None:
        self.database, self.wire, self.now = database, wire, now
        self.randomness, self.thinker, self.shards = randomness, thinker, shards
        self.store = MatchStore(now, self.messenger.locale_of)
        self.events = Events()
        self.part = Part()
        """The hooks of all features."""
        self._makers: dict[type[Any], Maker] = {}
        self._made: dict[type[Any], Any] = {}

    @property
    def messenger(self) -> Messenger:
        return self.wire.messenger

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

    def begin(self, part: Part) -> None:
        """Install the hooks and the listeners of all features."""
        self.part = self.store.hooks = part
        self.events.listeners = part.hears

    async def aclose(self) -> None:
        """Close what features hold, then the database."""
        for close in self.part.closing:
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
