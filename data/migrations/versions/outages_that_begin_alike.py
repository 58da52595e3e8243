"""Outages may begin in the same instant, where the clock was set back between them."""

from __future__ import annotations

from alembic import op

revision = "outages_that_begin_alike"
down_revision = "reminders_of_old_turns"


def upgrade() -> None:
    """Drop the key by which the later one was taken for the earlier one."""
    with op.batch_alter_table("outages") as batch:
        batch.drop_constraint("uq_outages_began", type_="unique")
