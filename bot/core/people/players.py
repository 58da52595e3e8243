"""The rows of people and servers."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, select

from data.ids import PlayerId, ServerId
from data.statements import insert_missing
from data.tables import players, servers


def ensure(connection: Connection, ids: Iterable[PlayerId], now: datetime) -> None:
    """Insert a row for each person who has none."""
    rows = [{"id": player_id, "created_at": now} for player_id in ids]
    insert_missing(connection, players, rows)


def ensure_server(connection: Connection, server_id: ServerId, now: datetime) -> None:
    """Insert a row for the server if it has none."""
    insert_missing(connection, servers, [{"id": server_id, "created_at": now}])


def is_known(connection: Connection, player_id: PlayerId) -> bool:
    """Whether there is a row for the player; it is not locked."""
    return connection.execute(_row(player_id)).first() is not None


def lock(connection: Connection, player_id: PlayerId) -> bool:
    """Lock the player's row, so that no new row can refer to it; False if there is none."""
    return connection.execute(_row(player_id).with_for_update()).first() is not None


def lock_shared(connection: Connection, player_id: PlayerId) -> bool:
    """Lock the player's row against deletion until this transaction ends; False without one."""
    held = connection.execute(_row(player_id).with_for_update(read=True, key_share=True))
    return held.first() is not None


def _row(player_id: PlayerId) -> Select[tuple[Any]]:
    return select(players.c.id).filter_by(id=player_id)
