"""Until when the clocks of a match stand still by agreement."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "pauses"
down_revision = "clock_keys"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("paused_until", sa.DateTime(timezone=True)))
