"""Taking away rows of the outbox that nobody needs any more."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, exists, or_, select

from data.states import MessageKind
from data.tables import outbox

NUMBERED = (MessageKind.BOARD, MessageKind.SHARE)
"""Of what the newest row of each subject is read again."""


def prune(connection: Connection, before: datetime, most: int) -> int:
    """Remove up to ``most`` rows told before then; how many there were.

    The newest of what is numbered stays.
    """
    newer = outbox.alias("newer")
    is_newest = ~exists().where(
        newer.c.kind == outbox.c.kind,
        newer.c.subject_id == outbox.c.subject_id,
        newer.c.version > outbox.c.version,
    )
    not_needed = or_(outbox.c.kind.not_in(NUMBERED), ~is_newest)
    old = (
        select(outbox.c.id)
        .where(outbox.c.done.is_(True), outbox.c.done_at < before, not_needed)
        .limit(most)
    )
    return connection.execute(delete(outbox).where(outbox.c.id.in_(old))).rowcount
