"""Puzzles of the week: where they are wanted, those that were posted, and who has solved them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from bot.services.outbox import storage as outbox
from data import statements
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from data.puzzle_tables import weekly_channels, weekly_players, weekly_posts
from data.states import MessageKind


@dataclass(frozen=True, slots=True)
class WeeklyPost:
    """A puzzle in a channel, of which the solution is told at ``closes_at``.

    ``closed``: it was. ``shown`` tells what its message shows now, ``edited_at`` since when.
    """

    id: int
    server_id: ServerId
    channel_id: ChannelId
    puzzle: str
    closes_at: datetime
    closed: bool
    message_id: MessageId | None
    shown: str | None
    edited_at: datetime | None


def channel_of(
    connection: Connection, server_id: ServerId, *, lock: bool = False
) -> ChannelId | None:
    """The channel in which a server wants puzzles, or None."""
    query = select(weekly_channels.c.channel_id).where(weekly_channels.c.server_id == server_id)
    found: int | None = connection.execute(query.with_for_update() if lock else query).scalar()
    return None if found is None else ChannelId(found)


def set_channel(
    connection: Connection, server_id: ServerId, channel_id: ChannelId, now: datetime
) -> None:
    """Want puzzles in this channel of a server, and in no other."""
    row = {"server_id": server_id, "channel_id": channel_id, "created_at": now}
    statements.put(connection, weekly_channels, row)


def end(connection: Connection, server_id: ServerId) -> None:
    """Want no more puzzles in a server."""
    connection.execute(delete(weekly_channels).where(weekly_channels.c.server_id == server_id))


def add_post(
    connection: Connection,
    server_id: ServerId,
    channel_id: ChannelId,
    puzzle: str,
    closes_at: datetime,
    now: datetime,
) -> int:
    """Note that a puzzle is to be posted; the post's number."""
    added = connection.execute(
        insert(weekly_posts)
        .values(
            server_id=server_id,
            channel_id=channel_id,
            puzzle=puzzle,
            closes_at=closes_at,
            created_at=now,
        )
        .returning(weekly_posts.c.id)
    )
    return int(added.scalar_one())


def get(connection: Connection, post_id: int) -> WeeklyPost | None:
    """The post with this number."""
    row = connection.execute(_POSTS.where(weekly_posts.c.id == post_id)).one_or_none()
    return None if row is None else WeeklyPost(**row._mapping)


def posts_of(connection: Connection, server_id: ServerId) -> tuple[WeeklyPost, ...]:
    """All posts of a server, oldest first."""
    found = connection.execute(
        _POSTS.where(weekly_posts.c.server_id == server_id).order_by(weekly_posts.c.id)
    )
    return tuple(WeeklyPost(**row._mapping) for row in found)


def before(connection: Connection, post: WeeklyPost) -> WeeklyPost | None:
    """The post before this one in its server and channel that people have seen, or None."""
    row = connection.execute(
        _POSTS.where(
            weekly_posts.c.server_id == post.server_id,
            weekly_posts.c.channel_id == post.channel_id,
            weekly_posts.c.id < post.id,
            weekly_posts.c.message_id.is_not(None),
        )
        .order_by(weekly_posts.c.id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else WeeklyPost(**row._mapping)


def close(connection: Connection, post_id: int) -> None:
    """Take no more solutions."""
    connection.execute(update(weekly_posts).where(weekly_posts.c.id == post_id).values(closed=True))


def note_post(
    connection: Connection,
    post_id: int,
    server_id: ServerId,
    now: datetime,
    earliest: datetime | None = None,
) -> None:
    """Note that a puzzle of the week has to be shown as it is then, at the ``earliest``.

    What waits to be shown already will show this too.
    """
    if not outbox.waits(connection, MessageKind.WEEKLY, post_id):
        row = outbox.Row(
            MessageKind.WEEKLY,
            post_id,
            f"weekly:{server_id}",
            (weekly_posts, post_id),
            earliest=earliest,
        )
        outbox.add(connection, row, now)


def note_shown(
    connection: Connection, post_id: int, message_id: MessageId, shown: str, now: datetime
) -> None:
    """Remember the post's message, what it shows, and since when."""
    connection.execute(
        update(weekly_posts)
        .where(weekly_posts.c.id == post_id)
        .values(message_id=message_id, shown=shown, edited_at=now)
    )


def note_opened(connection: Connection, post_id: int, player_id: PlayerId, now: datetime) -> None:
    """Remember that somebody looks for the solution of a post."""
    row = {"post_id": post_id, "player_id": player_id, "opened_at": now}
    statements.insert_missing(connection, weekly_players, [row])


def note_solved(
    connection: Connection, player_id: PlayerId, puzzle: str, now: datetime
) -> tuple[WeeklyPost, ...]:
    """Count somebody in the open posts of a puzzle that they have opened; those posts."""
    mine = select(weekly_players.c.post_id).where(
        weekly_players.c.player_id == player_id, weekly_players.c.solved_at.is_(None)
    )
    found = connection.execute(
        _POSTS.where(
            weekly_posts.c.puzzle == puzzle,
            weekly_posts.c.closed.is_(False),
            weekly_posts.c.id.in_(mine),
        )
    )
    posts = tuple(WeeklyPost(**row._mapping) for row in found)
    connection.execute(
        update(weekly_players)
        .where(
            weekly_players.c.player_id == player_id,
            weekly_players.c.post_id.in_([post.id for post in posts]),
        )
        .values(solved_at=now)
    )
    return posts


def count_solvers(connection: Connection, post_id: int) -> int:
    """How many people have solved a post."""
    counted = select(func.count()).where(
        weekly_players.c.post_id == post_id, weekly_players.c.solved_at.is_not(None)
    )
    return int(connection.execute(counted.select_from(weekly_players)).scalar_one())


_POSTS = select(*(weekly_posts.c[name] for name in WeeklyPost.__slots__))
