"""The schema of the first release, which a new database gets whole from ``data/tables.py``.

Every later step follows on this one.
"""

revision = "tournaments"
down_revision = None


def upgrade() -> None:
    """Nothing: no database comes from before."""
