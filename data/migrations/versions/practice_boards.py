"""Boards on which people practise."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "practice_boards"
down_revision = "life_of_a_match"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "practices",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("moves", sa.JSON(), nullable=False),
        sa.Column("taken", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_practices"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_practices_player_id"),
    )
