"""Who plays, and what is being played."""

from typing import Any

from alembic import op
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)

BIG = BigInteger().with_variant(Integer(), "sqlite")
MOMENT = DateTime(timezone=True)


def only(condition: str, *, sqlite: str | None = None) -> dict[str, Any]:
    """What makes an index hold only the rows of a condition, which SQLite may write differently."""
    return {"sqlite_where": text(sqlite or condition), "postgresql_where": text(condition)}


def make_people() -> None:
    """People, servers, and whom they block or follow."""
    op.create_table(
        "players",
        Column("id", BigInteger, primary_key=True, autoincrement=False),
        Column("settings", JSON, nullable=False),
        Column("reminders", JSON, nullable=False),
        Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "servers",
        Column("id", BigInteger, primary_key=True, autoincrement=False),
        Column("settings", JSON, nullable=False),
        Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "blocks",
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("blocked_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_blocks_blocked_id", "blocked_id"),
    )
    op.create_table(
        "followed_people",
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("followed_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("server_id", BigInteger, ForeignKey("servers.id"), primary_key=True),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_followed_people_followed_id", "followed_id", "server_id"),
    )


def make_challenges() -> None:
    """What was offered, and who answered."""
    op.create_table(
        "challenges",
        Column("id", BIG, primary_key=True),
        Column("game", String(32), nullable=False),
        Column("variant", String(32), nullable=False),
        Column("challenger_id", BigInteger, ForeignKey("players.id"), nullable=False),
        Column("seat_choice", String(16), nullable=False),
        Column("state", String(16), nullable=False),
        Column("closed_by", BigInteger, ForeignKey("players.id")),
        Column("server_id", BigInteger, ForeignKey("servers.id")),
        Column("channel_id", BigInteger, nullable=False),
        Column("message_id", BigInteger),
        Column("created_at", MOMENT, nullable=False),
        Column("expires_at", MOMENT, nullable=False),
        Column("key", String(64), nullable=False, unique=True),
        Column("rematch_of", BigInteger),
        Column("clock", String(48), nullable=False, server_default="none"),
        Column("engines", String(16)),
        Column("ladder_id", BigInteger),
        Column("unrated", String(16)),
        Index("ix_challenges_challenger_id", "challenger_id", "state"),
        Index("ix_challenges_rematch_of", "rematch_of"),
        Index(
            "uq_challenges_rematch_of",
            "rematch_of",
            unique=True,
            **only("state IN ('open', 'accepted')"),
        ),
    )
    op.create_table(
        "challenge_players",
        Column("challenge_id", BIG, ForeignKey("challenges.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("invited", Boolean, nullable=False),
        Column("position", Integer, nullable=False, server_default=text("0")),
        Column("accepted_at", MOMENT),
        Index("ix_challenge_players_player_id", "player_id"),
    )


def make_matches() -> None:
    """What is being played, and who sits where."""
    op.create_table(
        "matches",
        Column("id", BIG, primary_key=True),
        Column("challenge_id", BIG, ForeignKey("challenges.id"), unique=True),
        Column("game", String(32), nullable=False),
        Column("variant", String(32), nullable=False),
        Column("rules_version", Integer, nullable=False),
        Column("seed", BigInteger),
        Column("server_id", BigInteger, ForeignKey("servers.id")),
        Column("channel_id", BigInteger, nullable=False),
        Column("thread_id", BigInteger),
        Column("thread_fallback", String(64)),
        Column("ply", Integer, nullable=False),
        Column("to_move", Integer),
        Column("result", JSON),
        Column("board_message_id", BigInteger),
        Column("board_channel_id", BigInteger),
        Column("created_at", MOMENT, nullable=False),
        Column("updated_at", MOMENT, nullable=False),
        Column("finished_at", MOMENT),
        Column("clock", String(48), nullable=False, server_default="none"),
        Column("deadline", MOMENT),
        Column("paused_until", MOMENT),
        Column("reminded", Boolean, nullable=False, server_default=text("false")),
        Column("asked", Boolean, nullable=False, server_default=text("false")),
        Column("clocks", Text),
        Column("conditional", Boolean),
        Column("unrated", String(16)),
        Index("ix_matches_server_id", "server_id", "id"),
        Index("ix_matches_thread_id", "thread_id"),
    )
    op.create_table(
        "seats",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id")),
        Column("engine", Integer),
        Column("has_left", Boolean, nullable=False, server_default=text("false")),
        Column("away_until", MOMENT),
        CheckConstraint("(player_id IS NULL) <> (engine IS NULL)", name="one_holder"),
        UniqueConstraint("match_id", "player_id"),
        Index("ix_seats_player_id", "player_id"),
    )


def make_log() -> None:
    """What happened in each match, and what players ask of each other."""
    op.create_table(
        "entries",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("ply", Integer, primary_key=True),
        Column("seat", Integer),
        Column("author_id", BigInteger, ForeignKey("players.id")),
        Column("kind", String(16), nullable=False),
        Column("text", Text, nullable=False),
        Column("key", String(64), nullable=False, unique=True),
        Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "requests",
        Column("id", BIG, primary_key=True),
        Column("match_id", BIG, ForeignKey("matches.id"), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("ply", Integer, nullable=False),
        Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
        Column("state", String(16), nullable=False),
        Column("text", Text, nullable=False),
        Column("key", String(64), nullable=False, unique=True),
        Column("closed_by", BigInteger, ForeignKey("players.id")),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger),
        Column("created_at", MOMENT, nullable=False),
        Index("ix_requests_match_id", "match_id", "ply"),
        Index("uq_requests_open", "match_id", "kind", unique=True, **only("state = 'open'")),
    )
    op.create_table(
        "request_grants",
        Column("request_id", BIG, ForeignKey("requests.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    )
    op.create_table(
        "clock_lines",
        Column("id", BIG, primary_key=True),
        Column("match_id", BIG, ForeignKey("matches.id"), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("kind", String(16), nullable=False),
        Column("amount", BigInteger, nullable=False),
        Column("balance", BigInteger, nullable=False),
        Column("at", MOMENT, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("by", BigInteger, ForeignKey("players.id")),
        Column("outage", BigInteger),
        Column("key", String(64)),
        Index("ix_clock_lines_match_id", "match_id", "id"),
        Index("uq_clock_lines_key", "key", unique=True),
    )


def make_moves_to_come() -> None:
    """Moves being put together or prepared, and boards of one's own."""
    op.create_table(
        "drafts",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("ply", Integer, nullable=False),
        Column("taken", JSON, nullable=False),
        Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "conditional_moves",
        Column("match_id", BIG, ForeignKey("matches.id"), primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("ply", Integer, nullable=False),
        Column("lines", JSON, nullable=False),
        Column("draft", JSON, nullable=False),
        Column("taken", JSON, nullable=False),
        Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "practices",
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("variant", String(32), nullable=False),
        Column("seed", BigInteger),
        Column("moves", JSON, nullable=False),
        Column("taken", JSON, nullable=False),
        Column("updated_at", MOMENT, nullable=False),
    )
    op.create_table(
        "puzzle_boards",
        Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
        Column("puzzle", String(32), primary_key=True),
        Column("taken", JSON, nullable=False),
        Column("answer", Text),
        Column("tries", Integer, nullable=False, server_default=text("0")),
        Column("solved_at", MOMENT),
        Column("updated_at", MOMENT, nullable=False),
    )


def make_time() -> None:
    """Timers, vacations, and when the bot was away."""
    op.create_table(
        "timers",
        Column("kind", String(16), primary_key=True),
        Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
        Column("due_at", MOMENT, nullable=False),
        Index("ix_timers_due_at", "due_at"),
    )
    op.create_table(
        "vacations",
        Column("id", BIG, primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
        Column("began_at", MOMENT, nullable=False),
        Column("ends_at", MOMENT, nullable=False),
        Column("ended_at", MOMENT),
        Column("key", String(64), nullable=False, unique=True),
        Index("ix_vacations_player_id", "player_id", "began_at"),
        Index("uq_vacations_current", "player_id", unique=True, **only("ended_at IS NULL")),
    )
    op.create_table(
        "outages",
        Column("id", BIG, primary_key=True),
        Column("began", MOMENT, nullable=False),
        Column("ended", MOMENT, nullable=False),
        Column("shard", Integer, nullable=False, server_default=text("0")),
        Column("shard_count", Integer, nullable=False, server_default=text("1")),
        Column("credited_to", BigInteger, nullable=False, server_default=text("0")),
        Column("done", Boolean, nullable=False, server_default=text("false")),
        Column("live_only", Boolean, nullable=False, server_default=text("false")),
        Index("ix_outages_done", "done"),
    )
    op.create_table(
        "shard_presence",
        Column("shard", Integer, primary_key=True, autoincrement=False),
        Column("shard_count", Integer, primary_key=True, autoincrement=False),
        Column("beat_at", MOMENT, nullable=False),
        Column("present_at", MOMENT),
        Column("since", MOMENT),
    )
    op.create_table(
        "timeout_stops",
        Column("id", Integer, primary_key=True, autoincrement=False),
        Column("stopped_at", MOMENT, nullable=False),
        Column("due", Integer, nullable=False),
        Column("running", Integer, nullable=False),
        Column("allowed", Boolean, nullable=False, server_default=text("false")),
    )
