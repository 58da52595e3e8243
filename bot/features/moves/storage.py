"""The stored unfinished moves of players."""

from datetime import datetime

import sqlalchemy as sa

from data import statements
from data.ids import MatchId, PlayerId
from data.tables import drafts


def put(
    connection: sa.Connection,
    match_id: MatchId,
    player_id: PlayerId,
    ply: int,
    taken: tuple[str, ...],
    now: datetime,
) -> None:
    """Store the steps taken towards the entry after ``ply``, replacing earlier ones."""
    row = {"match_id": match_id, "player_id": player_id, "ply": ply, "taken": taken}
    statements.put(connection, drafts, {**row, "updated_at": now})


def note_use(
    connection: sa.Connection, match_id: MatchId, player_id: PlayerId, ply: int, now: datetime
) -> None:
    """Store that the player has just opened the composer, keeping the steps of this turn."""
    new = statements.inserting(connection.dialect.name, drafts).values(
        match_id=match_id, player_id=player_id, ply=ply, taken=[], updated_at=now
    )
    same_turn = drafts.c.ply == new.excluded.ply
    changed = {
        "ply": new.excluded.ply,
        "taken": sa.case((same_turn, drafts.c.taken), else_=new.excluded.taken),
        "updated_at": new.excluded.updated_at,
    }
    key = ["match_id", "player_id"]
    connection.execute(new.on_conflict_do_update(index_elements=key, set_=changed))


def used_at(
    connection: sa.Connection, match_id: MatchId, player_id: PlayerId, ply: int
) -> datetime | None:
    """When the player last used the composer for the entry after ``ply``, or None."""
    there = {"match_id": match_id, "player_id": player_id, "ply": ply}
    return connection.scalar(sa.select(drafts.c.updated_at).filter_by(**there))


def taken(
    connection: sa.Connection, match_id: MatchId, player_id: PlayerId, ply: int
) -> tuple[str, ...]:
    """The steps that the player has taken towards the entry after ``ply``."""
    there = {"match_id": match_id, "player_id": player_id, "ply": ply}
    return tuple(connection.scalar(sa.select(drafts.c.taken).filter_by(**there)) or ())


def prune(connection: sa.Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` unfinished moves from before a time; the number removed."""
    key = (drafts.c.match_id, drafts.c.player_id)
    old = sa.select(*key).where(drafts.c.updated_at < before).limit(most)
    return connection.execute(sa.delete(drafts).where(sa.tuple_(*key).in_(old))).rowcount
