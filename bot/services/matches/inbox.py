"""All of a player's matches, wherever they are played."""

from __future__ import annotations

from bot.services.matches.models import Inbox
from bot.services.matches.presenting import match_line
from data import matches
from data.database import Database
from data.ids import PlayerId

RECENT = 10


class InboxService:
    """Lists matches without replaying them, so that hundreds are no burden."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player_id: PlayerId, recent: int = RECENT) -> Inbox:
        """The player's matches, with at most ``recent`` that have ended."""
        async with self._database.reading() as connection:
            running = await matches.running_of(connection, player_id)
            ended = await matches.finished_of(connection, player_id, recent)
        lines = [match_line(match) for match in running]
        return Inbox(
            waiting=tuple(line for line in lines if line.to_move_player == player_id),
            others=tuple(line for line in lines if line.to_move_player != player_id),
            recent=tuple(match_line(match) for match in ended),
        )
