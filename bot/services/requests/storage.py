"""What players ask of each other in a match: to take back, to call it a draw."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, update

from bot.services.matches import storage as matches
from data.ids import ChannelId, Key, MatchId, MessageId, PlayerId, RequestId
from data.statements import insert_missing
from data.states import RequestKind, RequestState
from data.tables import matches as match_rows
from data.tables import request_grants, requests, seats


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What is stored when somebody asks. ``text`` is what the log will say if it is granted."""

    match_id: MatchId
    kind: RequestKind
    ply: int
    player_id: PlayerId
    text: str
    key: Key
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Request:
    """A stored request. ``granted`` are those who have agreed so far."""

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


def add(connection: Connection, new: NewRequest) -> RequestId:
    """Store an open request, and note with its match that there may be one."""
    matches.set_asked(connection, new.match_id)
    values = {name: getattr(new, name) for name in NewRequest.__slots__}
    stored = connection.execute(
        insert(requests).values(state=RequestState.OPEN, **values).returning(requests.c.id)
    )
    return RequestId(stored.scalar_one())


def get(connection: Connection, request_id: RequestId) -> Request | None:
    """The request, or None."""
    return next(iter(_all(connection, requests.c.id == request_id)), None)


def with_key(connection: Connection, key: Key) -> Request | None:
    """The request that was made under this key, or None."""
    return next(iter(_all(connection, requests.c.key == key)), None)


def made_at(
    connection: Connection, match_id: MatchId, kind: RequestKind, ply: int
) -> tuple[Request, ...]:
    """The requests of this kind made while the match stood at ``ply``, in order."""
    return _all(
        connection,
        requests.c.match_id == match_id,
        requests.c.kind == kind,
        requests.c.ply == ply,
    )


def awaiting(connection: Connection, player_id: PlayerId) -> tuple[Request, ...]:
    """What others ask of the player, not answered yet, in order."""
    granted = (
        select(request_grants.c.request_id)
        .where(
            request_grants.c.request_id == requests.c.id, request_grants.c.player_id == player_id
        )
        .exists()
    )
    here = select(seats.c.match_id).where(
        seats.c.player_id == player_id, seats.c.has_left.is_(False)
    )
    return _all(
        connection,
        requests.c.match_id.in_(here),
        requests.c.state == RequestState.OPEN,
        requests.c.player_id != player_id,
        ~granted,
    )


def lapse(connection: Connection, match_id: MatchId) -> tuple[RequestId, ...]:
    """End whatever is still asked in the match, because it went on; the ids of those requests."""
    ended = connection.execute(
        update(requests)
        .where(requests.c.match_id == match_id, requests.c.state == RequestState.OPEN)
        .values(state=RequestState.LAPSED)
        .returning(requests.c.id)
    )
    return tuple(ended.scalars())


def set_message(
    connection: Connection, request_id: RequestId, channel_id: ChannelId, message_id: MessageId
) -> None:
    """Remember the message that shows the request."""
    connection.execute(
        update(requests)
        .where(requests.c.id == request_id)
        .values(channel_id=channel_id, message_id=message_id)
    )


def grant(connection: Connection, request_id: RequestId, player_id: PlayerId) -> None:
    """Note that the player agrees."""
    row = {"request_id": request_id, "player_id": player_id}
    insert_missing(connection, request_grants, [row])


def close(
    connection: Connection,
    request_id: RequestId,
    state: RequestState,
    by: PlayerId | None = None,
) -> None:
    """End the request as ``state``; ``by`` is who declined it."""
    connection.execute(
        update(requests).where(requests.c.id == request_id).values(state=state, closed_by=by)
    )


def _all(connection: Connection, *conditions: ColumnElement[bool]) -> tuple[Request, ...]:
    rows = (connection.execute(select(requests).where(*conditions).order_by(requests.c.id))).all()
    grants = connection.execute(
        select(request_grants)
        .where(request_grants.c.request_id.in_([row.id for row in rows]))
        .order_by(request_grants.c.player_id)
    )
    agreed: dict[int, list[PlayerId]] = {row.id: [] for row in rows}
    for request_id, player_id in grants:
        agreed[request_id].append(player_id)
    kept = Request.__slots__
    return tuple(
        Request(
            **{name: value for name, value in row._mapping.items() if name in kept},
            granted=tuple(agreed[row.id]),
        )
        for row in rows
    )


def prune(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` requests that were closed, made before then; how many there were.

    Those of the ply at which a running match stands stay, so that a no keeps being a no.
    """
    stands_there = exists().where(
        match_rows.c.id == requests.c.match_id,
        match_rows.c.ply == requests.c.ply,
        matches.RUNNING,
    )
    closed = and_(requests.c.state != RequestState.OPEN, requests.c.created_at < before)
    found = connection.execute(
        select(requests.c.id).where(closed, ~stands_there).limit(most)
    ).scalars()
    ids = list(found)
    connection.execute(delete(request_grants).where(request_grants.c.request_id.in_(ids)))
    return connection.execute(delete(requests).where(requests.c.id.in_(ids))).rowcount
