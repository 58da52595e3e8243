"""Who wants to be told how a match ends, or how somebody's matches end."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.services.matches.storage import RUNNING
from data.ids import MatchId, PlayerId, ServerId
from data.statements import insert_missing
from data.tables import followed_people, followers, matches


def add(connection: Connection, match_id: MatchId, player_id: PlayerId, now: datetime) -> None:
    """Note that the player wants to be told."""
    row = {"match_id": match_id, "player_id": player_id, "created_at": now}
    insert_missing(connection, followers, [row])


def remove(connection: Connection, match_id: MatchId, player_id: PlayerId) -> None:
    """Take that back."""
    connection.execute(
        delete(followers).where(
            followers.c.match_id == match_id, followers.c.player_id == player_id
        )
    )


def of(connection: Connection, match_id: MatchId) -> tuple[PlayerId, ...]:
    """Those who want to be told of a match, the first one first."""
    found = connection.execute(
        select(followers.c.player_id)
        .where(followers.c.match_id == match_id)
        .order_by(followers.c.created_at, followers.c.player_id)
    )
    return tuple(found.scalars())


def add_person(
    connection: Connection,
    player_id: PlayerId,
    followed_id: PlayerId,
    server_id: ServerId,
    now: datetime,
) -> None:
    """Note that the player wants to be told of the other's matches in a server."""
    row = {
        "player_id": player_id,
        "followed_id": followed_id,
        "server_id": server_id,
        "created_at": now,
    }
    insert_missing(connection, followed_people, [row])


def remove_person(
    connection: Connection, player_id: PlayerId, followed_id: PlayerId, server_id: ServerId
) -> None:
    """Take that back."""
    connection.execute(
        delete(followed_people).where(
            followed_people.c.player_id == player_id,
            followed_people.c.followed_id == followed_id,
            followed_people.c.server_id == server_id,
        )
    )


def followed_by(
    connection: Connection, player_id: PlayerId, server_id: ServerId
) -> tuple[PlayerId, ...]:
    """Those whom the player follows in a server, the first one first."""
    found = connection.execute(
        select(followed_people.c.followed_id)
        .where(followed_people.c.player_id == player_id, followed_people.c.server_id == server_id)
        .order_by(followed_people.c.created_at, followed_people.c.followed_id)
    )
    return tuple(found.scalars())


def people_of(connection: Connection, player_id: PlayerId) -> frozenset[tuple[PlayerId, ServerId]]:
    """Everybody whom the player follows, each with the server."""
    found = connection.execute(
        select(followed_people.c.followed_id, followed_people.c.server_id).where(
            followed_people.c.player_id == player_id
        )
    )
    return frozenset((row.followed_id, row.server_id) for row in found)


def matches_of(connection: Connection, player_id: PlayerId) -> frozenset[MatchId]:
    """The running matches that the player follows."""
    found = connection.execute(
        select(followers.c.match_id)
        .join(matches, matches.c.id == followers.c.match_id)
        .where(followers.c.player_id == player_id, RUNNING)
    )
    return frozenset(found.scalars())


def of_people(
    connection: Connection, people: Iterable[PlayerId], server_id: ServerId
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """Each (follower, followed) in a server of whom the second is one of these people."""
    found = connection.execute(
        select(followed_people.c.player_id, followed_people.c.followed_id)
        .where(
            followed_people.c.followed_id.in_(list(people)),
            followed_people.c.server_id == server_id,
        )
        .order_by(followed_people.c.player_id, followed_people.c.followed_id)
    )
    return tuple((row.player_id, row.followed_id) for row in found)
