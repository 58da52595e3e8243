"""Moves that players have begun to put together."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, case, delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

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


def note_use(
    connection: Connection, match_id: MatchId, player_id: PlayerId, ply: int, now: datetime
) -> None:
    """Note that the player has the composer open; what has been put together stays."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    new = dialect.insert(drafts).values(
        match_id=match_id, player_id=player_id, ply=ply, taken=[], updated_at=now
    )
    same_turn = drafts.c.ply == new.excluded.ply
    connection.execute(
        new.on_conflict_do_update(
            index_elements=["match_id", "player_id"],
            set_={
                "ply": new.excluded.ply,
                "taken": case((same_turn, drafts.c.taken), else_=new.excluded.taken),
                "updated_at": new.excluded.updated_at,
            },
        )
    )


def used_at(
    connection: Connection, match_id: MatchId, player_id: PlayerId, ply: int
) -> datetime | None:
    """When the player last had the composer open for the entry that follows ``ply``, or None."""
    moment: datetime | None = connection.execute(
        select(drafts.c.updated_at).where(
            drafts.c.match_id == match_id, drafts.c.player_id == player_id, drafts.c.ply == ply
        )
    ).scalar()
    return moment


def get(connection: Connection, match_id: MatchId, player_id: PlayerId) -> Draft | None:
    """The player's draft in the match, or None."""
    found = connection.execute(
        select(drafts).where(drafts.c.match_id == match_id, drafts.c.player_id == player_id)
    )
    row = found.one_or_none()
    return None if row is None else Draft(row.ply, tuple(row.taken))


def prune(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` half-made moves last changed before then; how many there were."""
    key = tuple_(drafts.c.match_id, drafts.c.player_id)
    old = select(drafts.c.match_id, drafts.c.player_id).where(drafts.c.updated_at < before)
    return connection.execute(delete(drafts).where(key.in_(old.limit(most)))).rowcount
