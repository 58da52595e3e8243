"""Leaderboards that are kept up to date in a channel."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from bot.services.outbox import storage as outbox
from data.ids import ChannelId, MessageId, ServerId
from data.states import MessageKind
from data.tables import live_leaderboards


@dataclass(frozen=True, slots=True)
class LiveList:
    """A list in a channel. ``shown`` tells what it shows now, ``edited_at`` since when."""

    id: int
    server_id: ServerId
    channel_id: ChannelId
    game: str
    message_id: MessageId | None
    shown: str | None
    edited_at: datetime | None


def add(
    connection: Connection, server_id: ServerId, channel_id: ChannelId, game: str, now: datetime
) -> int:
    """Note that a list is wanted in a channel; its number."""
    added = connection.execute(
        insert(live_leaderboards)
        .values(server_id=server_id, channel_id=channel_id, game=game, created_at=now)
        .returning(live_leaderboards.c.id)
    )
    return int(added.scalar_one())


def get(connection: Connection, list_id: int) -> LiveList | None:
    """The list, or None if it is not wanted any more."""
    row = connection.execute(_LISTS.where(live_leaderboards.c.id == list_id)).one_or_none()
    return None if row is None else LiveList(**row._mapping)


def in_channel(connection: Connection, channel_id: ChannelId, game: str) -> LiveList | None:
    """The list of a game in a channel, or None."""
    row = connection.execute(
        _LISTS.where(live_leaderboards.c.channel_id == channel_id, live_leaderboards.c.game == game)
    ).one_or_none()
    return None if row is None else LiveList(**row._mapping)


def of_game(connection: Connection, server_id: ServerId, game: str) -> tuple[LiveList, ...]:
    """The lists of a game in a server."""
    found = connection.execute(
        _LISTS.where(live_leaderboards.c.server_id == server_id, live_leaderboards.c.game == game)
    )
    return tuple(LiveList(**row._mapping) for row in found)


def note_list(connection: Connection, list_id: int, now: datetime) -> None:
    """Note that a list has to show how it stands then."""
    row = outbox.Row(
        MessageKind.LIVE_LIST, list_id, f"live:{list_id}", (live_leaderboards, list_id)
    )
    outbox.add(connection, row, now)


def note_shown(
    connection: Connection, list_id: int, message_id: MessageId, shown: str, now: datetime
) -> None:
    """Remember the list's message, what it shows, and since when."""
    connection.execute(
        update(live_leaderboards)
        .where(live_leaderboards.c.id == list_id)
        .values(message_id=message_id, shown=shown, edited_at=now)
    )


def remove(connection: Connection, list_id: int) -> None:
    """Want the list no more."""
    connection.execute(delete(live_leaderboards).where(live_leaderboards.c.id == list_id))


_LISTS = select(*(live_leaderboards.c[name] for name in LiveList.__slots__))
