"""What waits for a player: matches in which it is their turn, and what others ask of them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.matches import MatchSummary
from bot.services.matches import storage as matches
from bot.services.requests import storage
from bot.services.requests.storage import Request
from data.database import Database
from data.ids import MatchId, PlayerId

RECENT = 10


@dataclass(frozen=True, slots=True)
class Inbox:
    """A player's matches everywhere: those waiting for the player, the others, the ended ones.

    The running ones begin with those whose time is over first, then come the longest untouched; the
    ended ones begin with the latest. ``asked`` is what others wait for the player to answer.
    """

    waiting: tuple[MatchSummary, ...]
    others: tuple[MatchSummary, ...]
    recent: tuple[MatchSummary, ...]
    asked: tuple[Request, ...] = ()

    def match(self, match_id: MatchId) -> MatchSummary | None:
        """The match with this number, None if it is not listed."""
        listed = (*self.waiting, *self.others, *self.recent)
        return next((line for line in listed if line.id == match_id), None)


class InboxService:
    """Reads inboxes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, player_id: PlayerId, recent: int = RECENT) -> Inbox:
        """The player's matches everywhere, with at most ``recent`` that have ended."""
        return await self._database.read(inbox_of, player_id, recent)


def _urgency(match: MatchSummary) -> tuple[bool, datetime]:
    """Those whose time runs first, the first one over first; then the longest untouched."""
    return match.deadline is None, match.deadline or match.updated_at


def inbox_of(connection: Connection, player_id: PlayerId, recent: int) -> Inbox:
    """The player's matches everywhere, with at most ``recent`` that have ended."""
    running = sorted(matches.running_of(connection, player_id), key=_urgency)
    return Inbox(
        waiting=tuple(each for each in running if each.to_move_player == player_id),
        others=tuple(each for each in running if each.to_move_player != player_id),
        recent=matches.finished_of(connection, player_id, recent),
        asked=storage.awaiting(connection, player_id),
    )
