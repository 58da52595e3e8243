"""Who is on vacation, and was."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select, update

from data.ids import Key, MatchId, PlayerId
from data.statements import insert_missing
from data.tables import seats, vacations


@dataclass(frozen=True, slots=True)
class StoredVacation:
    """Away from ``began_at``; ``ended_at`` is None until it is over."""

    id: int
    player_id: PlayerId
    began_at: datetime
    ends_at: datetime
    ended_at: datetime | None


def begin(
    connection: Connection, player_id: PlayerId, began: datetime, ends: datetime, key: Key
) -> StoredVacation | None:
    """Store a vacation that begins; None if the player is on one already."""
    row = {"player_id": player_id, "began_at": began, "ends_at": ends, "key": key}
    inserted = insert_missing(connection, vacations, [row]) == 1
    return current(connection, [player_id]).get(player_id) if inserted else None


def end(connection: Connection, vacation_id: int, at: datetime) -> None:
    """Note that it is over."""
    connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ended_at=at))


def current(connection: Connection, players: Iterable[PlayerId]) -> dict[PlayerId, StoredVacation]:
    """The vacations of those who are on one."""
    found = connection.execute(
        select(*_KEPT).where(
            vacations.c.player_id.in_(list(players)), vacations.c.ended_at.is_(None)
        )
    )
    return {row.player_id: StoredVacation(**row._mapping) for row in found}


def ending_after(
    connection: Connection, players: Iterable[PlayerId], since: datetime
) -> tuple[StoredVacation, ...]:
    """The players' vacations that ended since then, or have not."""
    found = connection.execute(
        select(*_KEPT).where(
            vacations.c.player_id.in_(list(players)),
            func.coalesce(vacations.c.ended_at, vacations.c.ends_at) > since,
        )
    )
    return tuple(StoredVacation(**row._mapping) for row in found)


def taken(
    connection: Connection, player_id: PlayerId, since: datetime
) -> tuple[StoredVacation, ...]:
    """The player's vacations that began since then, the first one first."""
    found = connection.execute(
        select(*_KEPT)
        .where(vacations.c.player_id == player_id, vacations.c.began_at >= since)
        .order_by(vacations.c.began_at)
    )
    return tuple(StoredVacation(**row._mapping) for row in found)


def has_key(connection: Connection, key: Key) -> bool:
    """Whether a vacation was begun under this key."""
    found = connection.execute(select(vacations.c.id).where(vacations.c.key == key))
    return found.scalar() is not None


def set_away(
    connection: Connection, match_id: MatchId, player_id: PlayerId, until: datetime | None
) -> None:
    """Let lists and boards of a match know until when the player is away."""
    connection.execute(
        update(seats)
        .where(seats.c.match_id == match_id, seats.c.player_id == player_id)
        .values(away_until=until)
    )


_KEPT = [vacations.c[name] for name in StoredVacation.__slots__]
