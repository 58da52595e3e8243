"""Results, ratings as they follow from them, and whether a match is to be rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "ratings"
down_revision = "pauses"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
WORD = sa.String(16)


def upgrade() -> None:
    """Make the tables. ``python -m bot recompute`` fills them from what was played before."""
    op.add_column("challenges", sa.Column("unrated", WORD))
    op.add_column("matches", sa.Column("unrated", WORD))
    op.add_column(
        "servers",
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.text("true")),
    )
    op.create_table(
        "counters",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_counters"),
    )
    _results()
    _ratings()


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("server_id", sa.BigInteger()),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("reason", WORD, nullable=False),
        sa.Column("agreed", WORD),
        sa.Column("unrated", WORD),
        sa.PrimaryKeyConstraint("match_id", name="pk_results"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_results_match_id"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_results_server_id"),
    )
    op.create_index("uq_results_number", "results", ["number"], unique=True)
    op.create_table(
        "seat_results",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger()),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("timed_out_at", MOMENT),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat_results"),
        sa.ForeignKeyConstraint(["match_id"], ["results.match_id"], "fk_seat_results_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_seat_results_player_id"),
    )
    op.create_index("ix_seat_results_player_id", "seat_results", ["player_id", "game", "number"])
    op.create_index("ix_seat_results_timed_out_at", "seat_results", ["player_id", "timed_out_at"])


def _ratings() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Double(), nullable=False)
            for name in ("mu_before", "sigma_before", "mu", "sigma")
        ),
        sa.Column("points_before", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "player_id", "scope", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_rating_changes_player_id"),
    )
    op.create_index(
        "ix_rating_changes_player_id", "rating_changes", ["player_id", "game", "scope", "number"]
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("best", sa.Integer()),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("won", "drawn", "lost")),
        sa.Column("played_at", MOMENT, nullable=False),
        sa.Column("height", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "scope", "player_id", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_ratings_player_id"),
    )
    op.create_index("ix_ratings_height", "ratings", ["game", "scope", "height", "player_id", "day"])
    op.create_index("ix_ratings_player_id", "ratings", ["player_id"])
    op.create_table(
        "rating_counts",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "scope", "day", "step", name="pk_rating_counts"),
    )
