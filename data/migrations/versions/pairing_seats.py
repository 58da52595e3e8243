"""Pairings are stored once; a round is checked before it is stored."""

from alembic import op

revision = "pairing_seats"
down_revision = "repeats"


def upgrade() -> None:
    """Drop the second copy of the pairings, which was there for its constraints."""
    op.drop_table("pairing_seats")
