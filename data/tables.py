"""The schema. ``migrations`` builds it; a test keeps the two the same."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
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

from data.columns import BIG, DetourText, Instant, OutcomeJson, WordOf
from data.states import (
    ChallengeState,
    DeliveryState,
    EntryKind,
    MatchState,
    Orientation,
    RequestKind,
    RequestState,
    SeatChoice,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

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
    Column("interaction_id", BigInteger, unique=True, nullable=False),
    # no foreign key: matches refer to challenges already, and PostgreSQL wants no circle
    Column("rematch_of", BigInteger, unique=True),
    Index("ix_challenges_open", "state", "expires_at"),
)

challenge_players = Table(
    "challenge_players",
    metadata,
    Column("challenge_id", ForeignKey("challenges.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("invited", Boolean, nullable=False),
    Column("accepted_at", Instant),
)

matches = Table(
    "matches",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("challenge_id", ForeignKey("challenges.id"), unique=True, nullable=False),
    Column("game", String(32), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seed", BigInteger),
    Column("server_id", BigInteger, ForeignKey("servers.id")),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("where_note", DetourText),
    Column("ply", Integer, nullable=False),
    Column("to_move", Integer),
    Column("state", WordOf(MatchState), nullable=False),
    Column("outcome", OutcomeJson),
    Column("board_message_id", BigInteger),
    Column("board_channel_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("finished_at", Instant),
    Index("ix_matches_thread_id", "thread_id"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("has_left", Boolean, nullable=False, server_default=text("false")),
    UniqueConstraint("match_id", "player_id"),
    Index("ix_seats_player_id", "player_id"),
)

moves = Table(
    "moves",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer),
    Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("kind", WordOf(EntryKind), nullable=False),
    Column("text", Text, nullable=False),
    Column("interaction_id", BigInteger, unique=True, nullable=False),
    Column("created_at", Instant, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("state", WordOf(DeliveryState), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_attempt_at", Instant, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("created_at", Instant, nullable=False),
    Column("done_at", Instant),
    UniqueConstraint("match_id", "ply", "kind"),
    Index("ix_outbox_state", "state", "match_id", "ply"),
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
    Column("interaction_id", BigInteger, unique=True, nullable=False),
    Column("created_at", Instant, nullable=False),
    Index("ix_requests_match_id", "match_id", "ply"),
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

audit = Table(
    "audit",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("manager_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("kind", WordOf(EntryKind), nullable=False),
    Column("text", Text, nullable=False),
    Column("reason", Text, nullable=False),
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
