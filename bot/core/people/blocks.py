"""Who does not want to play with whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.core.errors import ServiceError
from bot.core.people.forgotten import is_stand_in
from data.ids import PlayerId
from data.statements import insert_missing
from data.tables import blocks


@dataclass(frozen=True, slots=True)
class Blocked:
    """Somebody blocks another person."""

    player_id: PlayerId
    other_id: PlayerId


class BlockedByYou(ServiceError):
    """The person blocked somebody who would play in the match."""

    player_id: PlayerId


class BlockedYou(ServiceError):
    """Somebody who would play in the match blocked the person."""

    player_id: PlayerId


def add(connection: Connection, player_id: PlayerId, blocked_id: PlayerId, now: datetime) -> None:
    """Let the player not be challenged by the other."""
    row = {"player_id": player_id, "blocked_id": blocked_id, "created_at": now}
    insert_missing(connection, blocks, [row])


def remove(connection: Connection, player_id: PlayerId, blocked_id: PlayerId) -> None:
    """Take that back."""
    connection.execute(delete(blocks).filter_by(player_id=player_id, blocked_id=blocked_id))


def of(connection: Connection, player_id: PlayerId) -> tuple[PlayerId, ...]:
    """Those whom the player has blocked, the first one first."""
    found = select(blocks.c.blocked_id).filter_by(player_id=player_id)
    return tuple(connection.scalars(found.order_by(blocks.c.created_at, blocks.c.blocked_id)))


def around(connection: Connection, player_id: PlayerId) -> frozenset[PlayerId]:
    """Those whom the player has blocked, and those who have blocked the player."""
    blocked = select(blocks.c.blocked_id).filter_by(player_id=player_id)
    blocking = select(blocks.c.player_id).filter_by(blocked_id=player_id)
    return frozenset(connection.scalars(blocked.union(blocking)))


def among(
    connection: Connection, people: Iterable[PlayerId]
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """Each (player, blocked) of whom both are among ``people``."""
    everybody = list(people)
    found = connection.execute(
        select(blocks.c.player_id, blocks.c.blocked_id)
        .where(blocks.c.player_id.in_(everybody), blocks.c.blocked_id.in_(everybody))
        .order_by(blocks.c.player_id, blocks.c.blocked_id)
    )
    return tuple((row.player_id, row.blocked_id) for row in found)


def check_blocks(connection: Connection, newcomer: PlayerId, others: tuple[PlayerId, ...]) -> None:
    """Raise BlockedByYou or BlockedYou if the newcomer and one of the others cannot play."""
    for player_id in filter(is_stand_in, others):
        raise BlockedYou(player_id)
    for player_id, blocked_id in among(connection, (newcomer, *others)):
        if player_id == newcomer:
            raise BlockedByYou(blocked_id)
        if blocked_id == newcomer:
            raise BlockedYou(player_id)
