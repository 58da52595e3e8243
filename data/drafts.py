"""Moves that players have begun to put together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from data import statements
from data.ids import MatchId, PlayerId
from data.tables import drafts


@dataclass(frozen=True, slots=True)
class Draft:
    """The steps taken so far, towards the entry that follows ``ply``."""

    ply: int
    taken: tuple[str, ...]


def put(
    connection: Connection,
    match_id: MatchId,
    player_id: PlayerId,
    draft: Draft,
    now: datetime,
) -> None:
    """Keep the draft in place of the one before."""
    row = {
        "match_id": match_id,
        "player_id": player_id,
        "ply": draft.ply,
        "taken": list(draft.taken),
        "updated_at": now,
    }
    statements.put(connection, drafts, row)


def get(connection: Connection, match_id: MatchId, player_id: PlayerId) -> Draft | None:
    """The player's draft in the match, or None."""
    found = connection.execute(
        select(drafts).where(drafts.c.match_id == match_id, drafts.c.player_id == player_id)
    )
    row = found.one_or_none()
    return None if row is None else Draft(row.ply, tuple(row.taken))
