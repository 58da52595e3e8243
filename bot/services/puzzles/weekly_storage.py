"""Puzzles of the week: where they are wanted, those that were posted, and who has solved them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, select, update

from bot.services import outbox
from data import statements
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from data.standing_tables import weekly_channels, weekly_players, weekly_posts
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
    query = select(weekly_channels.c.channel_id).filter_by(server_id=server_id)
    return connection.scalar(query.with_for_update() if lock else query)


def set_channel(
    connection: Connection, server_id: ServerId, channel_id: ChannelId, now: datetime
) -> None:
    """Want puzzles in this channel of a server, and in no other."""
    row = {"server_id": server_id, "channel_id": channel_id, "created_at": now}
    statements.put(connection, weekly_channels, row)


def end(connection: Connection, server_id: ServerId) -> None:
    """Want no more puzzles in a server."""
    connection.execute(delete(weekly_channels).filter_by(server_id=server_id))


def add_post(
    connection: Connection,
    server_id: ServerId,
    channel_id: ChannelId,
    puzzle: str,
    closes_at: datetime,
    now: datetime,
) -> int:
    """Note that a puzzle is to be posted; the post's number."""
    row = {"server_id": server_id, "channel_id": channel_id, "puzzle": puzzle}
    row |= {"closes_at": closes_at, "created_at": now}
    return statements.insert_one(connection, weekly_posts, row)


def get(connection: Connection, post_id: int) -> WeeklyPost | None:
    """The post with this number."""
    return statements.one_of(connection, _POSTS.filter_by(id=post_id), WeeklyPost)


def posts_of(connection: Connection, server_id: ServerId) -> tuple[WeeklyPost, ...]:
    """All posts of a server, oldest first."""
    found = _POSTS.filter_by(server_id=server_id).order_by(weekly_posts.c.id)
    return statements.all_of(connection, found, WeeklyPost)


def before(connection: Connection, post: WeeklyPost) -> WeeklyPost | None:
    """The post before this one in its server and channel that people have seen, or None."""
    found = (
        _POSTS.filter_by(server_id=post.server_id, channel_id=post.channel_id)
        .where(weekly_posts.c.id < post.id, weekly_posts.c.message_id.is_not(None))
        .order_by(weekly_posts.c.id.desc())
    )
    return statements.one_of(connection, found.limit(1), WeeklyPost)


def close(connection: Connection, post_id: int) -> None:
    """Take no more solutions."""
    connection.execute(update(weekly_posts).filter_by(id=post_id).values(closed=True))


def note_post(
    connection: Connection,
    post_id: int,
    server_id: ServerId,
    now: datetime,
    edited_at: datetime | None = None,
) -> None:
    """Note that a puzzle of the week, last ``edited_at``, has to be shown as it is then."""
    row = outbox.NewMessage(
        MessageKind.WEEKLY, post_id, f"weekly:{server_id}", (weekly_posts, post_id)
    )
    outbox.follow(connection, row, now, edited_at)


def note_shown(
    connection: Connection, post_id: int, message_id: MessageId, shown: str, now: datetime
) -> None:
    """Remember the post's message, what it shows, and since when."""
    values = {"message_id": message_id, "shown": shown, "edited_at": now}
    connection.execute(update(weekly_posts).filter_by(id=post_id).values(values))


def note_opened(connection: Connection, post_id: int, player_id: PlayerId, now: datetime) -> None:
    """Remember that somebody looks for the solution of a post."""
    row = {"post_id": post_id, "player_id": player_id, "opened_at": now}
    statements.insert_missing(connection, weekly_players, [row])


def note_solved(
    connection: Connection, player_id: PlayerId, puzzle: str, now: datetime
) -> tuple[WeeklyPost, ...]:
    """Count somebody in the open posts of a puzzle that they have opened; those posts."""
    unsolved = weekly_players.c.solved_at.is_(None)
    mine = select(weekly_players.c.post_id).filter_by(player_id=player_id).where(unsolved)
    opened = (weekly_posts.c.closed.is_(False), weekly_posts.c.id.in_(mine))
    posts = statements.all_of(
        connection, _POSTS.filter_by(puzzle=puzzle).where(*opened), WeeklyPost
    )
    these = weekly_players.c.post_id.in_([post.id for post in posts])
    solved = update(weekly_players).filter_by(player_id=player_id).where(these)
    connection.execute(solved.values(solved_at=now))
    return posts


def count_solvers(connection: Connection, post_id: int) -> int:
    """How many people have solved a post."""
    solvers = select(func.count()).select_from(weekly_players).filter_by(post_id=post_id)
    return connection.scalar(solvers.where(weekly_players.c.solved_at.is_not(None))) or 0


_POSTS = statements.selecting(weekly_posts, WeeklyPost)
