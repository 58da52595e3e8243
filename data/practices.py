"""Boards on which people play against themselves, to try a game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.ids import PlayerId
from data.tables import practices


@dataclass(frozen=True, slots=True)
class Practice:
    """The moves made since the start, and the steps taken towards the next one."""

    game: str
    variant: str
    seed: int | None = None
    moves: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


async def put(
    connection: AsyncConnection, player_id: PlayerId, practice: Practice, now: datetime
) -> None:
    """Keep the player's practice in place of the one before."""
    await connection.execute(delete(practices).where(practices.c.player_id == player_id))
    await connection.execute(
        insert(practices).values(player_id=player_id, updated_at=now, **asdict(practice))
    )


async def get(connection: AsyncConnection, player_id: PlayerId) -> Practice | None:
    """The player's practice, or None."""
    kept = [practices.c[name] for name in Practice.__slots__]
    found = await connection.execute(select(*kept).where(practices.c.player_id == player_id))
    row = found.one_or_none()
    if row is None:
        return None
    return Practice(row.game, row.variant, row.seed, tuple(row.moves), tuple(row.taken))
