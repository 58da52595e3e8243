"""Rows of the outbox say since when, by Discord's clock, their message may be there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "times_at_discord"
down_revision = "clocks_of_matches"


def upgrade() -> None:
    """Add the column. What was begun without it is looked for from when the row was written."""
    op.add_column("outbox", sa.Column("posted_after", sa.DateTime(timezone=True)))
