"""The schema. ``migrations`` builds it; a test keeps the two the same."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from data import puzzle_tables as puzzle_tables
from data import review_tables as review_tables
from data.columns import (
    BIG,
    Duration,
    EngineLevel,
    EngineLevels,
    FallbackText,
    Instant,
    WordOf,
)
from data.rating_tables import champions as champions
from data.rating_tables import counters as counters
from data.rating_tables import live_leaderboards as live_leaderboards
from data.rating_tables import rating_changes as rating_changes
from data.rating_tables import rating_counts as rating_counts
from data.rating_tables import ratings as ratings
from data.rating_tables import results as results
from data.rating_tables import seat_results as seat_results
from data.schema import metadata as metadata
from data.states import (
    ChallengeState,
    EntryKind,
    MessageKind,
    ReminderKind,
    ReminderState,
    RequestKind,
    RequestState,
    SeatChoice,
    UnratedReason,
)
from data.time_tables import outages as outages
from data.time_tables import shard_presence as shard_presence
from data.time_tables import timeout_stops as timeout_stops
from data.time_tables import timers as timers

KEY_LENGTH = 64
CLOCK_LENGTH = 48
ZONE_LENGTH = 64

STANDING = text("state IN ('open', 'accepted')")
"""Of challenges. What is asked in other words, or with bound values, does not find the index."""

GOING_ON = text("closed = false")
"""Of ladders."""


players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False, default=dict),
    Column("reminders", JSON, nullable=False, default=dict),
    Column("created_at", Instant, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False, default=dict),
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
    Column("engines", EngineLevels),
    Column("ladder_id", BigInteger),
    Column("unrated", WordOf(UnratedReason)),
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
    Column("result", JSON(none_as_null=True)),
    Column("board_message_id", BigInteger),
    Column("board_channel_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("finished_at", Instant),
    Column("clock", String(CLOCK_LENGTH), nullable=False, server_default="none"),
    Column("deadline", Instant),
    Column("paused_until", Instant),
    Column("reminded", Boolean, nullable=False, server_default=text("false")),
    Column("asked", Boolean, nullable=False, server_default=text("false")),
    Column("clocks", Text),
    Column("conditional", Boolean),
    Column("unrated", WordOf(UnratedReason)),
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
    Column("away_until", Instant),
    UniqueConstraint("match_id", "player_id"),
    CheckConstraint("(player_id IS NULL) <> (engine IS NULL)", "one_holder"),
    Index("ix_seats_player_id", "player_id"),
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

vacations = Table(
    "vacations",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Column("ended_at", Instant),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Index("ix_vacations_player_id", "player_id", "began_at"),
    # nobody is away twice at once
    Index(
        "uq_vacations_current",
        "player_id",
        unique=True,
        sqlite_where=text("ended_at IS NULL"),
        postgresql_where=text("ended_at IS NULL"),
    ),
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
    Column("channel_id", BigInteger),  # where it is to be shown; once done, where it is
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("created_at", Instant, nullable=False),
    Column("done_at", Instant),
    Column("server_id", BigInteger),
    Column("posted_after", Instant),
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

reminders = Table(
    "reminders",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("kind", WordOf(ReminderKind), nullable=False),
    Column("state", WordOf(ReminderState), nullable=False),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Column("by", BigInteger, ForeignKey("players.id")),
    Column("offers_direct", Boolean, nullable=False, server_default=text("false")),
    Column("direct_closed", Boolean, nullable=False, server_default=text("false")),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("created_at", Instant, nullable=False),
    Index("ix_reminders_match_id", "match_id", "ply"),
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

followers = Table(
    "followers",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("created_at", Instant, nullable=False),
    Index("ix_followers_player_id", "player_id"),
)

followed_people = Table(
    "followed_people",
    metadata,
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("followed_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("server_id", BigInteger, ForeignKey("servers.id"), primary_key=True),
    Column("created_at", Instant, nullable=False),
    Index("ix_followed_people_followed_id", "followed_id", "server_id"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("created_at", Instant, nullable=False),
    Index("ix_blocks_blocked_id", "blocked_id"),
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

conditional_moves = Table(
    "conditional_moves",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("lines", JSON, nullable=False),
    Column("draft", JSON, nullable=False),
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

ladders = Table(
    "ladders",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("clock", String(CLOCK_LENGTH), nullable=False),
    Column("by_invitation", Boolean, nullable=False, server_default=text("false")),
    Column("closed", Boolean, nullable=False, server_default=text("false")),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("shown_at", Instant),
    Column("shown", String(KEY_LENGTH)),
    Column("rewritten", Integer, nullable=False, server_default=text("0")),
    Column("created_at", Instant, nullable=False),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Index("ix_ladders_server_id", "server_id", "id"),
    Index(
        "uq_ladders_game",
        "server_id",
        "game",
        unique=True,
        sqlite_where=GOING_ON,
        postgresql_where=GOING_ON,
    ),
)

ladder_entries = Table(
    "ladder_entries",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("ladder_id", ForeignKey("ladders.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("at", Instant, nullable=False),
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("challenge_id", ForeignKey("challenges.id")),
    Column("opponent_id", BigInteger, ForeignKey("players.id")),
    Column("match_id", ForeignKey("matches.id")),
    Column("winner_id", BigInteger, ForeignKey("players.id")),
    Column("timed_out_id", BigInteger, ForeignKey("players.id")),
    Column("manager_id", BigInteger, ForeignKey("players.id")),
    Column("reason", Text),
    Column("place", Integer),
    Column("since", Instant),
    Column("player_before", Integer),
    Column("player_after", Integer),
    Column("opponent_before", Integer),
    Column("opponent_after", Integer),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Index("ix_ladder_entries_ladder_id", "ladder_id", "id"),
    Index("ix_ladder_entries_match_id", "match_id", "id"),
    Index("ix_ladder_entries_player_id", "player_id", "ladder_id"),
    Index("ix_ladder_entries_opponent_id", "opponent_id", "ladder_id"),
)

ladder_snapshots = Table(
    "ladder_snapshots",
    metadata,
    Column("ladder_id", ForeignKey("ladders.id"), primary_key=True),
    Column("entry_id", BigInteger, nullable=False),
    Column("entry_key", String(KEY_LENGTH), nullable=False),
    Column("rewritten", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("standings", JSON, nullable=False),
)
"""How ladders stood after an entry of their histories, from which all of it can be made again."""

ladder_invitations = Table(
    "ladder_invitations",
    metadata,
    Column("ladder_id", ForeignKey("ladders.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("created_at", Instant, nullable=False),
)
