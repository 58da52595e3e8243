"""What follows from matches, and what is posted."""

import sqlalchemy as sa
from alembic import op

from data.migrations.baseline.playing import BIG, MOMENT, only


def make_results() -> None:
    """What matches came to."""
    op.create_table(
        "counters",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.Column("agreed", sa.String(16)),
        sa.Column("unrated", sa.String(16)),
        sa.Index("uq_results_number", "number", unique=True),
    )
    op.create_table(
        "seat_results",
        sa.Column("match_id", BIG, sa.ForeignKey("results.match_id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("timed_out_at", MOMENT),
        sa.Index("ix_seat_results_number", "player_id", "number"),
        sa.Index("ix_seat_results_player_id", "player_id", "game", "number"),
        sa.Index("ix_seat_results_timed_out_at", "player_id", "timed_out_at"),
    )


def make_ratings() -> None:
    """What results did to ratings."""
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("best", sa.Integer),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("played_at", MOMENT, nullable=False),
        sa.Column("height", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Index("ix_ratings_height", "game", "scope", "height", "player_id", "day"),
        sa.Index("ix_ratings_player_id", "player_id"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("match_id", BIG, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("points_before", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Index("ix_rating_changes_player_id", "player_id", "game", "scope", "number"),
    )
    op.create_table(
        "rating_counts",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )


def make_ladders() -> None:
    """Ladders, who may join them, and how they stood."""
    op.create_table(
        "ladders",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("clock", sa.String(48), nullable=False),
        sa.Column("by_invitation", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("shown_at", MOMENT),
        sa.Column("shown", sa.String(64)),
        sa.Column("rewritten", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Index("ix_ladders_server_id", "server_id", "id"),
        sa.Index("uq_ladders_game", "server_id", "game", unique=True, **only("closed = false")),
    )
    op.create_table(
        "ladder_invitations",
        sa.Column("ladder_id", BIG, sa.ForeignKey("ladders.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "ladder_snapshots",
        sa.Column("ladder_id", BIG, sa.ForeignKey("ladders.id"), primary_key=True),
        sa.Column("entry_id", sa.BigInteger, nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("rewritten", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("standings", sa.JSON, nullable=False),
    )


def make_ladder_history() -> None:
    """What happened on ladders."""
    op.create_table(
        "ladder_entries",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("ladder_id", BIG, sa.ForeignKey("ladders.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("challenge_id", BIG, sa.ForeignKey("challenges.id")),
        sa.Column("opponent_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id")),
        sa.Column("winner_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("timed_out_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("manager_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("reason", sa.Text),
        sa.Column("place", sa.Integer),
        sa.Column("since", MOMENT),
        sa.Column("player_before", sa.Integer),
        sa.Column("player_after", sa.Integer),
        sa.Column("opponent_before", sa.Integer),
        sa.Column("opponent_after", sa.Integer),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Index("ix_ladder_entries_ladder_id", "ladder_id", "id"),
        sa.Index("ix_ladder_entries_match_id", "match_id", "id"),
        sa.Index("ix_ladder_entries_opponent_id", "opponent_id", "ladder_id"),
        sa.Index("ix_ladder_entries_player_id", "player_id", "ladder_id"),
    )


def make_reviews() -> None:
    """What was found out about ended matches, and who hears of them."""
    op.create_table(
        "reviews",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "judgements",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("before", sa.JSON, nullable=False),
        sa.Column("after", sa.JSON, nullable=False),
        sa.Column("better", sa.JSON),
    )
    op.create_table(
        "followers",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_followers_player_id", "player_id"),
    )


def make_standing_messages() -> None:
    """Leaderboards, champions and puzzles that stand in a channel."""
    op.create_table(
        "live_leaderboards",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("shown", sa.String(64)),
        sa.Column("edited_at", MOMENT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_live_leaderboards_server_id", "server_id", "game"),
        sa.Index("uq_live_leaderboards_channel_id", "channel_id", "game", unique=True),
    )
    op.create_table(
        "champions",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("of_ladder", sa.Boolean, nullable=False),
        sa.Column("role_id", sa.BigInteger, nullable=False),
        sa.Column("holder_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_champions_holder_id", "holder_id"),
        sa.Index("uq_champions_server_id", "server_id", "game", "of_ladder", unique=True),
    )
    op.create_table(
        "weekly_channels",
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), primary_key=True),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "weekly_posts",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("closes_at", MOMENT, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("shown", sa.String(64)),
        sa.Column("edited_at", MOMENT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_weekly_posts_server_id", "server_id", "id"),
    )
    op.create_table(
        "weekly_players",
        sa.Column("post_id", BIG, sa.ForeignKey("weekly_posts.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("solved_at", MOMENT),
        sa.Index("ix_weekly_players_player_id", "player_id"),
    )


def make_outbox() -> None:
    """What is to be posted, and whom it reminds."""
    op.create_table(
        "outbox",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("destination", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("subject_id", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("words", sa.Text),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("begun", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("next_attempt_at", MOMENT, nullable=False),
        sa.Column("claimed_by", sa.String(64)),
        sa.Column("claimed_until", MOMENT),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("error", sa.Text),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("done_at", MOMENT),
        sa.Column("server_id", sa.BigInteger),
        sa.Column("posted_after", MOMENT),
        sa.Index("ix_outbox_message_id", "message_id"),
        sa.Index("ix_outbox_subject_id", "kind", "subject_id", "version"),
        sa.Index("ix_outbox_undone", "destination", "id", **only("NOT done", sqlite="done = 0")),
    )
    op.create_table(
        "reminders",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("by", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("offers_direct", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("direct_closed", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_reminders_match_id", "match_id", "ply"),
    )
