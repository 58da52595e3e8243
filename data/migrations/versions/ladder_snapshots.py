"""How ladders stood after an entry, so that a long history is not read from its start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "ladder_snapshots"
down_revision = "outages_that_begin_alike"


def upgrade() -> None:
    """Add the table; ladders get their first snapshot as they go on."""
    op.create_table(
        "ladder_snapshots",
        sa.Column(
            "ladder_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("rewritten", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("standings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("ladder_id", name="pk_ladder_snapshots"),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladders.id"], "fk_ladder_snapshots_ladder_id"),
    )
