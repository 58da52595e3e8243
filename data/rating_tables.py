"""The tables of results and ratings.

``results`` and ``seat_results`` hold what each finished match came to, in the order in which they
count. All others follow from them and can be made anew: how each result moved ratings, the ratings
as they are, and how many there are of each height, by which places are counted.

A ``scope`` is a server, or 0 for everywhere.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from data.columns import BIG, Instant, WordOf
from data.schema import metadata
from data.states import Ending, UnratedReason

counters = Table(
    "counters",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("number", BigInteger, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("server_id", BigInteger, ForeignKey("servers.id")),
    Column("ended_at", Instant, nullable=False),
    Column("ending", WordOf(Ending), nullable=False),
    Column("agreed", WordOf(UnratedReason)),
    Column("unrated", WordOf(UnratedReason)),
    Index("uq_results_number", "number", unique=True),
)

seat_results = Table(
    "seat_results",
    metadata,
    Column("match_id", ForeignKey("results.match_id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("number", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("place", Integer),
    Column("moves", Integer, nullable=False),
    Column("timed_out_at", Instant),
    Index("ix_seat_results_player_id", "player_id", "game", "number"),
    Index("ix_seat_results_number", "player_id", "number"),
    Index("ix_seat_results_timed_out_at", "player_id", "timed_out_at"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
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
    Column("at", Instant, nullable=False),
    Index("ix_rating_changes_player_id", "player_id", "game", "scope", "number"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("best", Integer),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("played_at", Instant, nullable=False),
    Column("height", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    # the best first; the day is in it so that those who play no more are passed over unread
    Index("ix_ratings_height", "game", "scope", "height", "player_id", "day"),
    Index("ix_ratings_player_id", "player_id"),
)

rating_counts = Table(
    "rating_counts",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
)

champions = Table(
    "champions",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("of_ladder", Boolean, nullable=False),
    Column("role_id", BigInteger, nullable=False),
    Column("holder_id", BigInteger, ForeignKey("players.id")),
    Column("created_at", Instant, nullable=False),
    Index("uq_champions_server_id", "server_id", "game", "of_ladder", unique=True),
    Index("ix_champions_holder_id", "holder_id"),
)
"""Roles that go to the first of a leaderboard or ladder, and who has them."""

live_leaderboards = Table(
    "live_leaderboards",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("server_id", BigInteger, ForeignKey("servers.id"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("message_id", BigInteger),
    Column("shown", String(64)),
    Column("edited_at", Instant),
    Column("created_at", Instant, nullable=False),
    # one list of a game in a channel
    Index("uq_live_leaderboards_channel_id", "channel_id", "game", unique=True),
    Index("ix_live_leaderboards_server_id", "server_id", "game"),
)
