"""A card of a match that is over, for people who have not seen it played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import MatchRunning, MatchState, MatchStore, Now, check_seen
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Shared
from data.database import Database
from data.ids import MatchId

AGAIN = timedelta(days=1)
"""After so long a match may be shared once more."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """A match whose card was asked for. ``before`` is the one of today, if there was one."""

    match: MatchState
    before: Shared | None


class SharingService:
    """Has cards posted where their matches were played, one a day for each."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def share(self, actor: Actor, match_id: MatchId) -> Sharing:
        """Have the match's card posted, unless it was today.

        Raises UnknownMatch, NotYoursToSee, or MatchRunning.
        """

        def share(connection: Connection) -> Sharing:
            match = self._store.read(connection, match_id)
            check_seen(actor, match)
            if match.is_running:
                raise MatchRunning(match)
            now, before = self._now(), outbox.newest_share(connection, match_id)
            if before is not None and now < before.created_at + AGAIN:
                return Sharing(match, before)
            version = 0 if before is None else before.version + 1
            outbox.add_share(connection, match_id, version, now)
            return Sharing(match, None)

        return await self._database.write(share)
