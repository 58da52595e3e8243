"""What follows from matches, and what is posted."""

from alembic import op
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    text,
)

from data.migrations.baseline.playing import BIG, MOMENT, only


def make_results() -> None:
    """What matches came to."""
    op.create_table(
        "counters",
        Column("name", String(32), primary_key=True),
        Column("number", BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("number", BigInteger, nullable=False),
        Column("game", String(32), nullable=False),
        Column("variant", String(32), nullable=False),
        Column("server_id", BigInteger, ForeignKey("servers.id")),
        Column("ended_at", MOMENT, nullable=False),
        Column("ending", String(16), nullable=False),
        Column("agreed", String(16)),
        Column("unrated", String(16)),
        Index("uq_results_number", "number", unique=True),
    )
    op.create_table(
        "seat_results",
        Column("match_id", BIG, ForeignKey("results.match_id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id")),
        Column("number", BigInteger, nullable=False),
        Column("game", String(32), nullable=False),
        Column("place", Integer),
        Column("moves", Integer, nullable=False),
        Column("timed_out_at", MOMENT),
        Index("ix_seat_results_number", "player_id", "number"),
        Index("ix_seat_results_player_id", "player_id", "game", "number"),
        Index("ix_seat_results_timed_out_at", "player_id", "timed_out_at"),
    )


def make_ratings() -> None:
    """What results did to ratings."""
    op.create_table(
        "ratings",
        Column("game", String(32), primary_key=True),
        Column("scope", BigInteger, primary_key=True, autoincrement=False),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("best", Integer),
        Column("won", Integer, nullable=False),
        Column("drawn", Integer, nullable=False),
        Column("lost", Integer, nullable=False),
        Column("played_at", MOMENT, nullable=False),
        Column("height", BigInteger, nullable=False),
        Column("day", Integer, nullable=False),
        Index("ix_ratings_height", "game", "scope", "height", "player_id", "day"),
        Index("ix_ratings_player_id", "player_id"),
    )
    op.create_table(
        "rating_changes",
        Column("match_id", BIG, primary_key=True, autoincrement=False),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("scope", BigInteger, primary_key=True, autoincrement=False),
        Column("game", String(32), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("outcome", Integer, nullable=False),
        Column("mu_before", Double, nullable=False),
        Column("sigma_before", Double, nullable=False),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("points_before", Integer, nullable=False),
        Column("points", Integer, nullable=False),
        Column("at", MOMENT, nullable=False),
        Index("ix_rating_changes_player_id", "player_id", "game", "scope", "number"),
    )
    op.create_table(
        "rating_counts",
        Column("game", String(32), primary_key=True),
        Column("scope", BigInteger, primary_key=True, autoincrement=False),
        Column("day", Integer, primary_key=True, autoincrement=False),
        Column("step", Integer, primary_key=True, autoincrement=False),
        Column("players", Integer, nullable=False),
    )


def make_ladders() -> None:
    """Ladders, who may join them, and how they stood."""
    op.create_table(
        "ladders",
        Column("id", BIG, primary_key=True),
        Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
        Column("game", String(32), nullable=False),
        Column("variant", String(32), nullable=False),
        Column("clock", String(48), nullable=False),
        Column("by_invitation", Boolean, nullable=False, server_default=text("false")),
        Column("closed", Boolean, nullable=False, server_default=text("false")),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger),
        Column("shown_at", MOMENT),
        Column("shown", String(64)),
        Column("rewritten", Integer, nullable=False, server_default=text("0")),
        Column("created_at", MOMENT, nullable=False),
        Column("key", String(64), nullable=False, unique=True),
        Index("ix_ladders_server_id", "server_id", "id"),
        Index("uq_ladders_game", "server_id", "game", unique=True, **only("closed = false")),
    )
    op.create_table(
        "ladder_invitations",
        Column("ladder_id", BIG, ForeignKey("ladders.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "ladder_snapshots",
        Column("ladder_id", BIG, ForeignKey("ladders.id"), primary_key=True),
        Column("entry_id", BigInteger, nullable=False),
        Column("entry_key", String(64), nullable=False),
        Column("rewritten", Integer, nullable=False),
        Column("steps", Integer, nullable=False),
        Column("standings", JSON, nullable=False),
    )


def make_ladder_history() -> None:
    """What happened on ladders."""
    op.create_table(
        "ladder_entries",
        Column("id", BIG, primary_key=True),
        Column("ladder_id", BIG, ForeignKey("ladders.id"), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("at", MOMENT, nullable=False),
        Column("player_id", BigInteger, ForeignKey("players.id")),
        Column("challenge_id", BIG, ForeignKey("challenges.id")),
        Column("opponent_id", BigInteger, ForeignKey("players.id")),
        Column("match_id", BIG, ForeignKey("matches.id")),
        Column("winner_id", BigInteger, ForeignKey("players.id")),
        Column("timed_out_id", BigInteger, ForeignKey("players.id")),
        Column("manager_id", BigInteger, ForeignKey("players.id")),
        Column("reason", Text),
        Column("place", Integer),
        Column("since", MOMENT),
        Column("player_before", Integer),
        Column("player_after", Integer),
        Column("opponent_before", Integer),
        Column("opponent_after", Integer),
        Column("key", String(64), nullable=False, unique=True),
        Index("ix_ladder_entries_ladder_id", "ladder_id", "id"),
        Index("ix_ladder_entries_match_id", "match_id", "id"),
        Index("ix_ladder_entries_opponent_id", "opponent_id", "ladder_id"),
        Index("ix_ladder_entries_player_id", "player_id", "ladder_id"),
    )


def make_reviews() -> None:
    """What was found out about ended matches, and who hears of them."""
    op.create_table(
        "reviews",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("state", String(16), nullable=False),
        Column("moves", Integer, nullable=False),
        Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "judgements",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("before", JSON, nullable=False),
        Column("after", JSON, nullable=False),
        Column("better", JSON),
    )
    op.create_table(
        "followers",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_followers_player_id", "player_id"),
    )


def make_standing_messages() -> None:
    """Leaderboards, champions and puzzles that stand in a channel."""
    op.create_table(
        "live_leaderboards",
        Column("id", BIG, primary_key=True),
        Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
        Column("channel_id", BigInteger, nullable=False),
        Column("game", String(32), nullable=False),
        Column("message_id", BigInteger),
        Column("shown", String(64)),
        Column("edited_at", MOMENT),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_live_leaderboards_server_id", "server_id", "game"),
        Index("uq_live_leaderboards_channel_id", "channel_id", "game", unique=True),
    )
    op.create_table(
        "champions",
        Column("id", BIG, primary_key=True),
        Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
        Column("game", String(32), nullable=False),
        Column("of_ladder", Boolean, nullable=False),
        Column("role_id", BigInteger, nullable=False),
        Column("holder_id", BigInteger, ForeignKey("players.id")),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_champions_holder_id", "holder_id"),
        Index("uq_champions_server_id", "server_id", "game", "of_ladder", unique=True),
    )
    op.create_table(
        "weekly_channels",
        Column("server_id", BigInteger, ForeignKey("servers.id"), primary_key=True),
        Column("channel_id", BigInteger, nullable=False),
        Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "weekly_posts",
        Column("id", BIG, primary_key=True),
        Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
        Column("channel_id", BigInteger, nullable=False),
        Column("puzzle", String(32), nullable=False),
        Column("closes_at", MOMENT, nullable=False),
        Column("closed", Boolean, nullable=False, server_default=text("false")),
        Column("message_id", BigInteger),
        Column("shown", String(64)),
        Column("edited_at", MOMENT),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_weekly_posts_server_id", "server_id", "id"),
    )
    op.create_table(
        "weekly_players",
        Column("post_id", BIG, ForeignKey("weekly_posts.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("opened_at", MOMENT, nullable=False),
        Column("solved_at", MOMENT),
        Index("ix_weekly_players_player_id", "player_id"),
    )


def make_outbox() -> None:
    """What is to be posted, and whom it reminds."""
    op.create_table(
        "outbox",
        Column("id", BIG, primary_key=True),
        Column("destination", String(64), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("key", String(64), nullable=False, unique=True),
        Column("subject_id", BigInteger, nullable=False),
        Column("version", Integer, nullable=False),
        Column("words", Text),
        Column("nonce", String(25), nullable=False),
        Column("done", Boolean, nullable=False, server_default=text("false")),
        Column("begun", Integer, nullable=False, server_default=text("0")),
        Column("attempts", Integer, nullable=False, server_default=text("0")),
        Column("next_attempt_at", MOMENT, nullable=False),
        Column("claimed_by", String(64)),
        Column("claimed_until", MOMENT),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger),
        Column("error", Text),
        Column("created_at", MOMENT, nullable=False),
        Column("done_at", MOMENT),
        Column("server_id", BigInteger),
        Column("posted_after", MOMENT),
        Index("ix_outbox_message_id", "message_id"),
        Index("ix_outbox_subject_id", "kind", "subject_id", "version"),
        Index("ix_outbox_undone", "destination", "id", **only("NOT done", sqlite="done = 0")),
    )
    op.create_table(
        "reminders",
        Column("id", BIG, primary_key=True),
        Column("match_id", BIG, ForeignKey("matches.id"), nullable=False),
        Column("ply", Integer, nullable=False),
        Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("state", String(16), nullable=False),
        Column("key", String(64), nullable=False, unique=True),
        Column("by", BigInteger, ForeignKey("players.id")),
        Column("offers_direct", Boolean, nullable=False, server_default=text("false")),
        Column("direct_closed", Boolean, nullable=False, server_default=text("false")),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_reminders_match_id", "match_id", "ply"),
    )
