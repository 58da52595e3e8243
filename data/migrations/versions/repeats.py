"""Series repeat weekly or monthly: every two weeks, and so many days after the end, are no more."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "repeats"
down_revision = "put_aside"

DAYS = {"two_weeks": 14}
MOST_FOR_WEEKLY = 14
TOURNAMENTS = sa.table("tournaments", sa.column("id"), sa.column("rules", sa.JSON))


def upgrade() -> None:
    """Let what repeated after up to 14 days repeat weekly, and what took longer monthly."""
    connection, row = op.get_bind(), TOURNAMENTS.c
    for tournament in connection.execute(sa.select(TOURNAMENTS)).all():
        changed = sa.update(TOURNAMENTS).where(row.id == tournament.id)
        connection.execute(changed.values(rules=_repeating(tournament.rules)))


def _repeating(rules: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in rules.items() if name != "rest_days"}
    days = DAYS.get(rules["repeat"], rules.get("rest_days"))
    if days:
        kept["repeat"] = "weekly" if days <= MOST_FOR_WEEKLY else "monthly"
    return kept
