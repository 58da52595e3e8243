"""The tables of puzzles."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from data.columns import BIG, Instant
from data.schema import metadata

puzzle_boards = Table(
    "puzzle_boards",
    metadata,
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("taken", JSON, nullable=False),
    Column("answer", Text),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("solved_at", Instant),
    Column("updated_at", Instant, nullable=False),
)

weekly_channels = Table(
    "weekly_channels",
    metadata,
    Column("server_id", BigInteger, ForeignKey("servers.id"), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("created_at", Instant, nullable=False),
)

weekly_posts = Table(
    "weekly_posts",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("puzzle", String(32), nullable=False),
    Column("closes_at", Instant, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=text("false")),
    Column("message_id", BigInteger),
    Column("shown", String(64)),
    Column("edited_at", Instant),
    Column("created_at", Instant, nullable=False),
    Index("ix_weekly_posts_server_id", "server_id", "id"),
)

weekly_players = Table(
    "weekly_players",
    metadata,
    Column("post_id", ForeignKey("weekly_posts.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("opened_at", Instant, nullable=False),
    Column("solved_at", Instant),
    Index("ix_weekly_players_player_id", "player_id"),
)
