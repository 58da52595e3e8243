"""The Daily takes the place of the weekly puzzle."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "daily"
down_revision = "pairing_seats"

INSTANT = sa.DateTime(timezone=True)
TIMERS = sa.table(
    "timers", sa.column("kind"), sa.column("subject_id"), sa.column("due_at", INSTANT)
)
CHANNELS = sa.table("daily_channels", *map(sa.column, ("server_id", "hour", "weekday")))


def upgrade() -> None:
    """Make the tables, and let servers with a weekly puzzle have the Daily every week."""
    op.add_column("puzzle_boards", sa.Column("key", sa.String(64)))
    _make_tables()
    op.execute(
        "INSERT INTO daily_channels (server_id, channel_id, hour, weekday, created_at) "
        "SELECT server_id, channel_id, 9, 0, created_at FROM weekly_channels"
    )
    connection = op.get_bind()
    for timer in connection.execute(sa.select(TIMERS).where(TIMERS.c.kind == "weekly")).all():
        its = sa.update(CHANNELS).where(CHANNELS.c.server_id == timer.subject_id)
        when = {"hour": timer.due_at.hour, "weekday": timer.due_at.weekday()}
        connection.execute(its.values(when))
    op.execute("UPDATE timers SET kind = 'daily' WHERE kind = 'weekly'")
    op.execute("DELETE FROM outbox WHERE kind = 'weekly'")
    for table in ("weekly_players", "weekly_posts", "weekly_channels"):
        op.drop_table(table)


def _make_tables() -> None:
    day, channel = _number("day", primary_key=True), _big("channel_id", nullable=False)
    op.create_table("daily_puzzles", day, sa.Column("puzzle", sa.String(32), nullable=False))
    op.create_table(
        "daily_players",
        _big("player_id", sa.ForeignKey("players.id"), primary_key=True),
        _number("day", primary_key=True),
        _big("server_id", sa.ForeignKey("servers.id")),
        sa.Column("opened_at", INSTANT, nullable=False),
        _number("tries", nullable=False, server_default=sa.text("0")),
        sa.Column("solved_at", INSTANT),
        _flag("counted"),
    )
    op.create_index("ix_daily_players_day", "daily_players", ["day", "server_id"])
    counts = (_number(name, nullable=False) for name in ("opened", "solved", "first"))
    server = _big("server_id", primary_key=True, autoincrement=False)
    op.create_table("daily_counts", _number("day", primary_key=True), server, *counts)
    op.create_table(
        "daily_channels",
        _big("server_id", sa.ForeignKey("servers.id"), primary_key=True),
        channel,
        _number("hour", nullable=False),
        sa.Column("zone", sa.String(64)),
        _number("weekday"),
        sa.Column("created_at", INSTANT, nullable=False),
    )
    op.create_table(
        "daily_posts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        _big("server_id", sa.ForeignKey("servers.id"), nullable=False),
        _big("channel_id", nullable=False),
        _number("day", nullable=False),
        _flag("closed"),
        _big("message_id"),
        sa.Column("shown", sa.String(64)),
        sa.Column("edited_at", INSTANT),
        sa.Column("created_at", INSTANT, nullable=False),
    )
    names = ("uq_daily_posts_server_id", "daily_posts", ["server_id", "day"])
    op.create_index(*names, unique=True)


def _number(name: str, *, primary_key: bool = False, **options: Any) -> sa.Column[Any]:
    alone: dict[str, Any] = {"autoincrement": False} if primary_key else {}
    return sa.Column(name, sa.Integer, primary_key=primary_key, **alone, **options)


def _big(name: str, *parts: Any, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, *parts, **options)


def _flag(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text("false"))
