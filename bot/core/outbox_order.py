"""The order of the outbox: rows of one destination are posted one after the other.

A row that failed by a fault of the bot is put aside (``faults`` > 0), and later rows overtake it.
Still, one card is never posted twice, and an older board never follows a newer one.
"""

from datetime import datetime
from functools import cache

import sqlalchemy as sa

from data.states import MessageKind
from data.tables import outbox

SEPARATE = (
    MessageKind.BOARD,
    MessageKind.DIGEST,
    MessageKind.FOLLOWED,
    MessageKind.SHARE,
    MessageKind.TOURNAMENT_LINE,
)
"""Kinds of which each row is a message of its own; others have one message for a subject."""


@cache
def is_first(now: sa.BindParameter[datetime] | None = None) -> sa.ColumnElement[bool]:
    """Whether a row may be posted next among those of its destination.

    It waits for earlier rows, except those put aside and those that wait behind one put aside. It
    always waits for earlier rows of the same card and, if ``now`` is given, for claimed rows.
    """
    earlier, aside, other = (outbox.alias(name) for name in ("earlier", "aside", "other"))
    waits_itself = sa.exists().where(
        *_comes_before(aside, earlier), aside.c.faults > 0, _is_same_card(aside, earlier)
    )
    holds_up = [(earlier.c.faults == 0) & ~waits_itself, _is_same_card(earlier, outbox)]
    if now is None:
        return ~sa.exists().where(*_comes_before(earlier, outbox), sa.or_(*holds_up))
    holds_up.append(earlier.c.claimed_until > now)
    first = ~sa.exists().where(*_comes_before(earlier, outbox), sa.or_(*holds_up))
    passed = sa.exists().where(*_comes_before(outbox, other), other.c.claimed_until > now)
    return first & ((outbox.c.faults == 0) | ~passed)


def _comes_before(one: sa.FromClause, other: sa.FromClause) -> tuple[sa.ColumnElement[bool], ...]:
    left = (~done for done in {one.c.done, other.c.done} - {outbox.c.done})
    return one.c.destination == other.c.destination, *left, one.c.id < other.c.id


def _is_same_card(one: sa.FromClause, other: sa.FromClause) -> sa.ColumnElement[bool]:
    same = (one.c.kind == other.c.kind) & (one.c.subject_id == other.c.subject_id)
    return same & one.c.kind.not_in(SEPARATE)


def is_overtaken(connection: sa.Connection, number: int) -> bool:
    """Whether a later row of the same kind and subject as row ``number`` was posted."""
    row, later = outbox.alias("row"), outbox.alias("later")
    query = sa.select(later.c.id).where(
        row.c.id == number,
        later.c.kind == row.c.kind,
        later.c.subject_id == row.c.subject_id,
        later.c.id > number,
        later.c.done,
        later.c.message_id.is_not(None),
    )
    return connection.execute(query.limit(1)).first() is not None
