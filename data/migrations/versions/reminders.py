"""Reminders: how players want to be reminded, and what each of them has come to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "reminders"
down_revision = "followers"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns and the table."""
    for column in (
        sa.Column("reminder_way", sa.String(16), nullable=False, server_default="thread"),
        sa.Column("digest_at", sa.Time(), nullable=False, server_default="08:00:00"),
        sa.Column("quiet_from", sa.Time()),
        sa.Column("quiet_until", sa.Time()),
        sa.Column("zone", sa.String(64)),
        sa.Column("direct_offered", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    ):
        op.add_column("players", column)
    op.add_column(
        "matches",
        sa.Column("reminded", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    )
    make_reminders()


def make_reminders() -> None:
    """What came of each reminder."""
    op.create_table(
        "reminders",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("by", sa.BigInteger()),
        sa.Column("offers_direct", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("direct_closed", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reminders"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_reminders_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_reminders_player_id"),
        sa.ForeignKeyConstraint(["by"], ["players.id"], "fk_reminders_by"),
        sa.UniqueConstraint("key", name="uq_reminders_key"),
    )
    op.create_index("ix_reminders_match_id", "reminders", ["match_id", "ply"])
