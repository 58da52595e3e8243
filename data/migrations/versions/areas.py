"""Entries with keys, engines at seats, a typed outbox, timers; rulings are read from the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "areas"
down_revision = "practice_boards"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
KEY_LENGTH = 64
ENDINGS = {"left": "resigned", "agreed": "agreed", "decided": "decided"}


def upgrade() -> None:
    """Change the tables, and carry over what they hold."""
    change_challenges()
    change_matches()
    change_seats()
    make_entries()
    change_requests()
    make_timers()
    make_outbox()
    op.drop_table("audit")


def change_challenges() -> None:
    """A key instead of an interaction."""
    with op.batch_alter_table("challenges") as batch:
        batch.add_column(sa.Column("key", sa.String(KEY_LENGTH)))
    op.execute("UPDATE challenges SET key = 'interaction:' || CAST(interaction_id AS VARCHAR)")
    with op.batch_alter_table("challenges") as batch:
        batch.alter_column("key", existing_type=sa.String(KEY_LENGTH), nullable=False)
        batch.drop_constraint("uq_challenges_interaction_id", type_="unique")
        batch.drop_column("interaction_id")
        batch.create_unique_constraint("uq_challenges_key", ["key"])
        batch.drop_constraint("uq_challenges_rematch_of", type_="unique")
        batch.drop_index("ix_challenges_open")
        batch.create_index("ix_challenges_challenger_id", ["challenger_id", "state"])
        batch.create_index("ix_challenges_rematch_of", ["rematch_of"])
    standing = sa.text("state IN ('open', 'accepted')")
    op.create_index(
        "uq_challenges_rematch_of",
        "challenges",
        ["rematch_of"],
        unique=True,
        sqlite_where=standing,
        postgresql_where=standing,
    )
    op.add_column(
        "challenge_players",
        sa.Column("position", sa.Integer(), nullable=False, server_default=sa.text("0")),
    )
    op.create_index("ix_challenge_players_player_id", "challenge_players", ["player_id"])


def change_matches() -> None:
    """A result with its ending; a match need not come from a challenge."""
    with op.batch_alter_table("matches") as batch:
        batch.alter_column("challenge_id", existing_type=BIG, nullable=True)
        batch.alter_column(
            "where_note", existing_type=sa.String(64), new_column_name="thread_fallback"
        )
        batch.alter_column("state", existing_type=sa.String(16), new_column_name="status")
        batch.alter_column("outcome", existing_type=sa.JSON(), new_column_name="result")
        batch.create_index("ix_matches_server_id", ["server_id", "id"])
    rewrite_results()


def rewrite_results() -> None:
    """Tell how each match ended apart from the game's own reason."""
    connection = op.get_bind()
    matches = sa.table("matches", sa.column("id"), sa.column("result", sa.JSON()))
    found = connection.execute(sa.select(matches).where(matches.c.result.is_not(None))).all()
    for row in found:
        ending = ENDINGS.get(row.result["reason"], "rules")
        told = {**row.result, "ending": ending}
        told["reason"] = row.result["reason"] if ending == "rules" else None
        connection.execute(sa.update(matches).where(matches.c.id == row.id).values(result=told))


def change_seats() -> None:
    """An engine may hold a seat."""
    with op.batch_alter_table("seats") as batch:
        batch.alter_column("player_id", existing_type=sa.BigInteger(), nullable=True)
        batch.add_column(sa.Column("engine", sa.Integer()))
        batch.create_check_constraint(
            "ck_seats_one_holder", "(player_id IS NULL) <> (engine IS NULL)"
        )


def make_entries() -> None:
    """The log, under its own name and with keys."""
    op.create_table(
        "entries",
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("author_id", sa.BigInteger()),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(KEY_LENGTH), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_entries"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], "fk_entries_match_id"),
        sa.ForeignKeyConstraint(["author_id"], ["players.id"], "fk_entries_author_id"),
        sa.UniqueConstraint("key", name="uq_entries_key"),
    )
    op.execute(
        "INSERT INTO entries (match_id, ply, seat, author_id, kind, text, key, created_at)"
        " SELECT match_id, ply, seat, player_id, kind, text,"
        " 'interaction:' || CAST(interaction_id AS VARCHAR), created_at FROM moves"
    )
    op.drop_table("moves")


