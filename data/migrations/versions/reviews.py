"""How good the moves of ended matches were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

revision = "reviews"

down_revision = "puzzle_boards"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "reviews",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_reviews_match_id"),
    )
    op.create_table(
        "judgements",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("better", sa.JSON()),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_judgements"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_judgements_match_id"),
    )
