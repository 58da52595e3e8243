"""Who wants to be told how a match ends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "followers"
down_revision = "thread_side"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "followers",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "player_id", name="pk_followers"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_followers_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_followers_player_id"),
    )
    op.create_index("ix_followers_player_id", "followers", ["player_id"])
