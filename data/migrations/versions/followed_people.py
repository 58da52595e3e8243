"""Who wants to be told when somebody's matches end, in which server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "followed_people"
down_revision = "ladder_snapshots"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "followed_people",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("followed_id", sa.BigInteger(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "followed_id", "server_id", name="pk_followed_people"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_followed_people_player_id"),
        sa.ForeignKeyConstraint(["followed_id"], ["players.id"], "fk_followed_people_followed_id"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_followed_people_server_id"),
    )
    op.create_index(
        "ix_followed_people_followed_id", "followed_people", ["followed_id", "server_id"]
    )
