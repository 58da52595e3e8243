"""Deletes what is stored about a server: at the operator's word, or long after the bot left it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlalchemy import Connection

from bot.core import matches
from bot.core.deletions import Deleted, DeletedKind, Deletions
from bot.core.faults import describe_error, read_in_savepoint
from bot.core.people import forgotten_servers as storage
from bot.core.services import ForgetServer, Prune
from bot.core.timers import TimerRule
from data.database import Database
from data.ids import Key, MatchId, ServerId
from data.states import EntryKind

BATCH = 50
"""The most matches that are ended in one transaction."""

logger = structlog.get_logger(__name__)


class ServerPrivacy:
    """Deletes what belongs to a server, and ends its running matches without a result.

    Finished matches stay, since they belong to their players; nothing in them leads back to the
    server.
    """

    def __init__(
        self,
        database: Database,
        store: matches.MatchStore,
        now: matches.Now,
        timers: Sequence[TimerRule],
        hooks: Sequence[ForgetServer],
        deletions: Deletions,
    ) -> None:
        self._database = database
        self._store = store
        self._now = now
        self._timed = [(each.kind, each.home) for each in timers if each.home is not None]
        self._hooks = hooks
        self._deletions = deletions

    async def forget(self, server_id: ServerId) -> None:
        """Delete everything about the server; does nothing if nothing is stored."""
        began = self._now()
        while not await self._database.write(self._forget_some, server_id):
            pass
        await self._deletions.note(Deleted(began, DeletedKind.SERVER, server_id))

    async def forget_again(self) -> None:
        """Delete servers anew that a restored copy of the database still knows."""
        for each in await self._deletions.read(DeletedKind.SERVER):
            server_id = ServerId(each.id)
            if await self._database.read(storage.stored_before, server_id, each.at):
                logger.warning("deleted again after a restore", server=server_id)
                await self.forget(server_id)

    def prune(self, kept: timedelta) -> Prune:
        """Forgets servers that the bot left so long ago."""
        return Prune("servers", kept, self._forget_left)

    def _forget_left(self, connection: Connection, before: datetime, _: int) -> int:
        server_id = storage.left_before(connection, before)
        if server_id is None:
            return 0
        self._forget_some(connection, server_id)
        return 1

    def _forget_some(self, connection: Connection, server_id: ServerId) -> bool:
        """End a batch of the server's matches; after the last, delete the rest: True."""
        for hook in self._hooks:
            hook(connection, server_id)
        storage.delete_own(connection, server_id, self._timed)
        running = storage.running_in(connection, server_id, BATCH)
        ended = [self._end(connection, match_id) for match_id in running]
        if len(running) == BATCH and any(ended):
            return False
        storage.forget(connection, server_id)
        return True

    def _end(self, connection: Connection, match_id: MatchId) -> bool:
        """End a match without a result; False if it is damaged."""
        fault = read_in_savepoint(connection, partial(self._call_off, connection, match_id))
        if isinstance(fault, Exception):
            logger.error("match not ended", match=match_id, error=describe_error(fault))
        return fault is None

    def _call_off(self, connection: Connection, match_id: MatchId) -> None:
        state = self._store.read(connection, match_id, lock=True)
        self._store.end(connection, state)
        if state.is_running:
            key = Key(f"forgotten:{match_id}:{state.ply}")
            entry = matches.NewEntry(EntryKind.ABORT, matches.FORGOTTEN, None, None, key)
            self._store.append(connection, state, entry)
