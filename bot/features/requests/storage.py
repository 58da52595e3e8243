"""The stored requests, and who has granted them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.core.matches import storage as matches
from data.ids import ChannelId, Key, MatchId, MessageId, PlayerId, RequestId
from data.statements import insert_missing, insert_one, row_of
from data.states import MessageKind, RequestKind, RequestState
from data.tables import matches as match_rows
from data.tables import request_grants, requests, seats

REQUEST_MESSAGE = MessageKind("request", moves=True)


@dataclass(frozen=True, slots=True)
class NewRequest:
    """A request to store; ``text`` is that of ``Request``."""

    match_id: MatchId
    kind: RequestKind
    ply: int
    player_id: PlayerId
    text: str
    key: Key
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Request:
    """A stored request.

    - ``text``: the ply to which an undo goes back, the days of a pause, the seat that is forgiven.
    - ``granted``: the players who have agreed so far.
    """

    id: RequestId
    match_id: MatchId
    kind: RequestKind
    ply: int
    player_id: PlayerId
    state: RequestState
    text: str
    closed_by: PlayerId | None
    channel_id: ChannelId | None
    message_id: MessageId | None
    created_at: datetime
    granted: tuple[PlayerId, ...]


def add(connection: sa.Connection, new: NewRequest) -> RequestId:
    """Store an open request, and mark its match as having one."""
    matches.change(connection, new.match_id, asked=True)
    row = row_of(new) | {"state": RequestState.OPEN}
    return RequestId(insert_one(connection, requests, row))


def get(connection: sa.Connection, request_id: RequestId) -> Request | None:
    """The request, or None."""
    return next(iter(_all(connection, requests.c.id == request_id)), None)


def with_key(connection: sa.Connection, key: Key) -> Request | None:
    """The request with this key, or None."""
    return next(iter(_all(connection, requests.c.key == key)), None)


def made_at(
    connection: sa.Connection, match_id: MatchId, kind: RequestKind, ply: int
) -> tuple[Request, ...]:
    """The match's requests of this kind at this ply, in order."""
    there = (requests.c.match_id == match_id, requests.c.ply == ply)
    return _all(connection, *there, requests.c.kind == kind)


def awaiting(connection: sa.Connection, player_id: PlayerId) -> tuple[Request, ...]:
    """The open requests that wait for the player, in order."""
    granted = sa.exists().where(
        request_grants.c.request_id == requests.c.id, request_grants.c.player_id == player_id
    )
    seated = (seats.c.player_id == player_id, seats.c.has_left.is_(False))
    here = requests.c.match_id.in_(sa.select(seats.c.match_id).where(*seated))
    asked = (requests.c.state == RequestState.OPEN, requests.c.player_id != player_id)
    return _all(connection, here, *asked, ~granted)


def lapse(connection: sa.Connection, match_id: MatchId) -> tuple[tuple[RequestId, PlayerId], ...]:
    """Close the open requests of the match as lapsed; their ids, and who made them."""
    asked = sa.update(requests).filter_by(match_id=match_id, state=RequestState.OPEN)
    ended = asked.values(state=RequestState.LAPSED)
    made = connection.execute(ended.returning(requests.c.id, requests.c.player_id))
    return tuple((RequestId(row.id), PlayerId(row.player_id)) for row in made)


def grant(connection: sa.Connection, request_id: RequestId, player_id: PlayerId) -> None:
    """Store that the player agrees."""
    row = {"request_id": request_id, "player_id": player_id}
    insert_missing(connection, request_grants, [row])


def change(connection: sa.Connection, request_id: RequestId, **values: Any) -> None:
    """Set these columns of the request."""
    connection.execute(sa.update(requests).filter_by(id=request_id).values(values))


def _all(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> tuple[Request, ...]:
    found = sa.select(requests).where(*conditions).order_by(requests.c.id)
    rows = connection.execute(found).mappings().all()
    of_these = request_grants.c.request_id.in_([row["id"] for row in rows])
    grants = sa.select(request_grants).where(of_these).order_by(request_grants.c.player_id)
    agreed: dict[int, list[PlayerId]] = {row["id"]: [] for row in rows}
    for request_id, player_id in connection.execute(grants):
        agreed[request_id].append(player_id)
    kept = [name for name in Request.__slots__ if name != "granted"]
    return tuple(
        Request(**{name: row[name] for name in kept}, granted=tuple(agreed[row["id"]]))
        for row in rows
    )


def prune(connection: sa.Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` closed requests from before a time; the number removed.

    Those at the current ply of a running match stay, so that nobody asks again after a no.
    """
    stands_there = sa.exists().where(
        match_rows.c.id == requests.c.match_id, match_rows.c.ply == requests.c.ply, matches.RUNNING
    )
    closed = (requests.c.state != RequestState.OPEN, requests.c.created_at < before)
    found = sa.select(requests.c.id).where(*closed, ~stands_there).limit(most)
    ids = list(connection.scalars(found))
    connection.execute(sa.delete(request_grants).where(request_grants.c.request_id.in_(ids)))
    return connection.execute(sa.delete(requests).where(requests.c.id.in_(ids))).rowcount
