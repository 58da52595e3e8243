"""Taking away rows of the outbox that nobody needs any more."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, exists, or_, select

from data.states import MessageKind
from data.tables import outbox

TOLD_ONCE = (
    *(MessageKind.REMINDER, MessageKind.DIGEST, MessageKind.FOLLOWED),
    *(MessageKind.LOOKED_BACK, MessageKind.CHAMPION),
)
"""What is numbered by nothing that came before."""


def prune(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` rows told before then; how many there were.

    The newest of each match, challenge and request stays: by it the next one is numbered, and the
    board that a message shows is found.
    """
    newer = outbox.alias("newer")
    is_newest = ~exists().where(
        newer.c.kind == outbox.c.kind,
        newer.c.subject_id == outbox.c.subject_id,
        newer.c.version > outbox.c.version,
    )
    # what is told once has no newest one
    told_once = or_(outbox.c.words.is_not(None), outbox.c.kind.in_(TOLD_ONCE))
    old = (
        select(outbox.c.id)
        .where(outbox.c.done.is_(True), outbox.c.done_at < before, or_(told_once, ~is_newest))
        .limit(most)
    )
    return connection.execute(delete(outbox).where(outbox.c.id.in_(old))).rowcount
