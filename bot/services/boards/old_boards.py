"""Taking the buttons off boards that another one has followed. New boards come first."""

import asyncio
from collections import deque
from collections.abc import Collection
from dataclasses import replace

import structlog
from sqlalchemy import Connection

from bot.services.boards import storage
from bot.services.boards.board import Board
from bot.services.errors import ServiceError
from bot.services.matches import MatchStore
from bot.services.matches.storage import MatchSummary
from bot.services.posting import CannotPost, ChannelGone, MessageGone, TryLater, Wire
from data.database import Database
from data.errors import StorageError
from data.ids import MatchId
from data.shards import Shards

MOST_NOTED = 1000
"""How many boards are kept in mind; the oldest beyond that keep their buttons."""
AT_ONCE = 64

logger = structlog.get_logger(__name__)

Old = tuple[MatchSummary, int]
"""A match whose board is an old one, and the ply that this board shows."""


class OldBoards:
    """What an old board's buttons lead to is a polite answer, so an edit is tried only once.

    They are kept in mind in memory alone: whoever takes up the work of a run that was killed looks
    at the boards that were posted last.
    """

    def __init__(self, database: Database, store: MatchStore, wire: Wire) -> None:
        self._database = database
        self._store = store
        self._wire = wire
        self._noted: deque[Old] = deque(maxlen=MOST_NOTED)
        self._editing: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Lock()
        """Held by the one edit that reads: together they would need every connection there is."""

    def note(self, match: MatchSummary, ply: int) -> None:
        """Have the buttons taken off the board that the match had so far, which shows ``ply``."""
        if match.board_message_id is not None:
            self._noted.append((match, ply))

    async def take_up(self, shards: Shards) -> None:
        """Note what the last run may have left; raises StorageError."""
        self._noted.extend(await self._database.read(self._left, shards))

    def begin(self) -> None:
        """Begin with what was noted."""
        while self._noted and len(self._editing) < AT_ONCE:
            edit = asyncio.create_task(self._edit(*self._noted.popleft()), name="edit old board")
            self._editing.add(edit)
            edit.add_done_callback(self._end)

    async def rest(self) -> None:
        """Come back when nothing is left to do."""
        while self._noted or self._editing:
            self.begin()
            await asyncio.wait(self._editing)

    @property
    def going(self) -> Collection[asyncio.Task[None]]:
        """The edits that are on their way."""
        return tuple(self._editing)

    def _end(self, edit: asyncio.Task[None]) -> None:
        self._editing.discard(edit)
        if edit.cancelled():
            return
        if (error := edit.exception()) is not None:
            logger.error("old board not edited", exc_info=error)
        self.begin()

    async def _edit(self, match: MatchSummary, ply: int) -> None:
        channel_id, message_id = match.board_channel_id, match.board_message_id
        if channel_id is None or message_id is None:
            return
        try:
            shown = self._store.known(match, ply)
            if shown is None:
                async with self._reading:
                    shown = await self._database.read(self._store.read, match.id, ply)
            board = Board(shown, newest=False)
            await self._wire.soon(self._wire.messenger.edit(channel_id, message_id, board))
        except (
            CannotPost,
            ChannelGone,
            MessageGone,
            TryLater,
            ServiceError,
            StorageError,
        ) as error:
            logger.info("old board keeps its buttons", match=match.id, ply=ply, reason=str(error))

    def _left(self, connection: Connection, shards: Shards) -> tuple[Old, ...]:
        found = []
        for each in storage.followed_last(connection, shards):
            try:
                match = self._store.read(connection, MatchId(each.match_id)).match
            except ServiceError:
                continue  # whoever comes to its next board says why it cannot be read
            there = replace(
                match, board_channel_id=each.channel_id, board_message_id=each.message_id
            )
            found.append((there, each.ply))
        return tuple(found)
