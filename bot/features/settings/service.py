"""Block lists: whom people do not want to play with."""

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import Now, Service
from bot.core.people import players
from data.database import Database, writes
from data.ids import PlayerId
from rules.texts import Text


class BlockedYourself(ServiceError):
    """Nobody can block themselves."""

    says = Text("You cannot block yourself.")


class BlockService(Service):
    """Changes block lists: two people cannot challenge each other if one has blocked the other.

    Running matches go on.
    """

    def __init__(self, database: Database, now: Now, events: Events = NO_LISTENERS) -> None:
        super().__init__(database, now)
        self._events = events

    @writes
    def block(
        self, connection: Connection, actor: Actor, other_id: PlayerId
    ) -> tuple[PlayerId, ...]:
        """Block another person, and give the new list; raises BlockedYourself."""
        if actor.id == other_id:
            raise BlockedYourself
        now = self._now()
        players.ensure(connection, (actor.id, other_id), now)
        players.block(connection, actor.id, other_id, now)
        self._events.tell(connection, players.Blocked(actor.id, other_id), now)
        return players.blocked_by(connection, actor.id)

    @writes
    def unblock(
        self, connection: Connection, actor: Actor, other_id: PlayerId
    ) -> tuple[PlayerId, ...]:
        """Unblock another person, and give the new list."""
        players.unblock(connection, actor.id, other_id)
        return players.blocked_by(connection, actor.id)

    async def list(self, player_id: PlayerId) -> tuple[PlayerId, ...]:
        """The people whom the player has blocked."""
        return await self._database.read(players.blocked_by, player_id)
