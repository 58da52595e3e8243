"""Matches keep their clocks themselves, and tell whether something may be asked in them.

So a change of a match reads and writes its time with its own row.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "clocks_of_matches"
down_revision = "followed_people"

MOMENT = sa.DateTime(timezone=True)
BATCH = 1000
POSTING = timedelta(minutes=1)
"""So long after a turn has begun its time runs, if its board is not posted before."""

MATCHES = sa.table("matches", sa.column("id"), sa.column("clocks"))
TIMERS = sa.table("timers", sa.column("kind"), sa.column("subject_id"), sa.column("due_at", MOMENT))
SEATS = sa.table("seats", sa.column("match_id"), sa.column("seat"))
SEAT_CLOCKS = sa.table(
    "seat_clocks",
    sa.column("match_id"),
    sa.column("seat"),
    sa.column("balance"),
    sa.column("turn_ply"),
    sa.column("runs_from", MOMENT),
    sa.column("head_start"),
    sa.column("posted", sa.Boolean()),
    sa.column("pauses", sa.JSON()),
    sa.column("credited", sa.JSON()),
    sa.column("timed_out_at", MOMENT),
)
PARTS = (
    "balance",
    "turn_ply",
    "runs_from",
    "head_start",
    "posted",
    "pauses",
    "credited",
    "timed_out_at",
)


def upgrade() -> None:
    """Carry the clocks over, and look at turns whose board is not posted when they may be over."""
    op.add_column("matches", sa.Column("clocks", sa.Text()))
    op.add_column(
        "matches", sa.Column("asked", sa.Boolean(), nullable=False, server_default=sa.text("false"))
    )
    op.execute(
        "UPDATE matches SET asked = true WHERE EXISTS (SELECT 1 FROM requests"
        " WHERE requests.match_id = matches.id AND requests.state = 'open')"
    )
    connection = op.get_bind()
    putting = (
        sa.update(MATCHES)
        .where(MATCHES.c.id == sa.bindparam("match_id"))
        .values(clocks=sa.bindparam("text"))
    )
    rows = list(_clocks(connection))
    for first in range(0, len(rows), BATCH):
        connection.execute(putting, rows[first : first + BATCH])
    _bring_forward(connection)
    op.drop_table("seat_clocks")


def _clocks(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """The clocks of each match, as its row keeps them."""
    beside = sa.and_(SEAT_CLOCKS.c.match_id == SEATS.c.match_id, SEAT_CLOCKS.c.seat == SEATS.c.seat)
    found = connection.execute(
        sa.select(SEATS.c.match_id, *(SEAT_CLOCKS.c[name] for name in PARTS))
        .select_from(SEATS.outerjoin(SEAT_CLOCKS, beside))
        .where(SEATS.c.match_id.in_(sa.select(SEAT_CLOCKS.c.match_id)))
        .order_by(SEATS.c.match_id, SEATS.c.seat)
    )
    for match_id, sitting in groupby(found, key=lambda row: row.match_id):
        kept = {"seats": [_clock(row) for row in sitting], "lines": []}
        text = json.dumps(kept, default=_written, separators=(",", ":"))
        yield {"match_id": match_id, "text": text}


def _clock(row: Any) -> dict[str, Any] | None:
    return None if row.balance is None else {name: getattr(row, name) for name in PARTS}


def _written(moment: datetime) -> str:
    known = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return known.isoformat()


def _bring_forward(connection: sa.Connection) -> None:
    """Let timers be due when they would be were the board posted at once."""
    unseen = sa.select(SEAT_CLOCKS.c.match_id).where(
        SEAT_CLOCKS.c.turn_ply.is_not(None), SEAT_CLOCKS.c.posted.is_(False)
    )
    found = connection.execute(
        sa.select(TIMERS).where(
            TIMERS.c.kind.in_(("deadline", "reminder")), TIMERS.c.subject_id.in_(unseen)
        )
    ).all()
    for kind, subject_id, due_at in found:
        connection.execute(
            sa.update(TIMERS)
            .where(TIMERS.c.kind == kind, TIMERS.c.subject_id == subject_id)
            .values(due_at=due_at - POSTING)
        )
