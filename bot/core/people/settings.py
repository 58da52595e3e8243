"""Settings of people and servers, and the rights that they give. A new setting is a field here.

Each class is stored in one JSON column. A missing field means its default; unknown fields are
ignored.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Column, Connection, select, update

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.faults import each_readable
from data.columns import typed
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from data.states import Orientation, ReminderWay
from data.tables import players, servers
from rules import GAMES
from rules.texts import Text

Id = TypeVar("Id", PlayerId, ServerId)
Chosen = TypeVar("Chosen")


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """The general settings of a player.

    - ``text_mode``: boards in words, and buttons with text labels.
    - ``hidden_elsewhere``: not named in servers that the player is not in.
    - ``named_after_leaving``: still named in lists of servers that the player has left.
    - ``language``: the chosen code; None for that of ``locale``, the last known one of Discord.
    """

    confirm_moves: bool = True
    orientation: Orientation = Orientation.FIRST
    theme: str = "slate"
    text_mode: bool = False
    hidden_elsewhere: bool = False
    named_after_leaving: bool = False
    language: str | None = None
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """The reminder settings of a player; times are in ``zone``, an IANA name (None: UTC).

    ``quiet_from`` and ``quiet_until`` are both None without quiet hours. ``direct_offered``: the
    player was asked once whether to be reminded by direct message.
    """

    reminder_way: ReminderWay = ReminderWay.THREAD
    digest_at: time = time(8)
    quiet_from: time | None = None
    quiet_until: time | None = None
    zone: str | None = None
    direct_offered: bool = False


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server.

    - ``channel_id``: the only channel to play in (None: any). ``threads``: matches get threads.
    - ``allowed_games`` (None: all). ``allowed_clocks``, in clock notation (None: any).
    - ``starter_role_id``: who may challenge (None: anybody).
    - ``manager_role_id``: who are managers besides those with Discord's permission (None: nobody).
    - ``default_clock``: of challenges that name none.
    - ``rated``: whether challenges are rated by default (None: once all have played a little).
    - ``named_on_posters``: posters of matches name the server.
    - ``language``: the code of the language of posts. ``language_offered``: a manager was asked
      once whether it should be theirs.
    - ``deleted``: settings that were cleared because their channel or role was deleted.
    """

    channel_id: ChannelId | None = None
    threads: bool = True
    allowed_games: tuple[str, ...] | None = None
    starter_role_id: RoleId | None = None
    manager_role_id: RoleId | None = None
    default_clock: str = "3d"
    allowed_clocks: tuple[str, ...] | None = None
    rated: bool | None = None
    named_on_posters: bool = False
    language: str | None = None
    language_offered: bool = False
    deleted: tuple[str, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games allowed in the server."""
        allowed = self.allowed_games
        return tuple(game for game in GAMES if allowed is None or game in allowed)


CHANNELS = ("channel_id",)
ROLES = ("starter_role_id", "manager_role_id")
"""The fields of ServerSettings that name a channel, or a role."""


class StoredSettings(Generic[Id, Chosen]):
    """Settings in one JSON column; lists replace unreadable ones by ``damaged``."""

    def __init__(
        self, kind: type[Chosen], column: Column[Any], damaged: Chosen | None = None
    ) -> None:
        self._kind = kind
        self._damaged = damaged
        self._column = column
        self._id = column.table.c.id

    def get(self, connection: Connection, of: Id, *, lock: bool = False) -> Chosen:
        """The stored settings, or the defaults."""
        query = select(self._column).where(self._id == of)
        row = connection.execute(query.with_for_update() if lock else query).one_or_none()
        return self._kind() if row is None else self.read(row[0])

    def of(self, connection: Connection, ids: Iterable[Id]) -> dict[Id, Chosen]:
        """The settings of those ``ids`` that have a row; ``damaged`` for unreadable ones."""
        wanted, damaged = list(ids), list[Id]()

        def read(*people: Id) -> list[tuple[Id, Chosen]]:
            found = select(self._id, self._column).where(self._id.in_(people))
            return [(row[0], self.read(row[1])) for row in connection.execute(found)]

        chosen = each_readable(
            f"{self._column.table.name}.{self._column.name}",
            lambda: read(*wanted),
            lambda: wanted,
            lambda one: next(iter(read(one)), None),
            damaged,
        )
        left = {} if self._damaged is None else dict.fromkeys(damaged, self._damaged)
        return {**dict(chosen), **left}

    def all(self, connection: Connection) -> dict[Id, Chosen]:
        """The settings in all rows, by id."""
        found = connection.execute(select(self._id, self._column))
        return {row[0]: self.read(row[1]) for row in found}

    def put(self, connection: Connection, of: Id, chosen: Chosen) -> None:
        """Store settings in a row that exists."""
        stored = {self._column.name: msgspec.to_builtins(chosen)}
        connection.execute(update(self._column.table).where(self._id == of).values(stored))

    def read(self, stored: Any) -> Chosen:
        """The settings from the value of the column."""
        return typed(stored, self._kind)


player_settings = StoredSettings[PlayerId, PlayerSettings](
    PlayerSettings, players.c.settings, damaged=PlayerSettings(hidden_elsewhere=True)
)
reminder_settings = StoredSettings[PlayerId, ReminderSettings](
    ReminderSettings, players.c.reminders
)
server_settings = StoredSettings[ServerId, ServerSettings](ServerSettings, servers.c.settings)


def chosen_channels(connection: Connection) -> dict[ServerId, ChannelId]:
    """The channel that each server has chosen, where it has."""
    found = connection.execute(select(servers.c.id, servers.c.settings))
    chosen = {server_id: server_settings.read(stored).channel_id for server_id, stored in found}
    return {server_id: channel_id for server_id, channel_id in chosen.items() if channel_id}


class NotAManager(ServiceError):
    """Only those who manage the server, or hold ``role_id`` where it is set, may do this."""

    role_id: RoleId | None


class NoServerHere(ServiceError):
    """This can only be done in a server."""

    says = Text("This works only in a server.")


def settings_here(connection: Connection, actor: Actor) -> ServerSettings:
    """The settings of the actor's server; outside servers the defaults."""
    server_id = actor.place.server_id
    return ServerSettings() if server_id is None else server_settings.get(connection, server_id)


def server_of(actor: Actor) -> ServerId:
    """The actor's server; raises NoServerHere."""
    if actor.place.server_id is None:
        raise NoServerHere
    return actor.place.server_id


def administered(actor: Actor) -> ServerId:
    """The actor's server, if Discord lets them manage it; raises NoServerHere or NotAManager."""
    server_id = server_of(actor)
    if not actor.person.manages_server:
        raise NotAManager(None)
    return server_id


def managed(connection: Connection, actor: Actor) -> ServerId:
    """The actor's server, if they are a manager there; raises NoServerHere or NotAManager."""
    server_id = server_of(actor)
    check_manager(connection, actor, server_id)
    return server_id


def check_manager(connection: Connection, actor: Actor, server: ServerId | None) -> None:
    """Raise NoServerHere or NotAManager unless the actor acts in ``server`` and manages it."""
    here = server_of(actor)
    chosen = server_settings.get(connection, here)
    if here != server or not manages(actor, chosen):
        raise NotAManager(chosen.manager_role_id)


def manages(actor: Actor, chosen: ServerSettings) -> bool:
    """Whether the actor is a manager in their server, whose settings are ``chosen``."""
    person, role = actor.person, chosen.manager_role_id
    return person.manages_server or (role is not None and role in person.roles)
