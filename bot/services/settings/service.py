"""What players and servers choose, whom they block, and why a choice is not kept."""

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import Clock
from bot.services.errors import ServiceError
from bot.services.matches import Now
from bot.services.people import blocks, players, servers
from bot.services.people.settings import (
    PlayerSettings,
    ServerSettings,
    player_settings,
    server_settings,
)
from data.database import Database
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from data.transactions import writes
from rules.game import GameInfo


class BlockedByYou(ServiceError):
    """The person blocked somebody who would play in the match."""

    player_id: PlayerId


class BlockedYou(ServiceError):
    """Somebody who would play in the match blocked the person."""

    player_id: PlayerId


class GameNotAllowed(ServiceError):
    """The server plays only the ``allowed`` games."""

    info: GameInfo
    allowed: tuple[GameInfo, ...]


class ClockNotAllowed(ServiceError):
    """The server plays only with the ``allowed`` clocks."""

    clock: Clock
    allowed: tuple[Clock, ...]


class WrongChannel(ServiceError):
    """The server plays only in ``channel_id``."""

    channel_id: ChannelId


class NotAStarter(ServiceError):
    """Only those with this role challenge in this server."""

    role_id: RoleId


class NotAManager(ServiceError):
    """Only those who manage the server, or hold ``role_id`` where it is set, may do this."""

    role_id: RoleId | None


class NoServerHere(ServiceError):
    """This can only be done in a server."""


class BlockedYourself(ServiceError):
    """Nobody can block themselves."""


class NotBlocked(ServiceError):
    """The person was not blocked."""

    player_id: PlayerId


class BadReason(ServiceError):
    """A manager's reason is empty, or longer than ``longest`` characters."""

    longest: int


class SettingsService:
    """Reads and changes settings. A change touches what it names and nothing else."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def of_player(self, player_id: PlayerId) -> PlayerSettings:
        """What the player chose, or what everybody begins with."""
        return await self._database.read(player_settings.get, player_id)

    @writes
    def change_player(
        self,
        connection: Connection,
        actor: Actor,
        change: Callable[[PlayerSettings], PlayerSettings],
    ) -> PlayerSettings:
        """The player's settings after ``change``."""
        players.ensure(connection, [actor.id], self._now())
        chosen = change(player_settings.get(connection, actor.id, lock=True))
        player_settings.put(connection, actor.id, chosen)
        return chosen

    async def of_server(self, server_id: ServerId) -> ServerSettings:
        """What the server's managers chose, or what every server begins with."""
        return await self._database.read(server_settings.get, server_id)

    async def own_server(self, actor: Actor) -> ServerSettings:
        """The settings of the server where the actor is; raises as ``change_server`` does."""
        return await self.of_server(_managed(actor))

    async def change_server(
        self, actor: Actor, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """The server's settings after ``change``.

        The usual clock is always among those that can be chosen: one that is new is allowed with
        it, and where it is allowed no more, the first of the others takes its place. Raises
        NoServerHere, or NotAManager unless the actor may manage the server.
        """
        server_id = _managed(actor)

        def write(connection: Connection) -> ServerSettings:
            servers.ensure(connection, server_id, self._now())
            before = server_settings.get(connection, server_id, lock=True)
            chosen = _with_usual_clock(before, change(before))
            server_settings.put(connection, server_id, chosen)
            return chosen

        return await self._database.write(write)


def _managed(actor: Actor) -> ServerId:
    if actor.place.server_id is None:
        raise NoServerHere
    if not actor.person.manages_server:
        raise NotAManager(None)
    return actor.place.server_id


def _with_usual_clock(before: ServerSettings, chosen: ServerSettings) -> ServerSettings:
    allowed, usual = chosen.allowed_clocks or None, chosen.default_clock
    if allowed is None or usual in allowed:
        return replace(chosen, allowed_clocks=allowed)
    if usual != before.default_clock:
        return replace(chosen, allowed_clocks=(*allowed, usual))
    return replace(chosen, default_clock=allowed[0])


class BlockService:
    """Each player's list of people who cannot challenge them. Matches that run go on."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def block(self, actor: Actor, other_id: PlayerId) -> tuple[PlayerId, ...]:
        """The player's list with the other on it; raises BlockedYourself."""
        if actor.id == other_id:
            raise BlockedYourself

        def block(connection: Connection) -> tuple[PlayerId, ...]:
            now = self._now()
            players.ensure(connection, (actor.id, other_id), now)
            blocks.add(connection, actor.id, other_id, now)
            return blocks.of(connection, actor.id)

        return await self._database.write(block)

    @writes
    def unblock(
        self, connection: Connection, actor: Actor, other_id: PlayerId
    ) -> tuple[PlayerId, ...]:
        """The player's list without the other; raises NotBlocked if they were not on it."""
        if not blocks.remove(connection, actor.id, other_id):
            raise NotBlocked(other_id)
        return blocks.of(connection, actor.id)

    async def list(self, player_id: PlayerId) -> tuple[PlayerId, ...]:
        """Those whom the player has blocked."""
        return await self._database.read(blocks.of, player_id)
