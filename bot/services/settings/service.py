"""What players and servers choose."""

from __future__ import annotations

from bot.services.matches.errors import NotAManager, UnknownTheme
from bot.services.matches.games import game_of
from bot.services.matches.models import Person, PlayerSettings, ServerSettings
from bot.services.matches.store import Clock
from data import players, servers
from data.database import Database
from data.ids import PlayerId, ServerId
from renderer import THEMES


class SettingsService:
    """Reads and keeps settings; a whole set of them at a time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of_player(self, player_id: PlayerId) -> PlayerSettings:
        """What the player chose, or what everybody begins with."""
        async with self._database.reading() as connection:
            return await players.settings(connection, player_id)

    async def set_player(self, player_id: PlayerId, chosen: PlayerSettings) -> None:
        """Keep what the player chose; raises UnknownTheme."""
        if chosen.theme not in THEMES:
            raise UnknownTheme(chosen.theme)
        async with self._database.transaction() as connection:
            await players.ensure(connection, [player_id], self._clock())
            await players.set_settings(connection, player_id, chosen)

    async def of_server(self, server_id: ServerId) -> ServerSettings:
        """What the server's managers chose, or what every server begins with."""
        async with self._database.reading() as connection:
            return await servers.settings(connection, server_id)

    async def set_server(self, person: Person, server_id: ServerId, chosen: ServerSettings) -> None:
        """Keep what somebody who manages the server chose; raises NotAManager or UnknownGame."""
        if not person.manages_server:
            raise NotAManager(None)
        for game in chosen.allowed_games or ():
            game_of(game)
        async with self._database.transaction() as connection:
            await servers.ensure(connection, server_id, self._clock())
            await servers.set_settings(connection, server_id, chosen)
