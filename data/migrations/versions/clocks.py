"""How long players may think, of challenges, matches and servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "clocks"
down_revision = "areas"

CLOCK_LENGTH = 48


def upgrade() -> None:
    """Add the columns. What was played before had no clock."""
    for table, column in (
        ("challenges", "clock"),
        ("matches", "clock"),
        ("servers", "default_clock"),
    ):
        op.add_column(
            table,
            sa.Column(column, sa.String(CLOCK_LENGTH), nullable=False, server_default="none"),
        )
    op.add_column("servers", sa.Column("allowed_clocks", sa.JSON()))
