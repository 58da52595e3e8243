"""What players ask of each other in a match: to take back, to call it a draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import insert_missing
from data.ids import InteractionId, MatchId, PlayerId, RequestId
from data.states import RequestKind, RequestState
from data.tables import request_grants, requests


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What is stored when somebody asks. ``text`` is what the log will say if it is granted."""

    match_id: MatchId
    kind: RequestKind
    ply: int
    player_id: PlayerId
    text: str
    interaction_id: InteractionId
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
    created_at: datetime
    granted: tuple[PlayerId, ...]


async def add(connection: AsyncConnection, new: NewRequest) -> RequestId:
    """Store an open request."""
    values = {name: getattr(new, name) for name in NewRequest.__slots__}
    stored = await connection.execute(
        insert(requests).values(state=RequestState.OPEN, **values).returning(requests.c.id)
    )
    return RequestId(stored.scalar_one())


async def get(connection: AsyncConnection, request_id: RequestId) -> Request | None:
    """The request, or None."""
    return next(iter(await _all(connection, requests.c.id == request_id)), None)


async def asked_by(connection: AsyncConnection, interaction_id: InteractionId) -> Request | None:
    """The request that this interaction made, or None."""
    return next(iter(await _all(connection, requests.c.interaction_id == interaction_id)), None)


async def made_at(
    connection: AsyncConnection, match_id: MatchId, kind: RequestKind, ply: int
) -> tuple[Request, ...]:
    """The requests of this kind made while the match stood at ``ply``, in order."""
    return await _all(
        connection,
        requests.c.match_id == match_id,
        requests.c.kind == kind,
        requests.c.ply == ply,
    )


async def grant(connection: AsyncConnection, request_id: RequestId, player_id: PlayerId) -> None:
    """Note that the player agrees."""
    row = {"request_id": request_id, "player_id": player_id}
    await insert_missing(connection, request_grants, [row])


async def close(connection: AsyncConnection, request_id: RequestId, state: RequestState) -> None:
    """End the request as ``state``."""
    await connection.execute(
        update(requests).where(requests.c.id == request_id).values(state=state)
    )


async def _all(
    connection: AsyncConnection, *conditions: ColumnElement[bool]
) -> tuple[Request, ...]:
    rows = (
        await connection.execute(select(requests).where(*conditions).order_by(requests.c.id))
    ).all()
    grants = await connection.execute(
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
