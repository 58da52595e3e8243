"""What people can do who do not play in a match: find it, and ask to be told how it ends."""

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import (
    MatchOver,
    MatchState,
    MatchStore,
    MatchSummary,
    Now,
    check_seen,
)
from bot.services.matches import storage as matches
from bot.services.people import players
from bot.services.settings import NoServerHere
from bot.services.watching import storage
from bot.services.watching.following import check_blocks, check_cap
from data.database import Database
from data.ids import MatchId
from data.transactions import writes

MOST = 100
"""How many matches of a server are looked through."""


class WatchService:
    """Which matches run in a server, and who is told how one of them ends."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def running(self, actor: Actor) -> tuple[MatchSummary, ...]:
        """The matches that run where the actor sees them, the one last moved in first.

        Raises NoServerHere.
        """
        server_id = actor.place.server_id
        if server_id is None:
            raise NoServerHere
        found = await self._database.read(matches.running_in, server_id, MOST)
        return tuple(match for match in found if actor.sees(match.channel_id))

    @writes
    def follow(self, connection: Connection, actor: Actor, match_id: MatchId) -> MatchState:
        """Let the actor be told by direct message how the match ends.

        Raises UnknownMatch, NotYoursToSee, MatchOver, BlockedByYou, CannotFollow or FollowsTooMany.
        """
        match = self._store.read(connection, match_id, lock=True)
        check_seen(actor, match)
        if not match.is_running:
            raise MatchOver(match)
        check_blocks(connection, actor.id, match.people)
        now = self._now()
        players.ensure(connection, (actor.id,), now)
        players.lock(connection, actor.id)  # nobody follows twice at once
        check_cap(len(storage.matches_of(connection, actor.id) - {match_id}))
        storage.add(connection, match_id, actor.id, now)
        return match

    async def unfollow(self, actor: Actor, match_id: MatchId) -> None:
        """Take that back."""
        await self._database.write(storage.remove, match_id, actor.id)
