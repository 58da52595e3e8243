"""Vacations: who is away, and until when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "vacations"
down_revision = "conditional_moves"


def upgrade() -> None:
    """Add the table, and what lists need to know of it."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    op.add_column("seats", sa.Column("away_until", moment))
    op.create_table(
        "vacations",
        sa.Column("id", number, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("began_at", moment, nullable=False),
        sa.Column("ends_at", moment, nullable=False),
        sa.Column("ended_at", moment),
        sa.Column("key", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_vacations_player_id"),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sa.UniqueConstraint("key", name="uq_vacations_key"),
    )
    op.create_index("ix_vacations_player_id", "vacations", ["player_id", "began_at"])
    current = sa.text("ended_at IS NULL")
    op.create_index(
        "uq_vacations_current",
        "vacations",
        ["player_id"],
        unique=True,
        sqlite_where=current,
        postgresql_where=current,
    )
