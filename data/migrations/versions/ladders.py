"""Ladders, their histories, and who is invited to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "ladders"
down_revision = "leaderboards"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
GOING_ON = sa.text("closed = false")


def upgrade() -> None:
    """Make the tables, and let challenges be about a ladder."""
    op.add_column("challenges", sa.Column("ladder_id", sa.BigInteger()))
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    _ladders()
    _entries()
    op.create_table(
        "ladder_invitations",
        sa.Column("ladder_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("ladder_id", "player_id", name="pk_ladder_invitations"),
        _to("ladder_invitations", "ladder_id", "ladders.id"),
        _to("ladder_invitations", "player_id", "players.id"),
    )


def _ladders() -> None:
    op.create_table(
        "ladders",
        sa.Column("id", BIG, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("clock", sa.String(48), nullable=False),
        sa.Column("by_invitation", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shown_at", MOMENT),
        sa.Column("shown", sa.String(64)),
        sa.Column("rewritten", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ladders"),
        sa.UniqueConstraint("key", name="uq_ladders_key"),
        _to("ladders", "server_id", "servers.id"),
    )
    op.create_index("ix_ladders_server_id", "ladders", ["server_id", "id"])
    op.create_index(
        "uq_ladders_game",
        "ladders",
        ["server_id", "game"],
        unique=True,
        sqlite_where=GOING_ON,
        postgresql_where=GOING_ON,
    )


def _entries() -> None:
    people = ("player_id", "opponent_id", "winner_id", "timed_out_id", "manager_id")
    places = ("place", "player_before", "player_after", "opponent_before", "opponent_after")
    op.create_table(
        "ladder_entries",
        sa.Column("id", BIG, nullable=False),
        sa.Column("ladder_id", BIG, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("since", MOMENT),
        sa.Column("challenge_id", BIG),
        sa.Column("match_id", BIG),
        sa.Column("reason", sa.Text()),
        sa.Column("key", sa.String(64), nullable=False),
        *(sa.Column(name, sa.BigInteger()) for name in people),
        *(sa.Column(name, sa.Integer()) for name in places),
        sa.PrimaryKeyConstraint("id", name="pk_ladder_entries"),
        sa.UniqueConstraint("key", name="uq_ladder_entries_key"),
        _to("ladder_entries", "ladder_id", "ladders.id"),
        _to("ladder_entries", "challenge_id", "challenges.id"),
        _to("ladder_entries", "match_id", "matches.id"),
        *(_to("ladder_entries", name, "players.id") for name in people),
    )
    for name, also in (
        ("ladder_id", "id"),
        ("match_id", "id"),
        ("player_id", "ladder_id"),
        ("opponent_id", "ladder_id"),
    ):
        op.create_index(f"ix_ladder_entries_{name}", "ladder_entries", [name, also])


def _to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [other], f"fk_{table}_{column}")
