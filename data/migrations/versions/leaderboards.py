"""Who is named in lists, and lists that are kept up to date in a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "leaderboards"
down_revision = "ratings"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the columns and the table."""
    for name in ("hidden_elsewhere", "named_after_leaving"):
        op.add_column(
            "players",
            sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.text("false")),
        )
    op.create_index("ix_seat_results_number", "seat_results", ["player_id", "number"])
    op.create_table(
        "live_leaderboards",
        sa.Column("id", BIG, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shown", sa.String(64)),
        sa.Column("edited_at", MOMENT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_live_leaderboards"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_live_leaderboards_server_id"),
    )
    op.create_index(
        "uq_live_leaderboards_channel_id", "live_leaderboards", ["channel_id", "game"], unique=True
    )
    op.create_index("ix_live_leaderboards_server_id", "live_leaderboards", ["server_id", "game"])
