"""Matches without a clock that run are looked after, also those that began before."""

from __future__ import annotations

from alembic import op

revision = "idle_matches"
down_revision = "reminders"


def upgrade() -> None:
    """Have each looked at once; it is found then when that is needed next."""
    op.execute(
        "INSERT INTO timers (kind, subject_id, due_at) SELECT 'idle', id, updated_at FROM matches "
        "WHERE status = 'running' AND clock = 'none'"
    )
