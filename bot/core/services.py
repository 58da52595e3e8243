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
    """What every service stands on, and the services: ``services[ReminderService]``.

    A service is made when it is first asked for, so that those it needs itself may be declared in
    any order.
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
        """What all features take part in."""
        self._makers: dict[type[Any], Maker] = {}
        self._made: dict[type[Any], Any] = {}

    @property
    def messenger(self) -> Messenger:
        return self.wire.messenger

    def add(self, makers: Mapping[type[Any], "Maker"]) -> None:
        """Declare how services are made; raises ValueError for a type that is declared already."""
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
        """Let features take part in changes of matches, and hear of events, from now on."""
        self.part = self.store.hooks = part
        self.events.listeners = part.hears

    async def aclose(self) -> None:
        """Let features close what they hold, then let go of the database."""
        for close in self.part.closing:
            await close()
        await self.database.close()


Maker: TypeAlias = Callable[[Services], Any]
"""Makes a service of what it stands on."""


def plain(kind: Callable[[Database, Now], Service]) -> Callable[[Services], Service]:
    """How a service is made that needs the database and the time alone."""
    return lambda services: kind(services.database, services.now)


def of_matches(
    kind: Callable[[Database, MatchStore, Now], Service],
) -> Callable[[Services], Service]:
    """How a service is made that needs the log of matches too."""
    return lambda services: kind(services.database, services.store, services.now)
