"""People, as far as the bot knows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, select, update

from data.ids import PlayerId
from data.statements import insert_missing
from data.states import Orientation
from data.tables import players


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How a player wants things to be.

    ``hidden_elsewhere``: not to be named in servers that the player is not in;
    ``named_after_leaving``: to be named in the lists of servers that the player has left.
    """

    confirm_moves: bool = True
    orientation: Orientation = Orientation.FIRST
    theme: str = "slate"
    hidden_elsewhere: bool = False
    named_after_leaving: bool = False


def ensure(connection: Connection, ids: Iterable[PlayerId], now: datetime) -> None:
    """Make sure that there is a row for each of ``ids``."""
    usual = asdict(PlayerSettings())
    rows = [{"id": player_id, "created_at": now, **usual} for player_id in ids]
    insert_missing(connection, players, rows)


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
    return select(players.c.id).where(players.c.id == player_id)


def settings(connection: Connection, player_id: PlayerId, *, lock: bool = False) -> PlayerSettings:
    """The player's settings; those that everybody begins with if nothing is known."""
    chosen = [players.c[name] for name in PlayerSettings.__slots__]
    query = select(*chosen).where(players.c.id == player_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return PlayerSettings() if row is None else PlayerSettings(**row._mapping)


def set_settings(connection: Connection, player_id: PlayerId, chosen: PlayerSettings) -> None:
    """Keep what the player chose."""
    connection.execute(update(players).where(players.c.id == player_id).values(**asdict(chosen)))


def settings_of(connection: Connection, ids: Iterable[PlayerId]) -> dict[PlayerId, PlayerSettings]:
    """The settings of those of ``ids`` who are known."""
    chosen = [players.c[name] for name in PlayerSettings.__slots__]
    found = connection.execute(select(players.c.id, *chosen).where(players.c.id.in_(list(ids))))
    return {row.id: PlayerSettings(*row[1:]) for row in found}
