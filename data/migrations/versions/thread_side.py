"""Boards lie for everybody as in the match's thread, until somebody chooses their own side."""

from __future__ import annotations

from alembic import op

revision = "thread_side"
down_revision = "outbox_servers"


def upgrade() -> None:
    """Nobody could tell before whether a side was chosen or the usual one."""
    op.execute("UPDATE players SET orientation = 'first'")
