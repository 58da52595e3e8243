"""Turns that began before there were reminders get theirs."""

from __future__ import annotations

from alembic import op

revision = "reminders_of_old_turns"
down_revision = "weekly_puzzles"


def upgrade() -> None:
    """Have each turn whose time runs looked at once; it is found then what is to come."""
    op.execute(
        "INSERT INTO timers (kind, subject_id, due_at) "
        "SELECT 'reminder', id, updated_at FROM matches "
        "WHERE status = 'running' AND deadline IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM timers WHERE kind = 'reminder' AND subject_id = matches.id)"
    )
