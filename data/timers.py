"""What is due later: one row for each thing that has to happen at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from data.notices import give
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
    cancel(connection, timer.kind, timer.subject_id)
    connection.execute(
        insert(timers).values(kind=timer.kind, subject_id=timer.subject_id, due_at=timer.due_at)
    )
    give(connection, SUBJECT)


def cancel(connection: Connection, kind: TimerKind, subject_id: int) -> None:
    """Let nothing of this kind be due for the subject any more."""
    connection.execute(
        delete(timers).where(timers.c.kind == kind, timers.c.subject_id == subject_id)
    )


def due(connection: Connection, now: datetime, most: int) -> tuple[Timer, ...]:
    """Up to ``most`` timers that have run out, the first one first; others are not given them.

    They are whoever's asked first, until the transaction ends.
    """
    found = connection.execute(
        select(timers)
        .where(timers.c.due_at <= now)
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


def next_due(connection: Connection) -> datetime | None:
    """When the next timer runs out, or None."""
    moment: datetime | None = connection.execute(select(func.min(timers.c.due_at))).scalar()
    return moment
