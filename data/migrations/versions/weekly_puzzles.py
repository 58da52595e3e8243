"""Puzzles of the week, in the channels of servers that want them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "weekly_puzzles"
down_revision = "champions"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "weekly_channels",
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("server_id", name="pk_weekly_channels"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_weekly_channels_server_id"),
    )
    op.create_table(
        "weekly_posts",
        sa.Column("id", BIG, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("closes_at", MOMENT, nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shown", sa.String(64)),
        sa.Column("edited_at", MOMENT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_weekly_posts"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_weekly_posts_server_id"),
    )
    op.create_index("ix_weekly_posts_server_id", "weekly_posts", ["server_id", "id"])
    op.create_table(
        "weekly_players",
        sa.Column("post_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("solved_at", MOMENT),
        sa.PrimaryKeyConstraint("post_id", "player_id", name="pk_weekly_players"),
        sa.ForeignKeyConstraint(["post_id"], ["weekly_posts.id"], "fk_weekly_players_post_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_weekly_players_player_id"),
    )
    op.create_index("ix_weekly_players_player_id", "weekly_players", ["player_id"])
