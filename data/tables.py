"""The tables of people, servers, challenges, matches, the outbox and timers."""

import sqlalchemy as sa

from data import club_tables as club_tables
from data import columns, states
from data import standing_tables as standing_tables
from data import tournament_tables as tournament_tables
from data.columns import BIG, Instant, KindOf, WordOf
from data.schema import (
    CLOCK_LENGTH,
    KEY_LENGTH,
    SECRET,
    UNSEARCHED,
    People,
    partial_unique,
    person,
    table,
)
from data.schema import metadata as metadata
from data.states import MessageKind, TimerKind

LANGUAGE_LENGTH = 16

CHALLENGE_IS_OPEN = sa.text("state IN ('open', 'accepted')")
"""Whether a challenge is open. A query must use this very text to use the index."""


players = table(
    "players",
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("settings", sa.JSON, nullable=False, default=dict),
    sa.Column("reminders", sa.JSON, nullable=False, default=dict),
    sa.Column("created_at", Instant, nullable=False),
)

servers = table(
    "servers",
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("settings", sa.JSON, nullable=False, default=dict),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("greeted_at", Instant),
    sa.Column("left_at", Instant),
)
"""``left_at``: since when the bot is no more in the server; NULL while it is."""

challenges = table(
    "challenges",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    person("challenger_id", nullable=False),
    sa.Column("seat_choice", WordOf(states.SeatChoice), nullable=False),
    sa.Column("state", WordOf(states.ChallengeState), nullable=False),
    person("closed_by"),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("expires_at", Instant, nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    # no foreign key: matches refer to challenges, and it would be a cycle
    sa.Column("rematch_of", sa.BigInteger),
    sa.Column("clock", sa.String(CLOCK_LENGTH), nullable=False, server_default="none"),
    sa.Column("engines", columns.ENGINES),
    sa.Column("ladder_id", sa.BigInteger),
    sa.Column("unrated", WordOf(states.UnratedReason)),
    sa.Index("ix_challenges_challenger_id", "challenger_id", "state"),
    sa.Index("ix_challenges_rematch_of", "rematch_of"),
    sa.Index("ix_challenges_server_id", "server_id", "state"),
    # one open rematch of a match; a declined one may be offered again
    partial_unique(CHALLENGE_IS_OPEN, "uq_challenges_rematch_of", "rematch_of"),
    people=People.SHARED,
    in_use="state IN ('open', 'accepted')",
)

challenge_players = table(
    "challenge_players",
    sa.Column("challenge_id", sa.ForeignKey("challenges.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("invited", sa.Boolean, nullable=False),
    sa.Column("position", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("accepted_at", Instant),
    sa.Index("ix_challenge_players_player_id", "player_id"),
    people=People.SHARED,
)

matches = table(
    "matches",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("challenge_id", sa.ForeignKey("challenges.id"), unique=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("seed", sa.BigInteger),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("thread_id", sa.BigInteger),
    sa.Column("thread_fallback", columns.FALLBACK),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer),
    sa.Column("result", sa.JSON(none_as_null=True)),
    sa.Column("board_message_id", sa.BigInteger),
    sa.Column("board_channel_id", sa.BigInteger),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("updated_at", Instant, nullable=False),
    sa.Column("finished_at", Instant),
    sa.Column("clock", sa.String(CLOCK_LENGTH), nullable=False, server_default="none"),
    sa.Column("deadline", Instant),
    sa.Column("paused_until", Instant),
    sa.Column("reminded", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("clocks", sa.Text),
    sa.Column("conditional", sa.Boolean, info=SECRET),  # whether somebody has prepared answers
    sa.Column("unrated", WordOf(states.UnratedReason)),
    sa.Column("language", sa.String(LANGUAGE_LENGTH), nullable=False, server_default="en"),
    # no foreign key: SQLite cannot add one to an existing table
    sa.Column("tournament_id", sa.BigInteger),
    sa.Column("club_id", sa.BigInteger),
    sa.Index("ix_matches_thread_id", "thread_id"),
    sa.Index("ix_matches_server_id", "server_id", "id"),
    in_use="finished_at IS NULL",
)

seats = table(
    "seats",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    person("player_id"),
    sa.Column("engine", columns.ENGINE),
    sa.Column("has_left", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("away_until", Instant),
    sa.UniqueConstraint("match_id", "player_id"),
    sa.CheckConstraint("(player_id IS NULL) <> (engine IS NULL)", "one_holder"),
    sa.Index("ix_seats_player_id", "player_id"),
    people=People.SHARED,
)

clock_lines = table(
    "clock_lines",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("amount", columns.DURATION, nullable=False),
    sa.Column("balance", columns.DURATION, nullable=False),
    sa.Column("at", Instant, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    person("by"),
    sa.Column("outage", sa.BigInteger),
    sa.Column("key", sa.String(KEY_LENGTH)),
    sa.Index("ix_clock_lines_match_id", "match_id", "id"),
    sa.Index("uq_clock_lines_key", "key", unique=True),
    people=People.SHARED,
)

vacations = table(
    "vacations",
    sa.Column("id", BIG, primary_key=True),
    person("player_id", nullable=False),
    sa.Column("began_at", Instant, nullable=False),
    sa.Column("ends_at", Instant, nullable=False),
    sa.Column("ended_at", Instant),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_vacations_player_id", "player_id", "began_at"),
    # nobody is away twice at once
    partial_unique(sa.text("ended_at IS NULL"), "uq_vacations_current", "player_id"),
    people=People.OWN,
)

entries = table(
    "entries",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    person("author_id"),
    sa.Column("kind", WordOf(states.EntryKind), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Column("created_at", Instant, nullable=False),
    people=People.SHARED,
)

outbox = table(
    "outbox",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("destination", sa.String(KEY_LENGTH), nullable=False),
    sa.Column("kind", KindOf(MessageKind), nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Column("subject_id", sa.BigInteger, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("words", sa.Text),
    sa.Column("nonce", sa.String(25), nullable=False),
    sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("begun", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("next_attempt_at", Instant, nullable=False),
    sa.Column("claimed_by", sa.String(KEY_LENGTH)),
    sa.Column("claimed_until", Instant),
    sa.Column("channel_id", sa.BigInteger),  # where to post; once done, where the message is
    sa.Column("message_id", sa.BigInteger),
    sa.Column("error", sa.Text),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("done_at", Instant),
    sa.Column("server_id", sa.BigInteger),
    sa.Column("posted_after", Instant),
    sa.Column("faults", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Index("ix_outbox_subject_id", "kind", "subject_id", "version"),
    sa.Index(
        "ix_outbox_undone",
        "destination",
        "id",
        # the very text that SQLAlchemy makes of ~done; else the index is not used
        sqlite_where=sa.text("done = 0"),
        postgresql_where=sa.text("NOT done"),
    ),
    sa.Index("ix_outbox_message_id", "message_id"),
)

reminders = table(
    "reminders",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    person("player_id", nullable=False),
    sa.Column("kind", WordOf(states.ReminderKind), nullable=False),
    sa.Column("state", WordOf(states.ReminderState), nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    person("by"),
    sa.Column("offers_direct", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("direct_closed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("channel_id", sa.BigInteger),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index("ix_reminders_match_id", "match_id", "ply"),
    people=People.SHARED,
)

requests = table(
    "requests",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("kind", WordOf(states.RequestKind), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    person("player_id", nullable=False),
    sa.Column("state", WordOf(states.RequestState), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    person("closed_by"),
    sa.Column("channel_id", sa.BigInteger),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index("ix_requests_match_id", "match_id", "ply"),
    # of two concurrent requests the second finds the first
    partial_unique(sa.text("state = 'open'"), "uq_requests_open", "match_id", "kind"),
    people=People.SHARED,
)

request_grants = table(
    "request_grants",
    sa.Column("request_id", sa.ForeignKey("requests.id"), primary_key=True),
    person("player_id", primary_key=True),
    people=People.SHARED,
)

followers = table(
    "followers",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index("ix_followers_player_id", "player_id"),
    people=People.OWN,
)

followed_people = table(
    "followed_people",
    person("player_id", primary_key=True),
    person("followed_id", primary_key=True, info=UNSEARCHED),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), primary_key=True),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index("ix_followed_people_followed_id", "followed_id", "server_id"),
    people=People.OWN,
)

blocks = table(
    "blocks",
    person("player_id", primary_key=True),
    person("blocked_id", primary_key=True, info=UNSEARCHED),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index("ix_blocks_blocked_id", "blocked_id"),
    people=People.OWN,
)

drafts = table(
    "drafts",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("taken", sa.JSON, nullable=False),
    sa.Column("updated_at", Instant, nullable=False),
    people=People.OWN,
)

conditional_moves = table(
    "conditional_moves",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("lines", sa.JSON, nullable=False),
    sa.Column("draft", sa.JSON, nullable=False),
    sa.Column("taken", sa.JSON, nullable=False),
    sa.Column("updated_at", Instant, nullable=False),
    people=People.OWN,
)

practices = table(
    "practices",
    person("player_id", primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("seed", sa.BigInteger),
    sa.Column("moves", sa.JSON, nullable=False),
    sa.Column("taken", sa.JSON, nullable=False),
    sa.Column("given", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("updated_at", Instant, nullable=False),
    people=People.OWN,
)

timers = table(
    "timers",
    sa.Column("kind", KindOf(TimerKind), primary_key=True),
    sa.Column("subject_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("due_at", Instant, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("error", sa.Text),
    sa.Index("ix_timers_due_at", "due_at"),
)

shard_presence = table(
    "shard_presence",
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("shard_count", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("beat_at", Instant, nullable=False),
    sa.Column("present_at", Instant),
    sa.Column("since", Instant),
)

outages = table(
    "outages",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("began", Instant, nullable=False),
    sa.Column("ended", Instant, nullable=False),
    sa.Column("shard", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("shard_count", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.Column("credited_to", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("live_only", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Index("ix_outages_done", "done"),
)

timeout_stops = table(
    "timeout_stops",
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("stopped_at", Instant, nullable=False),
    sa.Column("due", sa.Integer, nullable=False),
    sa.Column("running", sa.Integer, nullable=False),
    sa.Column("allowed", sa.Boolean, nullable=False, server_default=sa.text("false")),
)

absences = table(
    "absences",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("server_id", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("reason", WordOf(states.AbsenceReason), nullable=False),
    sa.Column("permission", sa.String(32)),
    sa.Column("began", Instant, nullable=False),
    sa.Column("ended", Instant),
    sa.Column("credited_to", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Index("ix_absences_server_id", "server_id", "done"),
    # the bot is not away twice at once
    partial_unique(sa.text("ended IS NULL"), "uq_absences_current", "server_id", "channel_id"),
    in_use="ended IS NULL",
)
"""Where the bot cannot be: a channel, or a whole server (``channel_id`` 0).

``credited_to``: after the end, clocks were started again in the matches up to this id. ``done``:
in all matches.
"""

operator_orders = table(
    "operator_orders",
    sa.Column("subject_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", WordOf(states.OrderKind), primary_key=True),
    sa.Column("created_at", Instant, nullable=False),
)
"""What the operator has ordered about a person or a server, by its id.

The row of a blocked person outlives the person's data, so that a deletion undoes no block.
"""
