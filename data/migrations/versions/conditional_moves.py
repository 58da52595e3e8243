"""Moves that players have prepared for what their opponents may play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

revision = "conditional_moves"

down_revision = "challenged_engines"


def upgrade() -> None:
    """Make the table, and let matches tell whether there is something for them in it."""
    op.add_column("matches", sa.Column("conditional", sa.Boolean()))
    op.create_table(
        "conditional_moves",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.Column("taken", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "player_id", name="pk_conditional_moves"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_conditional_moves_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_conditional_moves_player_id"),
    )
