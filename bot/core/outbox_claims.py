"""Claims of rows of the outbox: which may be posted next, and the outcome of each.

Rows of one destination are posted one after the other. A row that failed by a fault of the bot is
put aside (``faults`` > 0), and later rows overtake it. Still, one card is never posted twice, and
an older board never follows a newer one.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.core.absences import is_absent
from bot.core.faults import LONGEST_DELAY as LONGEST_ASIDE
from bot.core.outbox import BOARDS, SUBJECT, Due
from data.database import notify
from data.ids import ChannelId, MessageId
from data.shards import ALL, Shards
from data.statements import columns_of
from data.states import MessageKind
from data.tables import outbox

LEASE = timedelta(minutes=5)
"""How long a claim holds."""
LONGEST_DELAY = timedelta(minutes=10)
"""Longest retry delay of a row that is not put aside."""
_NO_CHANNEL = 0
"""Stands for the channel of rows without a known one, such as direct messages."""


_CAN_BE_THERE = outbox.c.channel_id.is_(None) | ~is_absent(outbox.c.server_id, outbox.c.channel_id)
"""Whether the bot can post where a row goes; direct messages are always possible."""


@cache
def _is_known() -> sa.ColumnElement[bool]:
    """Whether this version knows the kind; ``lower`` keeps the database from using an index."""
    return sa.func.lower(outbox.c.kind).in_(MessageKind.known)


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
    separate = [kind for kind in MessageKind.known.values() if kind.separate]
    return same & one.c.kind.not_in(separate)


def is_overtaken(connection: sa.Connection, due: Due) -> bool:
    """Whether a later row of the same kind and subject was posted where this one goes."""
    later = outbox.c
    query = sa.select(later.id).where(
        later.kind.in_(BOARDS if due.kind in BOARDS else (due.kind,)),
        later.subject_id == due.subject_id,
        later.destination == due.destination,
        later.id > due.id,
        later.done,
        later.message_id.is_not(None),
    )
    return connection.execute(query.limit(1)).first() is not None


def claim(
    connection: sa.Connection,
    claimer: str,
    now: datetime,
    discord: datetime,
    most: int,
    shards: Shards = ALL,
    full: Collection[ChannelId | None] = (),
) -> tuple[Due, ...]:
    """Claim up to ``most`` ready rows of these shards for the time of the LEASE.

    The longest waiting come first, those that failed before last. Excluded are rows for a ``full``
    channel (None: rows without a known channel), for places where the bot is absent, and of kinds
    that this version does not know, with all rows after them in their destination. A row that
    would wait longer than LONGEST_DELAY was written by a wrong clock, and is ready.

    Each claim counts in ``begun``; the first one sets ``posted_after`` to ``discord``, the time by
    Discord's clock.
    """
    times = {"now": now, "far": now + LONGEST_DELAY, "until": now + LEASE, "discord": discord}
    times["far_aside"] = now + LONGEST_ASIDE
    shut = [each or _NO_CHANNEL for each in full]
    chosen = {"claimer": claimer, "most": most, "full": shut}
    taken = connection.execute(_claiming(shards), {**chosen, **times})
    return tuple(sorted((Due(**row._mapping) for row in taken), key=lambda due: due.id))


@cache  # building the statement takes longer than running it
def _claiming(shards: Shards) -> sa.Executable:
    """The statement of ``claim``, which returns the columns of ``Due``.

    Its parameters are ``claimer``, ``until`` (end of the claim), ``most``, ``now``, ``discord``,
    ``far`` and ``far_aside`` (later times were written by a wrong clock), and ``full``, the
    channels without room, among which may be _NO_CHANNEL.
    """
    now: sa.BindParameter[datetime] = sa.bindparam("now")
    until: sa.BindParameter[datetime] = sa.bindparam("until")
    discord: sa.BindParameter[datetime] = sa.bindparam("discord", type_=outbox.c.posted_after.type)
    full: sa.BindParameter[int] = sa.bindparam("full", expanding=True)
    claimed_until, next_attempt_at = outbox.c.claimed_until, outbox.c.next_attempt_at
    created_at = outbox.c.created_at
    far, far_aside = (sa.bindparam(each, type_=created_at.type) for each in ("far", "far_aside"))
    too_far = sa.case((outbox.c.faults > 0, far_aside), else_=far)
    since = sa.case((next_attempt_at > created_at, next_attempt_at), else_=created_at)
    ready = (
        sa.select(outbox.c.id)
        .where(
            ~outbox.c.done,
            shards.holds(outbox.c.server_id),
            sa.or_(next_attempt_at <= now, next_attempt_at > too_far),
            sa.or_(claimed_until.is_(None), claimed_until <= now, claimed_until > until),
            sa.func.coalesce(outbox.c.channel_id, _NO_CHANNEL).not_in(full),
            _is_known(),
            is_first(now),
            _CAN_BE_THERE,
        )
        # else a hundred failed rows would delay new ones
        .order_by(outbox.c.attempts > 0, since, outbox.c.id)
        .limit(sa.bindparam("most"))
        .with_for_update(skip_locked=True)
        .cte("ready")  # evaluated once: a subquery may run again and find other rows
    )
    return (
        sa.update(outbox)
        .where(outbox.c.id.in_(sa.select(ready.c.id)))
        .values(
            claimed_by=sa.bindparam("claimer"),
            claimed_until=until,
            begun=outbox.c.begun + 1,
            posted_after=sa.case((outbox.c.begun == 0, discord), else_=outbox.c.posted_after),
        )
        .returning(*columns_of(outbox, Due))
    )


def unclaim(connection: sa.Connection, claimed: Collection[Due]) -> None:
    """Undo the claims of rows that were claimed in this transaction."""
    theirs = outbox.c.id.in_([due.id for due in claimed])
    unclaimed = {"claimed_by": None, "claimed_until": None, "begun": outbox.c.begun - 1}
    connection.execute(sa.update(outbox).where(theirs).values(unclaimed))


def next_attempt(
    connection: sa.Connection, after: datetime | None = None, shards: Shards = ALL
) -> datetime | None:
    """When the next row of these shards becomes ready, later than ``after``; None for never."""
    later = sa.func.coalesce(outbox.c.claimed_until, outbox.c.next_attempt_at)
    query = sa.select(sa.func.min(later, type_=outbox.c.next_attempt_at.type)).where(
        ~outbox.c.done,
        shards.holds(outbox.c.server_id),
        _CAN_BE_THERE,
        _is_known(),
        is_first(),
    )
    if after is not None:
        query = query.where(
            sa.or_(outbox.c.next_attempt_at > after, outbox.c.claimed_until > after)
        )
    return connection.scalar(query)


def finish(
    connection: sa.Connection,
    due: Due,
    now: datetime,
    shown: tuple[ChannelId, MessageId] | None = None,
) -> bool:
    """Mark the row as done, with its message.

    False, changing nothing, if the claim is over: the row is done, or claimed by another process,
    which will find the message.
    """
    channel_id, message_id = shown or (None, None)
    values = {"done": True, "done_at": now, "channel_id": channel_id, "message_id": message_id}
    erased = {"words": None} if due.kind.passing else {}
    return _end_claim(connection, due, **values, **erased, error=None, faults=0)


def give_up(connection: sa.Connection, due: Due, now: datetime, error: str) -> bool:
    """End a row that Discord refused for good; False, changing nothing, if the claim is over."""
    begun = due.begun if due.uncertain else 0
    return _end_claim(connection, due, done=True, done_at=now, error=error, begun=begun)


def postpone(
    connection: sa.Connection,
    due: Due,
    until: datetime,
    error: str,
    *,
    uncertain: bool,
    faults: int,
) -> None:
    """Retry at ``until``; ``error`` is the reason, for operators.

    ``uncertain``: the message may have been posted. A row with ``faults`` is put aside: it failed
    so often in a row by a fault of the bot. Changes nothing if the claim is over.
    """
    values = {"next_attempt_at": until, "attempts": due.attempts + 1, "error": error}
    _end_claim(connection, due, **values, faults=faults, begun=due.begun if uncertain else 0)


def _end_claim(connection: sa.Connection, due: Due, **values: Any) -> bool:
    """Write the outcome of a row and end its claim; False if the claim is over."""
    claimed = (outbox.c.id == due.id, outbox.c.claimed_until == due.claimed_until)
    ended = sa.update(outbox).where(*claimed).values(**values, claimed_by=None, claimed_until=None)
    notify(connection, SUBJECT)
    return connection.execute(ended).rowcount == 1


def release_lost(connection: sa.Connection, claimer: str, held: Collection[int]) -> None:
    """Release the claims of ``claimer``, except those of the rows ``held``."""
    lost = (~outbox.c.done, outbox.c.claimed_by == claimer, outbox.c.id.not_in(held))
    connection.execute(sa.update(outbox).where(*lost).values(claimed_by=None, claimed_until=None))


def release_all(connection: sa.Connection, now: datetime, shards: Shards = ALL) -> None:
    """Release every claim in these shards, and let no row wait longer than LONGEST_DELAY.

    Only if no other process works on them: the claims are those of a dead process, and longer
    delays were written by a wrong clock.
    """
    theirs = shards.holds(outbox.c.server_id)
    connection.execute(
        sa.update(outbox)
        .where(~outbox.c.done, theirs, outbox.c.claimed_until.is_not(None))
        .values(claimed_by=None, claimed_until=None)
    )
    limits = ((outbox.c.faults == 0, LONGEST_DELAY), (outbox.c.faults > 0, LONGEST_ASIDE))
    for rows, most in limits:
        too_long = (~outbox.c.done, theirs, rows, outbox.c.next_attempt_at > now + most)
        connection.execute(sa.update(outbox).where(*too_long).values(next_attempt_at=now))
