"""The tables of results, ratings, leaderboards, ladders, reviews and puzzles.

``results`` and ``seat_results`` hold the results of finished matches, numbered in the order in
which they count. ``rating_changes`` and ``ratings`` can be recomputed from them; their ``scope`` is
a server, or 0 for all.
"""

import sqlalchemy as sa

from data.columns import BIG, Instant, WordOf
from data.schema import CLOCK_LENGTH, KEY_LENGTH, People, partial_unique, person, table
from data.states import Ending, ReviewState, UnratedReason

LADDER_IS_OPEN = sa.text("closed = false")
"""Whether a ladder is open."""

counters = table(
    "counters",
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
)

results = table(
    "results",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
    sa.Column("ended_at", Instant, nullable=False),
    sa.Column("ending", WordOf(Ending), nullable=False),
    sa.Column("agreed", WordOf(UnratedReason)),
    sa.Column("unrated", WordOf(UnratedReason)),
    sa.Index("uq_results_number", "number", unique=True),
)

seat_results = table(
    "seat_results",
    sa.Column("match_id", sa.ForeignKey("results.match_id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    person("player_id"),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("place", sa.Integer),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("timed_out_at", Instant),
    sa.Index("ix_seat_results_player_id", "player_id", "game", "number"),
    sa.Index("ix_seat_results_number", "player_id", "number"),
    sa.Index("ix_seat_results_timed_out_at", "player_id", "timed_out_at"),
    people=People.SHARED,
)

rating_changes = table(
    "rating_changes",
    sa.Column("match_id", BIG, primary_key=True, autoincrement=False),
    person("player_id", primary_key=True),
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
    sa.Column("at", Instant, nullable=False),
    sa.Index("ix_rating_changes_player_id", "player_id", "game", "scope", "number"),
    people=People.SHARED,
)

ratings = table(
    "ratings",
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    person("player_id", primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("best", sa.Integer),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
    sa.Column("played_at", Instant, nullable=False),
    sa.Column("height", sa.BigInteger, nullable=False),
    sa.Column("day", sa.Integer, nullable=False),
    # best first; with the day, so that the index alone skips inactive players
    sa.Index("ix_ratings_height", "game", "scope", "height", "player_id", "day"),
    sa.Index("ix_ratings_player_id", "player_id"),
    people=People.OWN,
)

champions = table(
    "champions",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("of_ladder", sa.Boolean, nullable=False),
    sa.Column("of_league", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("role_id", sa.BigInteger, nullable=False),
    person("holder_id"),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index("uq_champions_server_id", "server_id", "game", "of_ladder", "of_league", unique=True),
    sa.Index("ix_champions_holder_id", "holder_id"),
    people=People.SHARED,
)
"""Roles for the first of a leaderboard, ladder or league, and their holders."""

live_leaderboards = table(
    "live_leaderboards",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("shown", sa.String(64)),
    sa.Column("edited_at", Instant),
    sa.Column("created_at", Instant, nullable=False),
    # one list of a game in a channel
    sa.Index("uq_live_leaderboards_channel_id", "channel_id", "game", unique=True),
    sa.Index("ix_live_leaderboards_server_id", "server_id", "game"),
    in_use="channel_id IS NOT NULL",
)

ladders = table(
    "ladders",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("clock", sa.String(CLOCK_LENGTH), nullable=False),
    sa.Column("by_invitation", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("channel_id", sa.BigInteger),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("shown_at", Instant),
    sa.Column("shown", sa.String(KEY_LENGTH)),
    sa.Column("rewritten", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_ladders_server_id", "server_id", "id"),
    partial_unique(LADDER_IS_OPEN, "uq_ladders_game", "server_id", "game"),
    in_use="channel_id IS NOT NULL",
)

ladder_entries = table(
    "ladder_entries",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("ladder_id", sa.ForeignKey("ladders.id"), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("at", Instant, nullable=False),
    person("player_id"),
    sa.Column("challenge_id", sa.ForeignKey("challenges.id")),
    person("opponent_id"),
    sa.Column("match_id", sa.ForeignKey("matches.id")),
    person("winner_id"),
    person("timed_out_id"),
    person("manager_id"),
    sa.Column("reason", sa.Text),
    sa.Column("place", sa.Integer),
    sa.Column("since", Instant),
    sa.Column("player_before", sa.Integer),
    sa.Column("player_after", sa.Integer),
    sa.Column("opponent_before", sa.Integer),
    sa.Column("opponent_after", sa.Integer),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_ladder_entries_ladder_id", "ladder_id", "id"),
    sa.Index("ix_ladder_entries_match_id", "match_id", "id"),
    sa.Index("ix_ladder_entries_player_id", "player_id", "ladder_id"),
    sa.Index("ix_ladder_entries_opponent_id", "opponent_id", "ladder_id"),
    people=People.SHARED,
)

ladder_invitations = table(
    "ladder_invitations",
    sa.Column("ladder_id", sa.ForeignKey("ladders.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("created_at", Instant, nullable=False),
    people=People.OWN,
)

reviews = table(
    "reviews",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("state", WordOf(ReviewState), nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("updated_at", Instant, nullable=False),
)

judgements = table(
    "judgements",
    sa.Column("match_id", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("before", sa.JSON, nullable=False),
    sa.Column("after", sa.JSON, nullable=False),
    sa.Column("better", sa.JSON(none_as_null=True)),
)
"""The engine's judgements of the moves of a finished match, in order."""

puzzle_boards = table(
    "puzzle_boards",
    person("player_id", primary_key=True),
    sa.Column("puzzle", sa.String(32), primary_key=True),
    sa.Column("taken", sa.JSON, nullable=False),
    sa.Column("answer", sa.Text),
    sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("solved_at", Instant),
    sa.Column("updated_at", Instant, nullable=False),
    sa.Column("key", sa.String(KEY_LENGTH)),
    people=People.OWN,
)

daily_puzzles = table(
    "daily_puzzles",
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("puzzle", sa.String(32), nullable=False),
)
"""The puzzle of each day, by the number of the Daily; chosen once, by whoever needs it first."""

daily_players = table(
    "daily_players",
    person("player_id", primary_key=True),
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
    sa.Column("opened_at", Instant, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("solved_at", Instant),
    # whether it was opened and solved in time, so that it counts for the month
    sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Index("ix_daily_players_day", "day", "server_id"),
    people=People.OWN,
)

daily_counts = table(
    "daily_counts",
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("server_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("opened", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("first", sa.Integer, nullable=False),
)
"""How many people opened and solved a Daily, where; server 0 stands for elsewhere."""

daily_channels = table(
    "daily_channels",
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), primary_key=True),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("hour", sa.Integer, nullable=False),
    sa.Column("zone", sa.String(64)),
    sa.Column("weekday", sa.Integer),  # from 0, Monday; none: every day
    sa.Column("created_at", Instant, nullable=False),
    in_use="channel_id IS NOT NULL",
)

daily_posts = table(
    "daily_posts",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("shown", sa.String(64)),
    sa.Column("edited_at", Instant),
    sa.Column("created_at", Instant, nullable=False),
    # a day is posted once in a server
    sa.Index("uq_daily_posts_server_id", "server_id", "day", unique=True),
)
