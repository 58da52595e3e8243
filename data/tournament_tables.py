"""The tables of tournaments: entrants, pairings and logs."""

import sqlalchemy as sa

from data.columns import BIG, Instant, WordOf
from data.schema import CLOCK_LENGTH, KEY_LENGTH, People, partial_unique, person, table
from data.states import PairingOutcome, TournamentEvent, TournamentKind, TournamentState

NAME_LENGTH = 60

LEAGUE_IS_OPEN = sa.text("kind = 'league' AND state IN ('open', 'running', 'stopped')")
"""Whether a league goes on; a server has one of each game."""

tournaments = table(
    "tournaments",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
    sa.Column("kind", WordOf(TournamentKind), nullable=False),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("clock", sa.String(CLOCK_LENGTH), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("rules", sa.JSON, nullable=False),
    person("organiser_id", nullable=False),
    sa.Column("state", WordOf(TournamentState), nullable=False),
    sa.Column("previous_id", sa.BigInteger),  # no foreign key: rows are copied in any order
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("begins_at", Instant),
    sa.Column("closes_at", Instant),
    sa.Column("ended_at", Instant),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("shown_at", Instant),
    sa.Column("shown", sa.String(KEY_LENGTH)),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_tournaments_server_id", "server_id", "state"),
    # a season has one successor
    sa.Index("uq_tournaments_previous_id", "previous_id", unique=True),
    partial_unique(LEAGUE_IS_OPEN, "uq_tournaments_game", "server_id", "game"),
    people=People.SHARED,
    in_use="state IN ('open', 'running', 'stopped')",
)

tournament_players = table(
    "tournament_players",
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    person("player_id", primary_key=True),
    sa.Column("entered_at", Instant, nullable=False),
    sa.Column("stays", sa.Boolean, nullable=False),
    sa.Column("carried", sa.Boolean, nullable=False),
    sa.Column("sits_out", sa.Boolean, nullable=False),
    sa.Column("seed", sa.Integer),
    sa.Column("number", sa.Integer),
    sa.Column("division", sa.Integer),
    sa.Column("withdrawn_at", Instant),
    sa.Column("withdrawn", WordOf(TournamentEvent)),
    sa.Column("forgiven_at", Instant),
    person("replaces_id"),
    sa.Column("since_round", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Index("ix_tournament_players_player_id", "player_id", "tournament_id"),
    people=People.SHARED,
)
"""``number`` is the start number, in a league the place in the list; ``division`` counts from 0.

``carried``: from the previous season. Games lost on time before ``forgiven_at`` do not count for a
withdrawal. A substitute plays for ``replaces_id`` from ``since_round`` on.
"""

pairings = table(
    "pairings",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("division", sa.Integer, nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("game", sa.Integer, nullable=False),
    person("first_id", nullable=False),
    person("second_id"),
    sa.Column("match_id", sa.ForeignKey("matches.id"), unique=True),
    sa.Column("decided", WordOf(PairingOutcome)),
    sa.Column("outcome", WordOf(PairingOutcome), nullable=False),
    sa.Column("points_first", sa.Integer, nullable=False),
    sa.Column("points_second", sa.Integer, nullable=False),
    sa.Column("struck", sa.Boolean, nullable=False),
    # a game is stored once
    sa.Index(
        "uq_pairings_tournament_id",
        "tournament_id",
        "round",
        "division",
        "board",
        "game",
        unique=True,
    ),
    sa.Index("ix_pairings_first_id", "first_id"),
    sa.Index("ix_pairings_second_id", "second_id"),
    people=People.SHARED,
)
"""Points are in halves. ``decided``: the outcome without play. A bye has no second player."""

tournament_log = table(
    "tournament_log",
    sa.Column("id", BIG, primary_key=True),
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("kind", WordOf(TournamentEvent), nullable=False),
    sa.Column("at", Instant, nullable=False),
    person("player_id"),
    person("opponent_id"),
    person("by_id"),
    sa.Column("match_id", sa.ForeignKey("matches.id")),
    sa.Column("reason", sa.Text),
    sa.Column("key", sa.String(KEY_LENGTH), unique=True, nullable=False),
    sa.Index("ix_tournament_log_tournament_id", "tournament_id", "id"),
    sa.Index("ix_tournament_log_player_id", "player_id", "kind"),
    people=People.SHARED,
)
