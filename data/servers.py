"""Discord servers and how their managers want the bot to behave there."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import insert_missing
from data.ids import ChannelId, RoleId, ServerId
from data.tables import servers


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server wants things to be. None means: any channel, all games, anybody, nobody.

    ``channel_id`` is the only channel to play in, ``starter_role_id`` the role that may challenge,
    ``manager_role_id`` the role that may decide matches besides those who manage the server.
    """

    channel_id: ChannelId | None = None
    threads: bool = True
    allowed_games: tuple[str, ...] | None = None
    starter_role_id: RoleId | None = None
    manager_role_id: RoleId | None = None


async def ensure(connection: AsyncConnection, server_id: ServerId, now: datetime) -> None:
    """Make sure that there is a row for the server."""
    await insert_missing(connection, servers, [{"id": server_id, "created_at": now}])


async def settings(connection: AsyncConnection, server_id: ServerId) -> ServerSettings:
    """The server's settings; those that every server begins with if nothing is known."""
    chosen = [servers.c[name] for name in ServerSettings.__slots__]
    found = await connection.execute(select(*chosen).where(servers.c.id == server_id))
    row = found.one_or_none()
    if row is None:
        return ServerSettings()
    games = None if row.allowed_games is None else tuple(row.allowed_games)
    return ServerSettings(**{**row._mapping, "allowed_games": games})


async def set_settings(
    connection: AsyncConnection, server_id: ServerId, chosen: ServerSettings
) -> None:
    """Keep what a manager chose."""
    await connection.execute(
        update(servers).where(servers.c.id == server_id).values(**asdict(chosen))
    )
