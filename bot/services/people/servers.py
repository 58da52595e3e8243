"""Discord servers and how their managers want the bot to behave there."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update

from data.ids import ChannelId, RoleId, ServerId
from data.statements import insert_missing
from data.tables import servers


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server wants things to be. None means: any channel, all games, anybody, nobody,
    any clock.

    ``channel_id`` is the only channel to play in, ``starter_role_id`` the role that may challenge,
    ``manager_role_id`` the role that may decide matches besides those who manage the server.
    Clocks are in their notation; ``default_clock`` is that of challenges which name none;
    ``rated`` whether those are rated that do not say so.
    """

    channel_id: ChannelId | None = None
    threads: bool = True
    allowed_games: tuple[str, ...] | None = None
    starter_role_id: RoleId | None = None
    manager_role_id: RoleId | None = None
    default_clock: str = "none"
    allowed_clocks: tuple[str, ...] | None = None
    rated: bool = True


def ensure(connection: Connection, server_id: ServerId, now: datetime) -> None:
    """Make sure that there is a row for the server."""
    insert_missing(connection, servers, [{"id": server_id, "created_at": now}])


def settings(connection: Connection, server_id: ServerId, *, lock: bool = False) -> ServerSettings:
    """The server's settings; those that every server begins with if nothing is known."""
    chosen = [servers.c[name] for name in ServerSettings.__slots__]
    query = select(*chosen).where(servers.c.id == server_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return ServerSettings()
    lists = {name: _all_or(row._mapping[name]) for name in ("allowed_games", "allowed_clocks")}
    return ServerSettings(**{**row._mapping, **lists})


def set_settings(connection: Connection, server_id: ServerId, chosen: ServerSettings) -> None:
    """Keep what a manager chose."""
    connection.execute(update(servers).where(servers.c.id == server_id).values(**asdict(chosen)))


def _all_or(allowed: list[str] | None) -> tuple[str, ...] | None:
    return None if allowed is None else tuple(allowed)
