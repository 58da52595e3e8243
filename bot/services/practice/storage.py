"""Boards on which people play against themselves, to try a game."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from data import statements
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


def put(connection: Connection, player_id: PlayerId, practice: Practice, now: datetime) -> None:
    """Keep the player's practice in place of the one before."""
    row = {"player_id": player_id, "updated_at": now, **asdict(practice)}
    statements.put(connection, practices, row)


def get(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> Practice | None:
    """The player's practice, or None. ``lock``: it stays so until this transaction ends."""
    kept = [practices.c[name] for name in Practice.__slots__]
    query = select(*kept).where(practices.c.player_id == player_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return None
    return Practice(row.game, row.variant, row.seed, tuple(row.moves), tuple(row.taken))
