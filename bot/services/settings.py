"""What players and servers choose, and who may do what because of it."""

import unicodedata
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

import structlog
from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import Clock, stored_clock
from bot.services.errors import ServiceError
from bot.services.matches import LONGEST_REASON, Now, Service
from bot.services.people import PlayerSettings, ServerSettings, blocks, is_stand_in, players
from bot.services.people.settings import CHANNELS, ROLES, player_settings, server_settings
from data.database import Database
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from data.transactions import reads, writes
from rules import GAMES
from rules.game import GameInfo

logger = structlog.get_logger(__name__)


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


class BadReason(ServiceError):
    """A manager's reason is empty, or longer than ``longest`` characters."""

    longest: int


def check_offer(connection: Connection, actor: Actor, info: GameInfo, clock: Clock | None) -> None:
    """Raise GameNotAllowed, ClockNotAllowed, WrongChannel or NotAStarter for an unwanted offer."""
    place, person = actor.place, actor.person
    if place.server_id is None:
        return
    settings = server_settings.get(connection, place.server_id)
    check_game(settings, info)
    if clock is not None:
        check_clock(settings, clock)
    if settings.channel_id not in (None, place.channel_id):
        raise WrongChannel(settings.channel_id)
    role = settings.starter_role_id
    if role is not None and role not in person.roles and not person.manages_server:
        raise NotAStarter(role)


def check_game(settings: ServerSettings, info: GameInfo) -> None:
    """Raise GameNotAllowed if the server does not play the game."""
    allowed = settings.allowed_games
    if allowed is not None and info.id not in allowed:
        raise GameNotAllowed(info, tuple(GAMES[game].info for game in allowed if game in GAMES))


def check_clock(settings: ServerSettings, clock: Clock) -> None:
    """Raise ClockNotAllowed if nobody plays with this clock in the server."""
    allowed = settings.allowed_clocks
    if allowed is not None and str(clock) not in allowed:
        raise ClockNotAllowed(clock, tuple(stored_clock(each) for each in allowed))


def settings_here(connection: Connection, actor: Actor) -> ServerSettings:
    """Those of the server where the actor is; in none, what every server begins with."""
    server_id = actor.place.server_id
    return ServerSettings() if server_id is None else server_settings.get(connection, server_id)


def check_blocks(connection: Connection, newcomer: PlayerId, others: tuple[PlayerId, ...]) -> None:
    """Raise BlockedByYou or BlockedYou if the newcomer and one of the others cannot play."""
    for player_id in filter(is_stand_in, others):
        raise BlockedYou(player_id)
    for player_id, blocked_id in blocks.among(connection, (newcomer, *others)):
        if player_id == newcomer:
            raise BlockedByYou(blocked_id)
        if blocked_id == newcomer:
            raise BlockedYou(player_id)


def server_of(actor: Actor) -> ServerId:
    """The server where the actor is; raises NoServerHere."""
    if actor.place.server_id is None:
        raise NoServerHere
    return actor.place.server_id


def administered(actor: Actor) -> ServerId:
    """The same, if Discord lets them manage it; raises NoServerHere or NotAManager."""
    server_id = server_of(actor)
    if not actor.person.manages_server:
        raise NotAManager(None)
    return server_id


def managed(connection: Connection, actor: Actor) -> ServerId:
    """The same, if they have the managers' role or are let; raises NoServerHere or NotAManager."""
    server_id = server_of(actor)
    check_manager(connection, actor, server_id)
    return server_id


def check_manager(connection: Connection, actor: Actor, server: ServerId | None) -> None:
    """Raise NoServerHere or NotAManager unless the actor manages ``server``, where they act."""
    here = server_of(actor)
    chosen = server_settings.get(connection, here)
    if here != server or not manages(actor, chosen):
        raise NotAManager(chosen.manager_role_id)


def manages(actor: Actor, chosen: ServerSettings) -> bool:
    """Whether the actor may do what managers do in the server that has chosen so."""
    person, role = actor.person, chosen.manager_role_id
    return person.manages_server or (role is not None and role in person.roles)


def checked_reason(reason: str) -> str:
    """The reason on one line, without characters that are not seen; raises BadReason.

    What turns the direction of a line, or means nothing, would show the players something else than
    the manager wrote.
    """
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in reason
        if letter.isspace() or unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    flat = " ".join(seen.split())
    if not flat or len(flat) > LONGEST_REASON:
        raise BadReason(LONGEST_REASON)
    return flat


