"""Discord servers and how their managers want the bot to behave there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import insert_missing
from data.ids import ChannelId, RoleId, ServerId
from data.tables import servers


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings. None means: any channel, all games, anybody."""

    id: ServerId
    channel_id: ChannelId | None
    threads: bool
    allowed_games: tuple[str, ...] | None
    starter_role_id: RoleId | None
    manager_role_id: RoleId | None


async def ensure(connection: AsyncConnection, server_id: ServerId, now: datetime) -> None:
    """Make sure that there is a row for the server."""
    await insert_missing(connection, servers, [{"id": server_id, "created_at": now}])


async def get(connection: AsyncConnection, server_id: ServerId) -> Server | None:
    """The server's settings, or None while nothing was ever done there."""
    found = await connection.execute(select(servers).where(servers.c.id == server_id))
    row = found.one_or_none()
    if row is None:
        return None
    return Server(
        id=row.id,
        channel_id=row.channel_id,
        threads=row.threads,
        allowed_games=None if row.allowed_games is None else tuple(row.allowed_games),
        starter_role_id=row.starter_role_id,
        manager_role_id=row.manager_role_id,
    )
