"""People and servers, as far as the bot knows them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, select

from data.ids import PlayerId, ServerId
from data.statements import insert_missing
from data.tables import players, servers


def ensure(connection: Connection, ids: Iterable[PlayerId], now: datetime) -> None:
    """Make sure that there is a row for each of ``ids``."""
    rows = [{"id": player_id, "created_at": now} for player_id in ids]
    insert_missing(connection, players, rows)


def ensure_server(connection: Connection, server_id: ServerId, now: datetime) -> None:
    """Make sure that there is a row for the server."""
    insert_missing(connection, servers, [{"id": server_id, "created_at": now}])


def is_known(connection: Connection, player_id: PlayerId) -> bool:
    """Whether there is a row for the player, as things stand now."""
    return connection.execute(_row(player_id)).first() is not None


def lock(connection: Connection, player_id: PlayerId) -> bool:
    """Let nobody name the player in a new row, nor ``hold`` them, until this transaction ends.

    Whether the player is known.
    """
    return connection.execute(_row(player_id).with_for_update()).first() is not None


def hold(connection: Connection, player_id: PlayerId) -> bool:
    """Whether the player is known, and then stays so until this transaction ends."""
    held = connection.execute(_row(player_id).with_for_update(read=True, key_share=True))
    return held.first() is not None


def _row(player_id: PlayerId) -> Select[tuple[Any]]:
    return select(players.c.id).filter_by(id=player_id)
