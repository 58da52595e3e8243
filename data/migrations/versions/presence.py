"""Whether the bot is there, when it was not, and timeouts that wait for an operator."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "presence"
down_revision = "vacations"


def upgrade() -> None:
    """Add the tables."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment, no = sa.DateTime(timezone=True), sa.text("false")
    op.create_table(
        "processes",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("connected", sa.Boolean(), nullable=False),
        sa.Column("beat_at", moment, nullable=False),
        sa.Column("present_at", moment),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
    )
    op.create_table(
        "outages",
        sa.Column("id", number, nullable=False),
        sa.Column("began", moment, nullable=False),
        sa.Column("ended", moment, nullable=False),
        sa.Column("credited_to", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("done", sa.Boolean(), server_default=no, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
        sa.UniqueConstraint("began", name="uq_outages_began"),
    )
    op.create_index("ix_outages_done", "outages", ["done"])
    op.create_table(
        "timeout_stops",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stopped_at", moment, nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("running", sa.Integer(), nullable=False),
        sa.Column("allowed", sa.Boolean(), server_default=no, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_timeout_stops"),
    )
