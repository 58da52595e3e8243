"""Which engines take part in the match that comes of a challenge."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "challenged_engines"
down_revision = "idle_matches"


def upgrade() -> None:
    """Add the column."""
    op.add_column("challenges", sa.Column("engines", sa.String(16)))
