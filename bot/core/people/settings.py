"""Settings of people and servers, and the rights that they give. A new setting is a field here.

Each class is stored in one JSON column. A missing field means its default; unknown fields are
ignored.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any, Generic, TypeVar

import msgspec
import structlog
from sqlalchemy import Column, Connection, select, update

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.faults import each_readable
from bot.core.people import players as people
from data.columns import typed
from data.database import Database, reads, writes
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from data.states import Orientation, ReminderWay
from data.tables import players, servers
from rules import GAMES
from rules.texts import Text

Id = TypeVar("Id", PlayerId, ServerId)
Chosen = TypeVar("Chosen")
logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """The general settings of a player.

    - ``text_mode``: boards in words, and buttons with text labels.
    - ``hidden_elsewhere``: not named in servers that the player is not in.
    - ``named_after_leaving``: still named in lists of servers that the player has left.
    - ``language``: the chosen code; None for that of ``locale``, the last known one of Discord.
    - ``language_offered``: the player was told once of a reviewed language.
    """

    confirm_moves: bool = True
    orientation: Orientation = Orientation.FIRST
    theme: str = "slate"
    text_mode: bool = False
    hidden_elsewhere: bool = False
    named_after_leaving: bool = False
    language: str | None = None
    language_offered: bool = False
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """The reminder settings of a player; times are in ``zone``, an IANA name (None: UTC).

    ``last_hour``: one more reminder comes an hour before the time ends. ``quiet_from`` and
    ``quiet_until`` are both None without quiet hours. ``direct_offered``: the player was asked once
    whether to be reminded by direct message.
    """

    reminder_way: ReminderWay = ReminderWay.THREAD
    last_hour: bool = False
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


class SettingsService:
    """Reads and changes settings."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def of_player(self, player_id: PlayerId) -> PlayerSettings:
        """The player's settings, or the defaults."""
        return await self._database.read(player_settings.get, player_id)

    async def known(self, player_id: PlayerId) -> PlayerSettings | None:
        """The player's settings; None for a person who is not stored."""
        found = await self._database.read(player_settings.of, (player_id,))
        return found.get(player_id)

    @writes
    def note_locale(
        self, connection: Connection, player_id: PlayerId, locale: str
    ) -> PlayerSettings | None:
        """Store the locale of a player's Discord; returns their settings, None if not stored."""
        if not people.lock(connection, player_id):
            return None
        noted = replace(player_settings.get(connection, player_id), locale=locale)
        player_settings.put(connection, player_id, noted)
        return noted

    @writes
    def change_player(
        self,
        connection: Connection,
        actor: Actor,
        change: Callable[[PlayerSettings], PlayerSettings],
    ) -> PlayerSettings:
        """Apply ``change`` to the player's settings; returns the new ones."""
        people.ensure(connection, [actor.id], self._now())
        chosen = change(player_settings.get(connection, actor.id, lock=True))
        player_settings.put(connection, actor.id, chosen)
        return chosen

    async def of_server(self, server_id: ServerId | None) -> ServerSettings:
        """The server's settings; the defaults for None or a server without any."""
        if server_id is None:
            return ServerSettings()
        return await self._database.read(server_settings.get, server_id)

    async def own_server(self, actor: Actor) -> ServerSettings:
        """The settings of the actor's server; raises as ``change_server``."""
        return await self.of_server(administered(actor))

    @writes
    def change_server(
        self,
        connection: Connection,
        actor: Actor,
        change: Callable[[ServerSettings], ServerSettings],
    ) -> ServerSettings:
        """Apply ``change`` to the settings of the actor's server; returns the new ones.

        The default clock is kept among the allowed ones: a new default is allowed too, and if the
        default is no longer allowed, the first allowed clock replaces it. Raises NoServerHere, or
        NotAManager unless the actor may manage the server.
        """
        server_id = administered(actor)
        people.ensure_server(connection, server_id, self._now())
        before = server_settings.get(connection, server_id, lock=True)
        chosen = _with_usual_clock(before, change(before))
        still = tuple(each for each in chosen.deleted if getattr(chosen, each) is None)
        chosen = replace(chosen, deleted=still)
        server_settings.put(connection, server_id, chosen)
        return chosen

    @reads
    def naming(self, connection: Connection) -> dict[ServerId, ServerSettings]:
        """The settings of all servers whose settings name a channel or role."""
        found = server_settings.all(connection)
        named = (*CHANNELS, *ROLES)
        return {
            server_id: chosen
            for server_id, chosen in found.items()
            if any(getattr(chosen, each) is not None for each in named)
        }

    @writes
    def forget_gone(
        self, connection: Connection, server_id: ServerId, gone: Collection[int]
    ) -> ServerSettings:
        """Clear settings that name a deleted channel or role; returns the new settings."""
        chosen = server_settings.get(connection, server_id, lock=True)
        lost = [each for each in (*CHANNELS, *ROLES) if getattr(chosen, each) in gone]
        if lost:
            deleted = tuple(dict.fromkeys((*chosen.deleted, *lost)))
            cleared: dict[str, Any] = dict.fromkeys(lost)
            chosen = replace(chosen, deleted=deleted, **cleared)
            server_settings.put(connection, server_id, chosen)
            logger.warning("setting points to nothing", server=server_id, settings=lost)
        return chosen


def _with_usual_clock(before: ServerSettings, chosen: ServerSettings) -> ServerSettings:
    allowed, usual = chosen.allowed_clocks or None, chosen.default_clock
    if allowed is None or usual in allowed:
        return replace(chosen, allowed_clocks=allowed)
    if usual != before.default_clock:
        return replace(chosen, allowed_clocks=(*allowed, usual))
    return replace(chosen, default_clock=allowed[0])
