"""Settings of players and servers."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.matches import Service
from bot.core.people import PlayerSettings, ServerSettings, players
from bot.core.people.settings import CHANNELS, ROLES, administered, player_settings, server_settings
from data.database import reads, writes
from data.ids import PlayerId, ServerId

logger = structlog.get_logger(__name__)


class SettingsService(Service):
    """Reads and changes settings."""

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
        """Apply ``change`` to the player's settings; returns the new ones."""
        players.ensure(connection, [actor.id], self._now())
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
        players.ensure_server(connection, server_id, self._now())
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
