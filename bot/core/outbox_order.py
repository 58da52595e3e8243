"""In which order rows of the outbox are told: those of one destination one after the other.

A row that failed by a fault of ours is put aside (``faults`` > 0) and lets later rows pass. Two
things stay in order all the same: one card is never posted twice, and boards never go back.
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
"""Kinds of which each row of a subject is a message of its own; of others it is the same card."""


@cache
def is_first(now: sa.BindParameter[datetime] | None = None) -> sa.ColumnElement[bool]:
    """Whether a row may be told before all others of its destination that are left.

    It waits for an earlier one, unless that is put aside, or waits behind such a one itself; for an
    earlier one of the same card in any case; and, if ``now`` is known, for what is claimed.
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
    """Whether a later message of the same kind and subject as that of row ``number`` was posted."""
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
