"""Not wanting to play with somebody."""

from __future__ import annotations

from bot.services.matches.errors import OpponentIsYou
from bot.services.matches.store import Clock
from data import blocks, players
from data.database import Database
from data.ids import PlayerId


class BlockService:
    """Each player's list of people who cannot challenge them. Matches that run go on."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def block(self, player_id: PlayerId, other_id: PlayerId) -> tuple[PlayerId, ...]:
        """The player's list with the other on it; raises OpponentIsYou."""
        if player_id == other_id:
            raise OpponentIsYou
        async with self._database.transaction() as connection:
            now = self._clock()
            await players.ensure(connection, (player_id, other_id), now)
            await blocks.add(connection, player_id, other_id, now)
            return await blocks.of(connection, player_id)

    async def unblock(self, player_id: PlayerId, other_id: PlayerId) -> tuple[PlayerId, ...]:
        """The player's list without the other."""
        async with self._database.transaction() as connection:
            await blocks.remove(connection, player_id, other_id)
            return await blocks.of(connection, player_id)

    async def list(self, player_id: PlayerId) -> tuple[PlayerId, ...]:
        """Those whom the player has blocked."""
        async with self._database.reading() as connection:
            return await blocks.of(connection, player_id)
