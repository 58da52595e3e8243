"""Tournaments: who plays, who meets whom, and all that happened."""

import sqlalchemy as sa
from alembic import op

from data.migrations.baseline.playing import BIG, MOMENT, only

revision = "tournaments"
down_revision = "baseline"


def upgrade() -> None:
    """Make the tables, and let a match say which tournament it belongs to."""
    _make_tournaments()
    _make_players()
    _make_pairings()
    _make_seats()
    _make_log()
    op.add_column("matches", sa.Column("tournament_id", sa.BigInteger))
    _let_champions_be_of_leagues()


def _let_champions_be_of_leagues() -> None:
    """A role may go to the first of a league, besides those of a leaderboard and a ladder."""
    no = sa.false()
    of_league = sa.Column("of_league", sa.Boolean, nullable=False, server_default=no)
    op.add_column("champions", of_league)
    name, columns = "uq_champions_server_id", ["server_id", "game", "of_ladder", "of_league"]
    op.drop_index(name, "champions")
    op.create_index(name, "champions", columns, unique=True)


def _make_tournaments() -> None:
    """Tournaments."""
    op.create_table(
        "tournaments",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("server_id", sa.BigInteger, sa.ForeignKey("servers.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("clock", sa.String(48), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("organiser_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("previous_id", sa.BigInteger),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("begins_at", MOMENT),
        sa.Column("closes_at", MOMENT),
        sa.Column("ended_at", MOMENT),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("shown_at", MOMENT),
        sa.Column("shown", sa.String(64)),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("key", sa.String(64), unique=True, nullable=False),
        sa.Index("ix_tournaments_server_id", "server_id", "state"),
        sa.Index("uq_tournaments_previous_id", "previous_id", unique=True),
        sa.Index(
            "uq_tournaments_game",
            "server_id",
            "game",
            unique=True,
            **only("kind = 'league' AND state IN ('open', 'running', 'stopped')"),
        ),
    )


def _make_players() -> None:
    """Who plays."""
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", BIG, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("entered_at", MOMENT, nullable=False),
        sa.Column("stays", sa.Boolean, nullable=False),
        sa.Column("carried", sa.Boolean, nullable=False),
        sa.Column("sits_out", sa.Boolean, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.Column("number", sa.Integer),
        sa.Column("division", sa.Integer),
        sa.Column("withdrawn_at", MOMENT),
        sa.Column("withdrawn", sa.String(16)),
        sa.Column("forgiven_at", MOMENT),
        sa.Column("replaces_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("since_round", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Index("ix_tournament_players_player_id", "player_id", "tournament_id"),
    )


def _make_pairings() -> None:
    """Who meets whom."""
    op.create_table(
        "pairings",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("tournament_id", BIG, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("division", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("first_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("second_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id"), unique=True),
        sa.Column("decided", sa.String(16)),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("points_first", sa.Integer, nullable=False),
        sa.Column("points_second", sa.Integer, nullable=False),
        sa.Column("struck", sa.Boolean, nullable=False),
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
    )


def _make_seats() -> None:
    """Who sits where in a round."""
    op.create_table(
        "pairing_seats",
        sa.Column("tournament_id", BIG, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True),
        sa.Column("opponent_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("meeting", sa.Integer, nullable=False),
        sa.Index(
            "uq_pairing_seats_player_id",
            *("player_id", "opponent_id", "tournament_id", "game", "meeting"),
            unique=True,
        ),
        sa.Index("ix_pairing_seats_opponent_id", "opponent_id"),
    )


def _make_log() -> None:
    """What happened."""
    op.create_table(
        "tournament_log",
        sa.Column("id", BIG, primary_key=True),
        sa.Column("tournament_id", BIG, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("opponent_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("by_id", sa.BigInteger, sa.ForeignKey("players.id")),
        sa.Column("match_id", BIG, sa.ForeignKey("matches.id")),
        sa.Column("reason", sa.Text),
        sa.Column("key", sa.String(64), unique=True, nullable=False),
        sa.Index("ix_tournament_log_tournament_id", "tournament_id", "id"),
        sa.Index("ix_tournament_log_player_id", "player_id", "kind"),
    )
