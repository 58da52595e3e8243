"""Who wants to be told how a match ends, or how somebody's matches end."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.services.matches.storage import RUNNING
from data.ids import MatchId, PlayerId, ServerId
from data.statements import insert_missing
from data.tables import followed_people, followers, matches

FOLLOWED = followed_people.c


def add(connection: Connection, match_id: MatchId, player_id: PlayerId, now: datetime) -> None:
    """Note that the player wants to be told."""
    row = {"match_id": match_id, "player_id": player_id, "created_at": now}
    insert_missing(connection, followers, [row])


def remove(connection: Connection, match_id: MatchId, player_id: PlayerId) -> None:
    """Take that back."""
    connection.execute(delete(followers).filter_by(match_id=match_id, player_id=player_id))


def of(connection: Connection, match_id: MatchId) -> tuple[PlayerId, ...]:
    """Those who want to be told of a match, the first one first."""
    found = select(followers.c.player_id).filter_by(match_id=match_id)
    ordered = found.order_by(followers.c.created_at, followers.c.player_id)
    return tuple(connection.scalars(ordered))


def add_person(
    connection: Connection,
    player_id: PlayerId,
    followed_id: PlayerId,
    server_id: ServerId,
    now: datetime,
) -> None:
    """Note that the player wants to be told of the other's matches in a server."""
    one = {"player_id": player_id, "followed_id": followed_id, "server_id": server_id}
    insert_missing(connection, followed_people, [{**one, "created_at": now}])


def remove_person(
    connection: Connection, player_id: PlayerId, followed_id: PlayerId, server_id: ServerId
) -> None:
    """Take that back."""
    one = {"player_id": player_id, "followed_id": followed_id, "server_id": server_id}
    connection.execute(delete(followed_people).filter_by(**one))


def followed_by(
    connection: Connection, player_id: PlayerId, server_id: ServerId
) -> tuple[PlayerId, ...]:
    """Those whom the player follows in a server, the first one first."""
    found = select(FOLLOWED.followed_id).filter_by(player_id=player_id, server_id=server_id)
    return tuple(connection.scalars(found.order_by(FOLLOWED.created_at, FOLLOWED.followed_id)))


def people_of(connection: Connection, player_id: PlayerId) -> frozenset[tuple[PlayerId, ServerId]]:
    """Everybody whom the player follows, each with the server."""
    found = select(FOLLOWED.followed_id, FOLLOWED.server_id).filter_by(player_id=player_id)
    return frozenset((row.followed_id, row.server_id) for row in connection.execute(found))


def matches_of(connection: Connection, player_id: PlayerId) -> frozenset[MatchId]:
    """The running matches that the player follows."""
    found = select(followers.c.match_id).join(matches, matches.c.id == followers.c.match_id)
    return frozenset(connection.scalars(found.where(followers.c.player_id == player_id, RUNNING)))


def of_people(
    connection: Connection, people: Iterable[PlayerId], server_id: ServerId
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """Each (follower, followed) in a server of whom the second is one of these people."""
    found = (
        select(FOLLOWED.player_id, FOLLOWED.followed_id)
        .where(FOLLOWED.followed_id.in_(list(people)), FOLLOWED.server_id == server_id)
        .order_by(FOLLOWED.player_id, FOLLOWED.followed_id)
    )
    return tuple((row.player_id, row.followed_id) for row in connection.execute(found))
