"""Requests, blocks, what managers did, and begun moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "life_of_a_match"
down_revision = "first_tables"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    make_requests()
    make_blocks()
    make_audit()
    make_drafts()


def make_requests() -> None:
    """What players ask of each other."""
    op.create_table(
        "requests",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_requests"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_requests_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_requests_player_id"),
        sa.UniqueConstraint("interaction_id", name="uq_requests_interaction_id"),
    )
    op.create_index("ix_requests_match_id", "requests", ["match_id", "ply"])
    op.create_table(
        "request_grants",
        sa.Column("request_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("request_id", "player_id", name="pk_request_grants"),
        sa.ForeignKeyConstraint(["request_id"], ["requests.id"], "fk_request_grants_request_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_request_grants_player_id"),
    )


def make_blocks() -> None:
    """Who does not want to play with whom."""
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name="pk_blocks"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_blocks_player_id"),
        sa.ForeignKeyConstraint(["blocked_id"], ["players.id"], "fk_blocks_blocked_id"),
    )


def make_audit() -> None:
    """What managers did."""
    op.create_table(
        "audit",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("manager_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_audit"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_audit_match_id"),
        sa.ForeignKeyConstraint(["manager_id"], ["players.id"], "fk_audit_manager_id"),
    )


def make_drafts() -> None:
    """Moves that are begun."""
    op.create_table(
        "drafts",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("taken", sa.JSON(), nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "player_id", name="pk_drafts"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_drafts_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_drafts_player_id"),
    )
