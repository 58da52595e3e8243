"""What is left of each seat's time, and how it came to that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "seat_clocks"
down_revision = "clocks"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.add_column("matches", sa.Column("deadline", MOMENT))
    op.create_table(
        "seat_clocks",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("turn_ply", sa.Integer()),
        sa.Column("runs_from", MOMENT),
        sa.Column("head_start", sa.BigInteger(), nullable=False),
        sa.Column("posted", sa.Boolean(), nullable=False),
        sa.Column("pauses", sa.JSON(), nullable=False),
        sa.Column("credited", sa.JSON(), nullable=False),
        sa.Column("timed_out_at", MOMENT),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat_clocks"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_seat_clocks_match_id"),
    )
    op.create_table(
        "clock_lines",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("by", sa.BigInteger()),
        sa.Column("outage", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_clock_lines"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_clock_lines_match_id"),
        sa.ForeignKeyConstraint(["by"], ["players.id"], "fk_clock_lines_by"),
    )
    op.create_index("ix_clock_lines_match_id", "clock_lines", ["match_id", "id"])
