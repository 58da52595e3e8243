"""What is due later: one row for each thing that has to happen at a time."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, select, update

from data.notices import give
from data.statements import put_all
from data.states import TimerKind
from data.tables import timers

SUBJECT = "timers"
"""Of what the subscribers are told when a timer was set."""


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that is due. A subject has one timer of a kind at most."""

    kind: TimerKind
    subject_id: int
    due_at: datetime


def set_timer(connection: Connection, timer: Timer) -> None:
    """Let this be due, in place of an earlier timer of the kind for the subject."""
    set_all(connection, timer.subject_id, {timer.kind: timer.due_at})


def set_all(
    connection: Connection, subject_id: int, due: Mapping[TimerKind, datetime | None]
) -> None:
    """Let all these be due for the subject; those without a time not any more."""
    rows = [
        {"kind": kind, "subject_id": subject_id, "due_at": due_at}
        for kind, due_at in due.items()
        if due_at is not None
    ]
    if rows:
        put_all(connection, timers, rows)
        give(connection, SUBJECT)
    none = [kind for kind, due_at in due.items() if due_at is None]
    if none:
        connection.execute(
            delete(timers).where(timers.c.kind.in_(none), timers.c.subject_id == subject_id)
        )


def cancel(connection: Connection, kind: TimerKind, subject_id: int) -> None:
    """Let nothing of this kind be due for the subject any more."""
    connection.execute(
        delete(timers).where(timers.c.kind == kind, timers.c.subject_id == subject_id)
    )


def cancel_all(connection: Connection, gone: Iterable[Timer]) -> None:
    """Let none of these be due any more, in a statement for each kind."""
    subjects: dict[TimerKind, list[int]] = {}
    for timer in gone:
        subjects.setdefault(timer.kind, []).append(timer.subject_id)
    for kind, found in subjects.items():
        connection.execute(
            delete(timers).where(timers.c.kind == kind, timers.c.subject_id.in_(found))
        )


def bring_forward(connection: Connection, kind: TimerKind, now: datetime) -> None:
    """Let all of this kind be due now that would be due later."""
    connection.execute(
        update(timers).where(timers.c.kind == kind, timers.c.due_at > now).values(due_at=now)
    )


def give_back(connection: Connection, lease: Timer, now: datetime) -> None:
    """Let what was put off by this lease be due now; a later one is somebody else's."""
    connection.execute(
        update(timers)
        .where(timers.c.kind == lease.kind, timers.c.subject_id == lease.subject_id)
        .where(timers.c.due_at.between(now, lease.due_at))
        .values(due_at=now)
    )


def due(
    connection: Connection,
    now: datetime,
    most: int,
    kinds: Collection[TimerKind] = tuple(TimerKind),
    lease: timedelta | None = None,
) -> tuple[Timer, ...]:
    """Up to ``most`` timers of these kinds that have run out, the first one first.

    Others are not given them until the transaction ends. Where nothing is put off for longer than
    a ``lease``, what is due later than that was noted by a clock that was wrong, and is due too.
    """
    is_due = timers.c.due_at <= now
    if lease is not None:
        is_due |= timers.c.due_at > now + lease
    found = connection.execute(
        select(timers)
        .where(is_due, timers.c.kind.in_(kinds))
        .order_by(timers.c.due_at, timers.c.kind, timers.c.subject_id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return tuple(Timer(**row._mapping) for row in found)


def overdue(connection: Connection, now: datetime) -> tuple[int, datetime | None]:
    """How many timers have run out, and when the first of them did."""
    found = connection.execute(
        select(func.count(), func.min(timers.c.due_at)).where(timers.c.due_at <= now)
    ).one()
    return found[0], found[1]


def count_due(connection: Connection, kind: TimerKind, now: datetime, most: int) -> int:
    """How many timers of a kind have run out, counted up to ``most``."""
    given = {"kind": kind, "now": now, "most": most}
    return int(connection.execute(_COUNTING_DUE, given).scalar_one())


_COUNTING_DUE = select(func.count()).select_from(
    select(timers.c.subject_id)
    .where(timers.c.kind == bindparam("kind"), timers.c.due_at <= bindparam("now"))
    .limit(bindparam("most"))
    .subquery()
)
"""Made once, since every sweep runs it."""


def count(connection: Connection, kind: TimerKind) -> int:
    """How many timers of a kind there are."""
    found = select(func.count()).select_from(timers).where(timers.c.kind == kind)
    return int(connection.execute(found).scalar_one())


def next_due(
    connection: Connection,
    kinds: Collection[TimerKind] = tuple(TimerKind),
    *,
    after: datetime | None = None,
) -> datetime | None:
    """When the next timer of these kinds runs out, later than ``after``; None if none does."""
    query = select(func.min(timers.c.due_at)).where(timers.c.kind.in_(kinds))
    if after is not None:
        query = query.where(timers.c.due_at > after)
    moment: datetime | None = connection.execute(query).scalar()
    return moment
