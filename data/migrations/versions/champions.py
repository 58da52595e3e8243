"""Roles that go to the first of a leaderboard or ladder."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "champions"
down_revision = "reviews"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "champions",
        sa.Column("id", BIG, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("of_ladder", sa.Boolean(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("holder_id", sa.BigInteger()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_champions"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_champions_server_id"),
        sa.ForeignKeyConstraint(["holder_id"], ["players.id"], "fk_champions_holder_id"),
    )
    op.create_index(
        "uq_champions_server_id", "champions", ["server_id", "game", "of_ladder"], unique=True
    )
    op.create_index("ix_champions_holder_id", "champions", ["holder_id"])
