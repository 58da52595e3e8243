"""The tables of what is due later, and of whether the bot is there to do it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    Table,
    text,
)

from data.columns import BIG, Instant, WordOf
from data.schema import metadata
from data.states import TimerKind

timers = Table(
    "timers",
    metadata,
    Column("kind", WordOf(TimerKind), primary_key=True),
    Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
    Column("due_at", Instant, nullable=False),
    Index("ix_timers_due_at", "due_at"),
)

shard_presence = Table(
    "shard_presence",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("beat_at", Instant, nullable=False),
    Column("present_at", Instant),
    Column("since", Instant),
)

outages = Table(
    "outages",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("began", Instant, nullable=False),
    Column("ended", Instant, nullable=False),
    Column("shard", Integer, nullable=False, server_default=text("0")),
    Column("shard_count", Integer, nullable=False, server_default=text("1")),
    Column("credited_to", BigInteger, nullable=False, server_default=text("0")),
    Column("done", Boolean, nullable=False, server_default=text("false")),
    Column("live_only", Boolean, nullable=False, server_default=text("false")),
    Index("ix_outages_done", "done"),
)

timeout_stops = Table(
    "timeout_stops",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("stopped_at", Instant, nullable=False),
    Column("due", Integer, nullable=False),
    Column("running", Integer, nullable=False),
    Column("allowed", Boolean, nullable=False, server_default=text("false")),
)
