"""What is still to be told on Discord: one row for each board of each match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.ids import ChannelId, MatchId, MessageId
from data.states import DeliveryState
from data.tables import outbox

BOARD = "board"
UNDONE = (DeliveryState.DUE, DeliveryState.POSTING, DeliveryState.POSTED)


@dataclass(frozen=True, slots=True)
class Due:
    """A row that is not done yet."""

    id: int
    match_id: MatchId
    ply: int
    state: DeliveryState
    attempts: int
    next_attempt_at: datetime
    channel_id: ChannelId | None
    message_id: MessageId | None


@dataclass(frozen=True, slots=True)
class Posted:
    """Where the board of an earlier ply stands."""

    ply: int
    channel_id: ChannelId
    message_id: MessageId


async def add(connection: AsyncConnection, match_id: MatchId, ply: int, now: datetime) -> None:
    """Note that the board of this ply has to be posted."""
    await connection.execute(
        insert(outbox).values(
            match_id=match_id,
            ply=ply,
            kind=BOARD,
            state=DeliveryState.DUE,
            attempts=0,
            next_attempt_at=now,
            created_at=now,
        )
    )


async def matches_due(connection: AsyncConnection, now: datetime) -> tuple[MatchId, ...]:
    """The matches whose first undone row may be tried now, longest waiting first."""
    found = await connection.execute(
        _heads().where(outbox.c.next_attempt_at <= now).order_by(outbox.c.next_attempt_at)
    )
    return tuple(row.match_id for row in found)


async def next_attempt(connection: AsyncConnection, after: datetime) -> datetime | None:
    """When the next row that may not be tried before ``after`` may be, or None."""
    heads = _heads().where(outbox.c.next_attempt_at > after).subquery()
    moment: datetime | None = (
        await connection.execute(select(func.min(heads.c.next_attempt_at)))
    ).scalar()
    return moment


async def head(connection: AsyncConnection, match_id: MatchId) -> Due | None:
    """The match's first undone row, or None."""
    found = await connection.execute(_heads().where(outbox.c.match_id == match_id))
    row = found.one_or_none()
    return None if row is None else Due(**row._mapping)


async def before(connection: AsyncConnection, match_id: MatchId, ply: int) -> Posted | None:
    """The newest board of the match posted for a ply before ``ply``, or None."""
    found = await connection.execute(
        select(outbox.c.ply, outbox.c.channel_id, outbox.c.message_id)
        .where(outbox.c.match_id == match_id, outbox.c.ply < ply, outbox.c.message_id.is_not(None))
        .order_by(outbox.c.ply.desc())
        .limit(1)
    )
    row = found.one_or_none()
    return None if row is None else Posted(**row._mapping)


async def begin(connection: AsyncConnection, row: Due) -> None:
    """Note that a post is about to be tried, so that a crash is known to have cut it off."""
    await _set(connection, row, state=DeliveryState.POSTING)


async def posted(
    connection: AsyncConnection, row: Due, channel_id: ChannelId, message_id: MessageId
) -> None:
    """Note the message that shows the board."""
    await _set(
        connection,
        row,
        state=DeliveryState.POSTED,
        channel_id=channel_id,
        message_id=message_id,
        error=None,
    )


async def done(connection: AsyncConnection, row: Due, now: datetime) -> None:
    """Note that nothing is left to do."""
    await _set(connection, row, state=DeliveryState.DONE, done_at=now)


async def postpone(
    connection: AsyncConnection, row: Due, state: DeliveryState, until: datetime, error: str
) -> None:
    """Try again at ``until``; ``error`` says why, for operators."""
    await _set(
        connection,
        row,
        state=state,
        attempts=row.attempts + 1,
        next_attempt_at=until,
        error=error,
    )


async def _set(connection: AsyncConnection, row: Due, **values: object) -> None:
    await connection.execute(update(outbox).where(outbox.c.id == row.id).values(**values))


def _heads() -> Select[Any]:
    first = (
        select(func.min(outbox.c.id)).where(outbox.c.state.in_(UNDONE)).group_by(outbox.c.match_id)
    )
    columns = [outbox.c[name] for name in Due.__slots__]
    return select(*columns).where(outbox.c.id.in_(first))
