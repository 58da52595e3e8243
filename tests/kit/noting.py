"""Rows of the outbox without the matches that they are about."""

from datetime import datetime

from sqlalchemy import Connection

from bot.services.outbox import storage as outbox
from data.ids import MatchId
from data.states import MessageKind


def note_board(connection: Connection, match_id: MatchId, ply: int, now: datetime) -> None:
    """Note that the board of this ply has to be posted."""
    outbox.add(connection, outbox.of_match(MessageKind.BOARD, match_id, match_id, ply), now)
