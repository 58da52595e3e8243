"""Who plays, and what is being played."""

from typing import Any

import sqlalchemy as sa
from alembic import op

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def only(condition: str, *, sqlite: str | None = None) -> dict[str, Any]:
    """What makes an index hold only the rows of a condition, which SQLite may write differently."""
    return {"sqlite_where": sa.text(sqlite or condition), "postgresql_where": sa.text(condition)}


def make_people() -> None:
    """People, servers, and whom they block or follow."""
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("reminders", sa.JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("blocked_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_blocks_blocked_id", "blocked_id"),
    )
    op.create_table(
        "followed_people",
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("followed_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), primary_key=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_followed_people_followed_id", "followed_id", "server_id"),
    )


def make_challenges() -> None:
    """What was offered, and who answered."""
    op.create_table(
        "challenges",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("challenger_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("seat_choice", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("closed_by", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("rematch_of", sa.BigInteger),
        sa.Column("clock", sa.String(48), nullable=False, server_default="none"),
        sa.Column("engines", sa.String(16)),
        sa.Column("ladder_id", sa.BigInteger),
        sa.Column("unrated", sa.String(16)),
        sa.Index("ix_challenges_challenger_id", "challenger_id", "state"),
        sa.Index("ix_challenges_rematch_of", "rematch_of"),
        sa.Index(
            "uq_challenges_rematch_of",
            "rematch_of",
            unique=True,
            **only("state IN ('open', 'accepted')"),
        ),
    )
    op.create_table(
        "challenge_players",
        sa.Column("challenge_id", BIG, sa.ForeignKey("challenges.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("invited", sa.Boolean, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("accepted_at", MOMENT),
        sa.Index("ix_challenge_players_player_id", "player_id"),
    )


def make_matches() -> None:
    """What is being played, and who sits where."""
    op.create_table(
        "matches",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("challenge_id", BIG, sa.ForeignKey("challenges.id"), unique=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("thread_id", sa.BigInteger),
        sa.Column("thread_fallback", sa.String(64)),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("result", sa.JSON),
        sa.Column("board_message_id", sa.BigInteger),
        sa.Column("board_channel_id", sa.BigInteger),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT),
        sa.Column("clock", sa.String(48), nullable=False, server_default="none"),
        sa.Column("deadline", MOMENT),
        sa.Column("paused_until", MOMENT),
        sa.Column("reminded", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("clocks", sa.Text),
        sa.Column("conditional", sa.Boolean),
        sa.Column("unrated", sa.String(16)),
        sa.Column("language", sa.String(16), nullable=False, server_default="en"),
        sa.Index("ix_matches_server_id", "server_id", "id"),
        sa.Index("ix_matches_thread_id", "thread_id"),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("engine", sa.Integer),
        sa.Column("has_left", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("away_until", MOMENT),
        sa.CheckConstraint("(player_id IS NULL) <> (engine IS NULL)", name="one_holder"),
        sa.UniqueConstraint("match_id", "player_id"),
        sa.Index("ix_seats_player_id", "player_id"),
    )


def make_log() -> None:
    """What happened in each match, and what players ask of each other."""
    op.create_table(
        "entries",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("author_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "requests",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("closed_by", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Index("ix_requests_match_id", "match_id", "ply"),
        sa.Index("uq_requests_open", "match_id", "kind", unique=True, **only("state = 'open'")),
    )
    op.create_table(
        "request_grants",
        sa.Column("request_id", BIG, sa.ForeignKey("requests.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
    )
    op.create_table(
        "clock_lines",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("by", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("outage", sa.BigInteger),
        sa.Column("key", sa.String(64)),
        sa.Index("ix_clock_lines_match_id", "match_id", "id"),
        sa.Index("uq_clock_lines_key", "key", unique=True),
    )


def make_moves_to_come() -> None:
    """Moves being put together or prepared, and boards of one's own."""
    op.create_table(
        "drafts",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("taken", sa.JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "conditional_moves",
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("draft", sa.JSON, nullable=False),
        sa.Column("taken", sa.JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "practices",
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("taken", sa.JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "puzzle_boards",
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("taken", sa.JSON, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("solved_at", MOMENT),
        sa.Column("updated_at", MOMENT, nullable=False),
    )


def make_time() -> None:
    """Timers, vacations, and when the bot was away."""
    op.create_table(
        "timers",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("subject_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Index("ix_timers_due_at", "due_at"),
    )
    op.create_table(
        "vacations",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Index("ix_vacations_player_id", "player_id", "began_at"),
        sa.Index("uq_vacations_current", "player_id", unique=True, **only("ended_at IS NULL")),
    )
    op.create_table(
        "outages",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("ended", MOMENT, nullable=False),
        sa.Column("shard", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("shard_count", sa.Integer, nullable=False, server_default=sa.text("1")),
        sa.Column("credited_to", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("live_only", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Index("ix_outages_done", "done"),
    )
    op.create_table(
        "shard_presence",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("shard_count", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("beat_at", MOMENT, nullable=False),
        sa.Column("present_at", MOMENT),
        sa.Column("since", MOMENT),
    )
    op.create_table(
        "timeout_stops",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stopped_at", MOMENT, nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.Column("running", sa.Integer, nullable=False),
        sa.Column("allowed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
