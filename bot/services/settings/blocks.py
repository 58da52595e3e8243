"""Not wanting to play with somebody."""

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import Now
from bot.services.people import blocks, players
from bot.services.settings.errors import BlockedYourself, NotBlocked
from data.database import Database
from data.ids import PlayerId
from data.transactions import writes


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
