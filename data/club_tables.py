"""The tables of club matches, and of the second place that their games have."""

import sqlalchemy as sa

from data import columns
from data.columns import BIG, Instant, WordOf
from data.schema import CLOCK_LENGTH, KEY_LENGTH, SECRET, People, person, table
from data.states import ClubEvent, ClubState

TEAM_LENGTH = 60

clubs = table(
    "clubs",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("clock", sa.String(CLOCK_LENGTH), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("boards", sa.Integer, nullable=False),
    sa.Column("state", WordOf(ClubState), nullable=False),
    sa.Column("code", sa.String(KEY_LENGTH), unique=True, info=SECRET),  # a hash of it
    sa.Column("until", Instant),
    sa.Column("ended_at", Instant),
    sa.Column("created_at", Instant, nullable=False),
    # no foreign key: rows are copied in any order
    sa.Column("previous_id", sa.BigInteger, unique=True),
    sa.Column("season_id", sa.BigInteger),
    sa.Column("round", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("weeks", sa.Integer),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_clubs_season_id", "season_id", "id"),
)
"""A match of two servers, or a season of up to eight with so many ``weeks`` for each round.

``until``: when its code expires; once it is accepted, it begins then; of a season that has begun,
when the next round comes.
"""

club_sides = table(
    "club_sides",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("club_id", sa.ForeignKey("clubs.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("team", sa.Integer),
    sa.Column("name", sa.String(TEAM_LENGTH), nullable=False),
    person("captain_id", nullable=False),
    sa.Column("ready_at", Instant),
    sa.Column("gone_at", Instant),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("shown", sa.String(KEY_LENGTH)),
    sa.Column("shown_at", Instant),
    sa.Index("uq_club_sides_club_id", "club_id", "number", unique=True),
    sa.Index("ix_club_sides_server_id", "server_id", "club_id"),
    sa.Index("ix_club_sides_captain_id", "captain_id", "club_id"),
    people=People.SHARED,
    in_use="EXISTS (SELECT 1 FROM clubs WHERE clubs.id = club_sides.club_id AND ended_at IS NULL)",
)
"""``gone_at``: when the server forfeited what was left. ``team``: its number in the season."""

club_players = table(
    "club_players",
    sa.Column("club_id", sa.ForeignKey("clubs.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("entered_at", Instant, nullable=False),
    sa.Column("left_out", sa.Boolean, nullable=False),
    sa.Column("withdrawn_at", Instant),
    sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Index("ix_club_players_player_id", "player_id", "club_id"),
    people=People.SHARED,
)
"""``left_out``: by the captain. ``removed``: withdrawn by the bot or by a substitution."""

club_games = table(
    "club_games",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("club_id", sa.ForeignKey("clubs.id"), nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("game", sa.Integer, nullable=False),
    person("one_id", nullable=False),
    person("other_id", nullable=False),
    sa.Column("match_id", sa.ForeignKey("matches.id"), unique=True),
    sa.Column("decided", sa.Integer),
    # a game is stored once
    sa.Index("uq_club_games_club_id", "club_id", "board", "game", unique=True),
    sa.Index("ix_club_games_one_id", "one_id"),
    sa.Index("ix_club_games_other_id", "other_id"),
    people=People.SHARED,
)
"""``one_id`` plays for side 0, and moves first in game 0. ``decided``: its half points unplayed."""

club_log = table(
    "club_log",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("club_id", sa.ForeignKey("clubs.id"), nullable=False),
    sa.Column("kind", WordOf(ClubEvent), nullable=False),
    sa.Column("at", Instant, nullable=False),
    sa.Column("side", sa.Integer),
    person("player_id"),
    person("other_id"),
    sa.Column("match_id", sa.ForeignKey("matches.id")),
    sa.Column("text", sa.Text),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_club_log_club_id", "club_id", "id"),
    people=People.SHARED,
)

club_tries = table(
    "club_tries",
    sa.Column("id", BIG, primary_key=True),
    person("player_id", nullable=False),
    sa.Column("at", Instant, nullable=False),
    sa.Index("ix_club_tries_player_id", "player_id", "at"),
    people=People.OWN,
)
"""Codes that were wrong."""

match_places = table(
    "match_places",
    sa.Column("id", sa.ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id")),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("thread_id", sa.BigInteger),
    sa.Column("thread_fallback", columns.FALLBACK),
    sa.Column("board_channel_id", sa.BigInteger),
    sa.Column("board_message_id", sa.BigInteger),
    sa.Column("contest", sa.Text, nullable=False),
    sa.Index("ix_match_places_server_id", "server_id", "id"),
    sa.Index("ix_match_places_thread_id", "thread_id"),
    in_use="EXISTS (SELECT 1 FROM matches WHERE matches.id = match_places.id "
    "AND matches.finished_at IS NULL)",
)
"""The second place of a match: that of the ``seat`` whose turn it is not.

The match's row has the place of the player to move; the two are exchanged with the turn.
``contest`` is the name of what the match belongs to.
"""
