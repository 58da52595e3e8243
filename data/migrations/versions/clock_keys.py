"""What people do about their time is done once for each interaction."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "clock_keys"
down_revision = "seat_clocks"


def upgrade() -> None:
    """Add the key."""
    op.add_column("clock_lines", sa.Column("key", sa.String(64)))
    op.create_index("uq_clock_lines_key", "clock_lines", ["key"], unique=True)
