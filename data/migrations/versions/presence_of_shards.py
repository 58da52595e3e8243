"""Heartbeats and outages of each shard, instead of all processes together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "presence_of_shards"
down_revision = "presence"

CARRY_OVER = """
INSERT INTO shard_presence (shard, shard_count, beat_at, present_at)
SELECT 0, 1, max(beat_at), max(present_at) FROM processes HAVING max(present_at) IS NOT NULL
"""


def upgrade() -> None:
    """Add the table, carry over when the bot was present last, and let outages name their shard."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "shard_presence",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat_at", moment, nullable=False),
        sa.Column("present_at", moment),
        sa.Column("since", moment),
        sa.PrimaryKeyConstraint("shard", "shard_count", name="pk_shard_presence"),
    )
    op.execute(CARRY_OVER)
    op.drop_table("processes")
    with op.batch_alter_table("outages") as batch:
        batch.add_column(
            sa.Column("shard", sa.Integer(), server_default=sa.text("0"), nullable=False)
        )
        batch.add_column(
            sa.Column("shard_count", sa.Integer(), server_default=sa.text("1"), nullable=False)
        )
        batch.drop_constraint("uq_outages_began", type_="unique")
    with op.batch_alter_table("outages") as batch:
        batch.create_unique_constraint("uq_outages_began", ["began", "shard", "shard_count"])
