"""Who wants to be told how a match ends."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select

from data.ids import MatchId, PlayerId
from data.statements import insert_missing
from data.tables import followers


def add(connection: Connection, match_id: MatchId, player_id: PlayerId, now: datetime) -> None:
    """Note that the player wants to be told."""
    row = {"match_id": match_id, "player_id": player_id, "created_at": now}
    insert_missing(connection, followers, [row])


def remove(connection: Connection, match_id: MatchId, player_id: PlayerId) -> None:
    """Take that back."""
    connection.execute(
        delete(followers).where(
            followers.c.match_id == match_id, followers.c.player_id == player_id
        )
    )


def of(connection: Connection, match_id: MatchId) -> tuple[PlayerId, ...]:
    """Those who want to be told of a match, the first one first."""
    found = connection.execute(
        select(followers.c.player_id)
        .where(followers.c.match_id == match_id)
        .order_by(followers.c.created_at, followers.c.player_id)
    )
    return tuple(found.scalars())
