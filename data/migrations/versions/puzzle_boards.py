"""Puzzles, and how far people have come with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "puzzle_boards"
down_revision = "presence_of_shards"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "puzzle_boards",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("taken", sa.JSON(), nullable=False),
        sa.Column("answer", sa.Text()),
        sa.Column("tries", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("solved_at", MOMENT),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "puzzle", name="pk_puzzle_boards"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_puzzle_boards_player_id"),
    )
