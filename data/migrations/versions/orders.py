"""What the operator orders about people and servers, and since when the bot has left a server."""

import sqlalchemy as sa
from alembic import op

revision = "orders"
down_revision = "daily"

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the table and the column."""
    op.create_table(
        "operator_orders",
        sa.Column("subject_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("created_at", INSTANT, nullable=False),
    )
    op.add_column("servers", sa.Column("left_at", INSTANT))
