"""Rows of the outbox say in which server they are shown, so that its shard's process takes them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "outbox_servers"
down_revision = "ladders"

FILL = """
UPDATE outbox SET server_id = {found} WHERE NOT done AND {which}
"""
OF_CHALLENGES = "(SELECT server_id FROM challenges WHERE challenges.id = outbox.subject_id)"
OF_MATCHES = (
    "(SELECT server_id FROM matches"
    " WHERE matches.id = CAST(substr(outbox.destination, 7) AS BIGINT))"
)

OF_LADDERS = (
    "(SELECT server_id FROM ladders WHERE ladders.id ="
    " CAST(substr(outbox.destination, 1 + length(outbox.kind || ':')) AS BIGINT))"
)


def upgrade() -> None:
    """Add the column, and fill it where something is still to be shown."""
    op.add_column("outbox", sa.Column("server_id", sa.BigInteger()))
    op.execute(FILL.format(found=OF_CHALLENGES, which="kind = 'challenge'"))
    op.execute(FILL.format(found=OF_MATCHES, which="destination LIKE 'match:%'"))
    op.execute(FILL.format(found=OF_LADDERS, which="kind IN ('ladder', 'ladder_news')"))