def change_requests() -> None:
    """A key, the card's message, and one open request of a kind at a time."""
    op.execute(
        "UPDATE requests SET state = 'lapsed' WHERE state = 'open' AND EXISTS"
        " (SELECT 1 FROM matches WHERE matches.id = requests.match_id"
        " AND (matches.ply <> requests.ply OR matches.status <> 'running'))"
    )
    with op.batch_alter_table("requests") as batch:
        batch.add_column(sa.Column("key", sa.String(KEY_LENGTH)))
        batch.add_column(sa.Column("closed_by", sa.BigInteger()))
        batch.add_column(sa.Column("channel_id", sa.BigInteger()))
        batch.add_column(sa.Column("message_id", sa.BigInteger()))
        batch.create_foreign_key("fk_requests_closed_by", "players", ["closed_by"], ["id"])
    op.execute("UPDATE requests SET key = 'interaction:' || CAST(interaction_id AS VARCHAR)")
    with op.batch_alter_table("requests") as batch:
        batch.alter_column("key", existing_type=sa.String(KEY_LENGTH), nullable=False)
        batch.drop_constraint("uq_requests_interaction_id", type_="unique")
        batch.drop_column("interaction_id")
        batch.create_unique_constraint("uq_requests_key", ["key"])
    op.create_index(
        "uq_requests_open",
        "requests",
        ["match_id", "kind"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )


def make_timers() -> None:
    """What is due later: so far, challenges that run out."""
    op.create_table(
        "timers",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject_id", name="pk_timers"),
    )
    op.create_index("ix_timers_due_at", "timers", ["due_at"])
    op.execute(
        "INSERT INTO timers (kind, subject_id, due_at)"
        " SELECT 'challenge_expiry', id, expires_at FROM challenges WHERE state = 'open'"
    )


def make_outbox() -> None:
    """What is still to be told: cards too, and with nonces that say nothing."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.drop_index("ix_outbox_state", table_name="outbox")
    op.rename_table("outbox", "outbox_before")
    if not is_sqlite:  # there, the names of constraints belong to the whole schema
        op.execute("ALTER TABLE outbox_before RENAME CONSTRAINT pk_outbox TO pk_outbox_before")
    op.create_table(
        "outbox",
        sa.Column("id", BIG, nullable=False),
        sa.Column("destination", sa.String(KEY_LENGTH), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("key", sa.String(KEY_LENGTH), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text()),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("begun", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("next_attempt_at", MOMENT, nullable=False),
        sa.Column("claimed_by", sa.String(KEY_LENGTH)),
        sa.Column("claimed_until", MOMENT),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("error", sa.Text()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("done_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
    )
    nonce = "lower(hex(randomblob(12)))" if is_sqlite else "substr(md5(random()::text), 1, 24)"
    op.execute(
        "INSERT INTO outbox (destination, kind, key, subject_id, version, nonce, done, begun,"
        " attempts, next_attempt_at, channel_id, message_id, error, created_at, done_at)"
        " SELECT 'match:' || match_id, 'board', 'board:' || match_id || ':' || ply,"
        f" match_id, ply, {nonce},"
        " state IN ('posted', 'done'), CASE state WHEN 'posting' THEN 1 ELSE 0 END, attempts,"
        " next_attempt_at, channel_id, message_id, error, created_at, done_at"
        " FROM outbox_before ORDER BY id"
    )
    op.drop_table("outbox_before")
    op.create_index(
        "ix_outbox_undone",
        "outbox",
        ["destination", "id"],
        sqlite_where=sa.text("done = 0"),
        postgresql_where=sa.text("NOT done"),
    )
    op.create_index("ix_outbox_message_id", "outbox", ["message_id"])
    op.create_index("ix_outbox_subject_id", "outbox", ["kind", "subject_id", "version"])
