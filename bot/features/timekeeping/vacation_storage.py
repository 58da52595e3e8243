"""Who is on vacation, and was."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, update

from data.ids import Key, MatchId, PlayerId
from data.statements import all_of, insert_missing, selecting
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
    return current_of(connection, player_id) if inserted else None


def end(connection: Connection, vacation_id: int, at: datetime) -> None:
    """Note that it is over."""
    connection.execute(update(vacations).filter_by(id=vacation_id).values(ended_at=at))


def current(connection: Connection, players: Iterable[PlayerId]) -> dict[PlayerId, StoredVacation]:
    """The vacations of those who are on one."""
    theirs = vacations.c.player_id.in_(list(players))
    found = all_of(connection, _ALL.where(theirs, vacations.c.ended_at.is_(None)), StoredVacation)
    return {each.player_id: each for each in found}


def current_of(connection: Connection, player_id: PlayerId) -> StoredVacation | None:
    """The player's vacation, None if they are on none."""
    return current(connection, [player_id]).get(player_id)


def ending_after(
    connection: Connection, players: Iterable[PlayerId], since: datetime
) -> tuple[StoredVacation, ...]:
    """The players' vacations that ended since then, or have not."""
    theirs = vacations.c.player_id.in_(list(players))
    ended = func.coalesce(vacations.c.ended_at, vacations.c.ends_at)
    return all_of(connection, _ALL.where(theirs, ended > since), StoredVacation)


def taken(
    connection: Connection, player_id: PlayerId, since: datetime
) -> tuple[StoredVacation, ...]:
    """The player's vacations that began since then, the first one first."""
    later = _ALL.filter_by(player_id=player_id).where(vacations.c.began_at >= since)
    return all_of(connection, later.order_by(vacations.c.began_at), StoredVacation)


def set_away(
    connection: Connection, match_id: MatchId, player_id: PlayerId, until: datetime | None
) -> None:
    """Let lists and boards of a match know until when the player is away."""
    theirs = update(seats).filter_by(match_id=match_id, player_id=player_id)
    connection.execute(theirs.values(away_until=until))


_ALL = selecting(vacations, StoredVacation)
