"""Outages that are too short for any but live matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "short_outages"
down_revision = "records_of_draws"


def upgrade() -> None:
    """Add the column; those that are known were long enough for every match."""
    op.add_column(
        "outages",
        sa.Column("live_only", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    )
