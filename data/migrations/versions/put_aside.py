"""What 2.0.0 stores besides: what failed and waits, where the bot cannot be, who was greeted."""

import time

import sqlalchemy as sa
from alembic import op

revision = "put_aside"
down_revision = "tournaments"


def upgrade() -> None:
    """Add what a database of 1.0.0 lacks, and drop what nobody reads any more."""
    none = sa.text("0")
    op.add_column("timers", sa.Column("failures", sa.Integer, nullable=False, server_default=none))
    op.add_column("timers", sa.Column("error", sa.Text))
    op.add_column("outbox", sa.Column("faults", sa.Integer, nullable=False, server_default=none))
    op.add_column("practices", sa.Column("given", sa.Integer, nullable=False, server_default=none))
    op.add_column("practices", sa.Column("seat", sa.SmallInteger))
    op.create_index("ix_challenges_server_id", "challenges", ["server_id", "state"])
    op.drop_table("ladder_snapshots")
    # every ladder is looked at, so that the clocks of those that are frozen stand still
    op.execute(
        "INSERT INTO timers (kind, subject_id, due_at) "
        "SELECT 'ladder', id, created_at FROM ladders WHERE closed = false AND NOT EXISTS "
        "(SELECT 1 FROM timers WHERE kind = 'ladder' AND subject_id = ladders.id)"
    )
    _order_leaderboards_by_their_numbers()
    _add_absences()
    # servers are greeted that the bot joins from now on, and no others
    op.add_column("servers", sa.Column("greeted_at", sa.DateTime(timezone=True)))
    op.execute(f"INSERT INTO counters (name, number) VALUES ('greeted_before', {int(time.time())})")


def _order_leaderboards_by_their_numbers() -> None:
    """Let the height of a rating be the number shown; no counts of heights are kept any more.

    Deleted people, some of whom got ratings when a match ended without them, have none.
    """
    op.execute("DELETE FROM ratings WHERE player_id < 0")
    op.execute(
        "UPDATE ratings SET height = CAST(ROUND(1500 + 29.5 * (mu - 25)) AS BIGINT) "
        "+ CASE WHEN sigma > 4.5 THEN 0 ELSE 100000 END"
    )
    op.drop_table("rating_counts")


def _add_absences() -> None:
    """Where the bot cannot be for now."""
    op.create_table(
        "absences",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("server_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("permission", sa.String(32)),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("credited_to", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    op.create_index("ix_absences_server_id", "absences", ["server_id", "done"])
    current = sa.text("ended IS NULL")
    op.create_index(
        "uq_absences_current",
        "absences",
        ["server_id", "channel_id"],
        unique=True,
        sqlite_where=current,
        postgresql_where=current,
    )