class SettingsService(Service):
    """Reads and changes settings. A change touches what it names and nothing else."""

    async def of_player(self, player_id: PlayerId) -> PlayerSettings:
        """What the player chose, or what everybody begins with."""
        return await self._database.read(player_settings.get, player_id)

    async def known(self, player_id: PlayerId) -> PlayerSettings | None:
        """The same, None for somebody who is not known."""
        found = await self._database.read(player_settings.of, (player_id,))
        return found.get(player_id)

    @writes
    def note_locale(
        self, connection: Connection, player_id: PlayerId, locale: str
    ) -> PlayerSettings | None:
        """Keep the locale of somebody's Discord; their settings then, None if they are gone."""
        if not players.lock(connection, player_id):
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
        """The player's settings after ``change``."""
        players.ensure(connection, [actor.id], self._now())
        chosen = change(player_settings.get(connection, actor.id, lock=True))
        player_settings.put(connection, actor.id, chosen)
        return chosen

    async def of_server(self, server_id: ServerId | None) -> ServerSettings:
        """What the server's managers chose, or what every server begins with; so beside servers."""
        if server_id is None:
            return ServerSettings()
        return await self._database.read(server_settings.get, server_id)

    async def own_server(self, actor: Actor) -> ServerSettings:
        """The settings of the server where the actor is; raises as ``change_server`` does."""
        return await self.of_server(administered(actor))

    @writes
    def change_server(
        self,
        connection: Connection,
        actor: Actor,
        change: Callable[[ServerSettings], ServerSettings],
    ) -> ServerSettings:
        """The server's settings after ``change``.

        The usual clock is always among those that can be chosen: one that is new is allowed with
        it, and where it is allowed no more, the first of the others takes its place. Raises
        NoServerHere, or NotAManager unless the actor may manage the server.
        """
        server_id = administered(actor)
        players.ensure_server(connection, server_id, self._now())
        before = server_settings.get(connection, server_id, lock=True)
        chosen = _with_usual_clock(before, change(before))
        still = tuple(each for each in chosen.deleted if getattr(chosen, each) is None)
        chosen = replace(chosen, deleted=still)
        server_settings.put(connection, server_id, chosen)
        return chosen

    @reads
    def naming(self, connection: Connection) -> dict[ServerId, ServerSettings]:
        """The settings of all servers that name a channel or a role."""
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
        """Let nothing be chosen by a channel or role that was deleted; the settings after it."""
        chosen = server_settings.get(connection, server_id, lock=True)
        lost = [each for each in (*CHANNELS, *ROLES) if getattr(chosen, each) in gone]
        if lost:
            told = tuple(dict.fromkeys((*chosen.deleted, *lost)))
            nothing: dict[str, Any] = dict.fromkeys(lost)
            chosen = replace(chosen, deleted=told, **nothing)
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


Blocked: TypeAlias = Callable[[Connection, PlayerId, PlayerId, datetime], None]
"""Takes part in the transaction in which the first player blocks the second."""


class BlockService(Service):
    """Each player's list of people who cannot challenge them. Matches that run go on."""

    def __init__(self, database: Database, now: Now, listeners: tuple[Blocked, ...] = ()) -> None:
        super().__init__(database, now)
        self._listeners = listeners

    @writes
    def block(
        self, connection: Connection, actor: Actor, other_id: PlayerId
    ) -> tuple[PlayerId, ...]:
        """The player's list with the other on it; raises BlockedYourself."""
        if actor.id == other_id:
            raise BlockedYourself
        now = self._now()
        players.ensure(connection, (actor.id, other_id), now)
        blocks.add(connection, actor.id, other_id, now)
        for listener in self._listeners:
            listener(connection, actor.id, other_id, now)
        return blocks.of(connection, actor.id)

    @writes
    def unblock(
        self, connection: Connection, actor: Actor, other_id: PlayerId
    ) -> tuple[PlayerId, ...]:
        """The player's list without the other."""
        blocks.remove(connection, actor.id, other_id)
        return blocks.of(connection, actor.id)

    async def list(self, player_id: PlayerId) -> tuple[PlayerId, ...]:
        """Those whom the player has blocked."""
        return await self._database.read(blocks.of, player_id)
