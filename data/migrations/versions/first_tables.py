"""Players, servers, challenges, matches with their log, and the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first_tables"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    make_people()
    make_challenges()
    make_matches()
    make_log()


def make_people() -> None:
    """Those who play, and where."""
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("confirm_moves", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("orientation", sa.String(16), server_default="own", nullable=False),
        sa.Column("theme", sa.String(16), server_default="slate", nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("threads", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("allowed_games", sa.JSON()),
        sa.Column("starter_role_id", sa.BigInteger()),
        sa.Column("manager_role_id", sa.BigInteger()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )


def make_challenges() -> None:
    """What was offered, and who answered."""
    op.create_table(
        "challenges",
        sa.Column("id", BIG, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("seat_choice", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("closed_by", sa.BigInteger()),
        sa.Column("server_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("rematch_of", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["challenger_id"], ["players.id"], "fk_challenges_challenger_id"),
        sa.ForeignKeyConstraint(["closed_by"], ["players.id"], "fk_challenges_closed_by"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_challenges_server_id"),
        sa.UniqueConstraint("interaction_id", name="uq_challenges_interaction_id"),
        sa.UniqueConstraint("rematch_of", name="uq_challenges_rematch_of"),
    )
    op.create_index("ix_challenges_open", "challenges", ["state", "expires_at"])
    op.create_table(
        "challenge_players",
        sa.Column("challenge_id", BIG, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("invited", sa.Boolean(), nullable=False),
        sa.Column("accepted_at", MOMENT),
        sa.PrimaryKeyConstraint("challenge_id", "player_id", name="pk_challenge_players"),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], "fk_challenge_players_challenge_id"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_challenge_players_player_id"),
    )


def make_matches() -> None:
    """What is being played, and who sits where."""
    op.create_table(
        "matches",
        sa.Column("id", BIG, nullable=False),
        sa.Column("challenge_id", BIG, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("server_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("where_note", sa.String(64)),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Integer()),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("outcome", sa.JSON()),
        sa.Column("board_message_id", sa.BigInteger()),
        sa.Column("board_channel_id", sa.BigInteger()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], "fk_matches_challenge_id"),
        sa.ForeignKeyConstraint(["server_id"], ["servers.id"], "fk_matches_server_id"),
        sa.UniqueConstraint("challenge_id", name="uq_matches_challenge_id"),
    )
    op.create_index("ix_matches_thread_id", "matches", ["thread_id"])
    op.create_table(
        "seats",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("has_left", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_seats_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_seats_player_id"),
        sa.UniqueConstraint("match_id", "player_id", name="uq_seats_match_id"),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])


def make_log() -> None:
    """What happened in each match, and what is still to be told."""
    op.create_table(
        "moves",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_moves_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], "fk_moves_player_id"),
        sa.UniqueConstraint("interaction_id", name="uq_moves_interaction_id"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", MOMENT, nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("error", sa.Text()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("done_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_outbox_match_id"),
        sa.UniqueConstraint("match_id", "ply", "kind", name="uq_outbox_match_id"),
    )
    op.create_index("ix_outbox_state", "outbox", ["state", "match_id", "ply"])
