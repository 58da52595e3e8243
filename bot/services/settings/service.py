"""What players and servers choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import Now, game_of
from bot.services.settings.errors import NoServerHere, NotAManager, UnknownTheme
from data import players, servers
from data.database import Database
from data.ids import PlayerId, ServerId
from data.players import PlayerSettings
from data.servers import ServerSettings
from renderer import THEMES


class SettingsService:
    """Reads and changes settings. A change touches what it names and nothing else."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def of_player(self, player_id: PlayerId) -> PlayerSettings:
        """What the player chose, or what everybody begins with."""
        return await self._database.read(players.settings, player_id)

    async def change_player(self, actor: Actor, **changes: Any) -> PlayerSettings:
        """The player's settings with ``changes``, fields of PlayerSettings; raises UnknownTheme."""
        if changes.get("theme", next(iter(THEMES))) not in THEMES:
            raise UnknownTheme(changes["theme"])

        def change(connection: Connection) -> PlayerSettings:
            players.ensure(connection, [actor.id], self._now())
            chosen = replace(players.settings(connection, actor.id, lock=True), **changes)
            players.set_settings(connection, actor.id, chosen)
            return chosen

        return await self._database.write(change)

    async def of_server(self, server_id: ServerId) -> ServerSettings:
        """What the server's managers chose, or what every server begins with."""
        return await self._database.read(servers.settings, server_id)

    async def change_server(self, actor: Actor, **changes: Any) -> ServerSettings:
        """The server's settings with ``changes``, fields of ServerSettings.

        Raises NoServerHere, NotAManager unless the actor may manage the server, or UnknownGame.
        """
        server_id = actor.place.server_id
        if server_id is None:
            raise NoServerHere
        if not actor.person.manages_server:
            raise NotAManager(None)
        for game in changes.get("allowed_games") or ():
            game_of(game)

        def change(connection: Connection) -> ServerSettings:
            servers.ensure(connection, server_id, self._now())
            chosen = replace(servers.settings(connection, server_id, lock=True), **changes)
            servers.set_settings(connection, server_id, chosen)
            return chosen

        return await self._database.write(change)
