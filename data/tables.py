"""The schema. ``migrations`` builds it; a test keeps the two the same."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from data.columns import BIG, Duration, EngineLevel, FallbackText, Instant, ResultJson, WordOf
from data.states import (
    ChallengeState,
    EntryKind,
    MatchStatus,
    MessageKind,
    Orientation,
    RequestKind,
    RequestState,
    SeatChoice,
    TimerKind,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

KEY_LENGTH = 64
CLOCK_LENGTH = 48

STANDING = text("state IN ('open', 'accepted')")
"""Of challenges. What is asked in other words, or with bound values, does not find the index."""


players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("confirm_moves", Boolean, nullable=False, server_default=text("true")),
    Column("orientation", WordOf(Orientation), nullable=False, server_default="own"),
    Column("theme", String(16), nullable=False, server_default="slate"),
    Column("created_at", Instant, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger),
    Column("threads", Boolean, nullable=False, server_default=text("true")),
    Column("allowed_games", JSON(none_as_null=True)),
    Column("starter_role_id", BigInteger),
    Column("manager_role_id", BigInteger),
    Column("default_clock", String(CLOCK_LENGTH), nullable=False, server_default="none"),
    Column("allowed_clocks", JSON(none_as_null=True)),
    Column("created_at", Instant, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("challenger_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("seat_choice", WordOf(SeatChoice), nullable=False),
    Column("state", WordOf(ChallengeState), nullable=False),
    Column("closed_by", BigInteger, ForeignKey("players.id")),
    Column("server_id", BigInteger, ForeignKey("servers.id")),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    # no foreign key: matches refer to challenges already, and PostgreSQL wants no circle
    Column("rematch_of", BigInteger),
    Column("clock", String(CLOCK_LENGTH), nullable=False, server_default="none"),
    Index("ix_challenges_challenger_id", "challenger_id", "state"),
    Index("ix_challenges_rematch_of", "rematch_of"),
    # one rematch of a match, though one that was declined may be asked for again
    Index(
        "uq_challenges_rematch_of",
        "rematch_of",
        unique=True,
        sqlite_where=STANDING,
        postgresql_where=STANDING,
    ),
)

challenge_players = Table(
    "challenge_players",
    metadata,
    Column("challenge_id", ForeignKey("challenges.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("invited", Boolean, nullable=False),
    Column("position", Integer, nullable=False, server_default=text("0")),
    Column("accepted_at", Instant),
    Index("ix_challenge_players_player_id", "player_id"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("challenge_id", ForeignKey("challenges.id"), unique=True),
    Column("game", String(32), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seed", BigInteger),
    Column("server_id", BigInteger, ForeignKey("servers.id")),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("thread_fallback", FallbackText),
    Column("ply", Integer, nullable=False),
    Column("to_move", Integer),
    Column("status", WordOf(MatchStatus), nullable=False),
    Column("result", ResultJson),
    Column("board_message_id", BigInteger),
    Column("board_channel_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("finished_at", Instant),
    Column("clock", String(CLOCK_LENGTH), nullable=False, server_default="none"),
    Column("deadline", Instant),
    Column("paused_until", Instant),
    Index("ix_matches_thread_id", "thread_id"),
    Index("ix_matches_server_id", "server_id", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("engine", EngineLevel),
    Column("has_left", Boolean, nullable=False, server_default=text("false")),
    UniqueConstraint("match_id", "player_id"),
    CheckConstraint("(player_id IS NULL) <> (engine IS NULL)", "one_holder"),
    Index("ix_seats_player_id", "player_id"),
)

seat_clocks = Table(
    "seat_clocks",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("balance", Duration, nullable=False),
    Column("turn_ply", Integer),
    Column("runs_from", Instant),
    Column("head_start", Duration, nullable=False),
    Column("posted", Boolean, nullable=False),
    Column("pauses", JSON, nullable=False),
    Column("credited", JSON, nullable=False),
    Column("timed_out_at", Instant),
)

clock_lines = Table(
    "clock_lines",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("amount", Duration, nullable=False),
    Column("balance", Duration, nullable=False),
    Column("at", Instant, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("by", BigInteger, ForeignKey("players.id")),
    Column("outage", BigInteger),
    Column("key", String(KEY_LENGTH)),
    Index("ix_clock_lines_match_id", "match_id", "id"),
    Index("uq_clock_lines_key", "key", unique=True),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer),
    Column("author_id", BigInteger, ForeignKey("players.id")),
    Column("kind", WordOf(EntryKind), nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Column("created_at", Instant, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("destination", String(KEY_LENGTH), nullable=False),
    Column("kind", WordOf(MessageKind), nullable=False),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Column("subject_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("words", Text),
    Column("nonce", String(25), nullable=False),
    Column("done", Boolean, nullable=False, server_default=text("false")),
    Column("begun", Integer, nullable=False, server_default=text("0")),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("next_attempt_at", Instant, nullable=False),
    Column("claimed_by", String(KEY_LENGTH)),
    Column("claimed_until", Instant),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("created_at", Instant, nullable=False),
    Column("done_at", Instant),
    Index("ix_outbox_subject_id", "kind", "subject_id", "version"),
    Index(
        "ix_outbox_undone",
        "destination",
        "id",
        # in the words of what SQLAlchemy makes of ~done, or else the index is not found
        sqlite_where=text("done = 0"),
        postgresql_where=text("NOT done"),
    ),
    Index("ix_outbox_message_id", "message_id"),
)

timers = Table(
    "timers",
    metadata,
    Column("kind", WordOf(TimerKind), primary_key=True),
    Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
    Column("due_at", Instant, nullable=False),
    Index("ix_timers_due_at", "due_at"),
)

requests = Table(
    "requests",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("kind", WordOf(RequestKind), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("state", WordOf(RequestState), nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Column("closed_by", BigInteger, ForeignKey("players.id")),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Index("ix_requests_match_id", "match_id", "ply"),
    # whoever asks second at the same instant finds the first one's request
    Index(
        "uq_requests_open",
        "match_id",
        "kind",
        unique=True,
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
)

request_grants = Table(
    "request_grants",
    metadata,
    Column("request_id", ForeignKey("requests.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("created_at", Instant, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("taken", JSON, nullable=False),
    Column("updated_at", Instant, nullable=False),
)

practices = Table(
    "practices",
    metadata,
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("seed", BigInteger),
    Column("moves", JSON, nullable=False),
    Column("taken", JSON, nullable=False),
    Column("updated_at", Instant, nullable=False),
)
