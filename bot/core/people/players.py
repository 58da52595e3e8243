"""The rows of people and servers, and blocks between people."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, select

from bot.core.errors import ServiceError
from data.ids import PlayerId, ServerId, is_stand_in
from data.statements import insert_missing
from data.tables import blocks, players, servers
from rules.texts import Text


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


def known_before(connection: Connection, player_id: PlayerId, moment: datetime) -> bool:
    """Whether there is a row for the player that was made at ``moment`` or before."""
    return (
        connection.execute(_row(player_id).where(players.c.created_at <= moment)).first()
        is not None
    )


def lock(connection: Connection, player_id: PlayerId) -> bool:
    """Lock the player's row, so that no new row can refer to it; False if there is none."""
    return connection.execute(_row(player_id).with_for_update()).first() is not None


def lock_shared(connection: Connection, player_id: PlayerId) -> bool:
    """Lock the player's row against deletion until this transaction ends; False without one."""
    held = connection.execute(_row(player_id).with_for_update(read=True, key_share=True))
    return held.first() is not None


def _row(player_id: PlayerId) -> Select[tuple[Any]]:
    return select(players.c.id).filter_by(id=player_id)


@dataclass(frozen=True, slots=True)
class Blocked:
    """A player blocks another."""

    player_id: PlayerId
    other_id: PlayerId


class BlockedByYou(ServiceError):
    """The person blocked somebody who would play in the match."""

    says = Text("You have blocked {player}. To undo this, use `/block`.")

    player_id: PlayerId


class BlockedYou(ServiceError):
    """Somebody who would play in the match blocked the person."""

    says = Text("{player} cannot be challenged right now.")

    player_id: PlayerId


def block(connection: Connection, player_id: PlayerId, blocked_id: PlayerId, now: datetime) -> None:
    """Store that the player blocks the other."""
    row = {"player_id": player_id, "blocked_id": blocked_id, "created_at": now}
    insert_missing(connection, blocks, [row])


def unblock(connection: Connection, player_id: PlayerId, blocked_id: PlayerId) -> None:
    """Delete the block, if there is one."""
    connection.execute(delete(blocks).filter_by(player_id=player_id, blocked_id=blocked_id))


def blocked_by(connection: Connection, player_id: PlayerId) -> tuple[PlayerId, ...]:
    """The people whom the player has blocked, oldest block first."""
    found = select(blocks.c.blocked_id).filter_by(player_id=player_id)
    return tuple(connection.scalars(found.order_by(blocks.c.created_at, blocks.c.blocked_id)))


def parted_from(connection: Connection, player_id: PlayerId) -> frozenset[PlayerId]:
    """The people whom the player has blocked, and those who have blocked the player."""
    blocked = select(blocks.c.blocked_id).filter_by(player_id=player_id)
    blocking = select(blocks.c.player_id).filter_by(blocked_id=player_id)
    return frozenset(connection.scalars(blocked.union(blocking)))


def blocks_among(
    connection: Connection, people: Iterable[PlayerId]
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """The blocks between any two of ``people``, as (player, blocked)."""
    everybody = list(people)
    found = connection.execute(
        select(blocks.c.player_id, blocks.c.blocked_id)
        .where(blocks.c.player_id.in_(everybody), blocks.c.blocked_id.in_(everybody))
        .order_by(blocks.c.player_id, blocks.c.blocked_id)
    )
    return tuple((row.player_id, row.blocked_id) for row in found)


def check_blocks(connection: Connection, newcomer: PlayerId, others: tuple[PlayerId, ...]) -> None:
    """Raise BlockedByYou or BlockedYou if a block separates the newcomer from the others."""
    for player_id in filter(is_stand_in, others):
        raise BlockedYou(player_id)
    for player_id, blocked_id in blocks_among(connection, (newcomer, *others)):
        if player_id == newcomer:
            raise BlockedByYou(blocked_id)
        if blocked_id == newcomer:
            raise BlockedYou(player_id)
