"""The statement by which whoever works on the outbox takes rows, made once.

It is run all the time, and to make it anew takes longer than to run it.
"""

from datetime import datetime
from functools import cache

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Executable,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
    update,
)

from data.shards import Shards
from data.tables import outbox

NOWHERE = 0
"""The channel of what goes to none that is known beforehand, such as direct messages."""


@cache
def claiming(shards: Shards, columns: tuple[str, ...]) -> Executable:
    """Takes rows of these shards, and gives these columns of each.

    It is given who the ``claimer`` is, ``until`` when, how many at ``most``, what time is ``now``,
    what time ``discord`` has, what is too ``far`` ahead for a row to wait, and which channels are
    ``full``, of which NOWHERE can be one.
    """
    now: BindParameter[datetime] = bindparam("now")
    until: BindParameter[datetime] = bindparam("until")
    claimed_until, next_attempt_at = outbox.c.claimed_until, outbox.c.next_attempt_at
    ready = (
        select(outbox.c.id)
        .where(
            ~outbox.c.done,
            shards.holds(outbox.c.server_id),
            or_(next_attempt_at <= now, next_attempt_at > bindparam("far")),
            or_(claimed_until.is_(None), claimed_until <= now, claimed_until > until),
            func.coalesce(outbox.c.channel_id, NOWHERE).not_in(bindparam("full", expanding=True)),
            is_first(),
        )
        # a hundred that were tried in vain would be in the way of what is new
        .order_by(outbox.c.attempts > 0, next_attempt_at, outbox.c.id)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True)
        .cte("ready")  # found once: a subquery may be run again, and find others
    )
    return (
        update(outbox)
        .where(outbox.c.id.in_(select(ready.c.id)))
        .values(
            claimed_by=bindparam("claimer"),
            claimed_until=until,
            begun=outbox.c.begun + 1,
            posted_after=_posted_after(),
        )
        .returning(*(outbox.c[name] for name in columns))
    )


def _posted_after() -> ColumnElement[datetime]:
    """The time at Discord when whoever takes the row begins with it, kept while that is in doubt.

    What was begun before this was noted has the time at which the row was written.
    """
    discord: BindParameter[datetime] = bindparam("discord", type_=outbox.c.posted_after.type)
    begins = case((outbox.c.begun == 0, discord), else_=outbox.c.posted_after)
    return func.coalesce(begins, outbox.c.created_at)


@cache
def is_first() -> ColumnElement[bool]:
    """Whether no row with the same destination comes before this one."""
    earlier = outbox.alias("earlier")
    return ~exists().where(
        and_(
            earlier.c.destination == outbox.c.destination,
            ~earlier.c.done,
            earlier.c.id < outbox.c.id,
        )
    )
