"""Blocks between players."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.core.errors import ServiceError
from bot.core.people.forgotten import is_stand_in
from data.ids import PlayerId
from data.statements import insert_missing
from data.tables import blocks
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Blocked:
    """A player blocks another."""

    player_id: PlayerId
    other_id: PlayerId


class BlockedByYou(ServiceError):
    """The person blocked somebody who would play in the match."""

    says = Text("You have blocked {player}. `/block` undoes this.")

    player_id: PlayerId


class BlockedYou(ServiceError):
    """Somebody who would play in the match blocked the person."""

    says = Text("{player} cannot be challenged right now.")

    player_id: PlayerId


def add(connection: Connection, player_id: PlayerId, blocked_id: PlayerId, now: datetime) -> None:
    """Store that the player blocks the other."""
    row = {"player_id": player_id, "blocked_id": blocked_id, "created_at": now}
    insert_missing(connection, blocks, [row])


def remove(connection: Connection, player_id: PlayerId, blocked_id: PlayerId) -> None:
    """Delete the block, if there is one."""
    connection.execute(delete(blocks).filter_by(player_id=player_id, blocked_id=blocked_id))


def of(connection: Connection, player_id: PlayerId) -> tuple[PlayerId, ...]:
    """The people whom the player has blocked, oldest block first."""
    found = select(blocks.c.blocked_id).filter_by(player_id=player_id)
    return tuple(connection.scalars(found.order_by(blocks.c.created_at, blocks.c.blocked_id)))


def around(connection: Connection, player_id: PlayerId) -> frozenset[PlayerId]:
    """The people whom the player has blocked, and those who have blocked the player."""
    blocked = select(blocks.c.blocked_id).filter_by(player_id=player_id)
    blocking = select(blocks.c.player_id).filter_by(blocked_id=player_id)
    return frozenset(connection.scalars(blocked.union(blocking)))


def among(
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
    for player_id, blocked_id in among(connection, (newcomer, *others)):
        if player_id == newcomer:
            raise BlockedByYou(blocked_id)
        if blocked_id == newcomer:
            raise BlockedYou(player_id)
