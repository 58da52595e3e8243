"""What managers did to matches, and why; the players can read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.ids import MatchId, PlayerId
from data.states import EntryKind
from data.tables import audit


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One deed: what the match's log says at ``ply``, who wrote it, and the reason given."""

    match_id: MatchId
    ply: int
    manager_id: PlayerId
    kind: EntryKind
    text: str
    reason: str
    created_at: datetime


async def add(connection: AsyncConnection, entry: AuditEntry) -> None:
    """Store a deed."""
    values = {name: getattr(entry, name) for name in AuditEntry.__slots__}
    await connection.execute(insert(audit).values(**values))


async def of(connection: AsyncConnection, match_id: MatchId) -> tuple[AuditEntry, ...]:
    """What was done to the match, the first deed first."""
    found = await connection.execute(
        select(audit).where(audit.c.match_id == match_id).order_by(audit.c.ply)
    )
    return tuple(AuditEntry(**row._mapping) for row in found)
