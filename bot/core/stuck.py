"""Timers and messages that were put aside: listing, retrying and dropping them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.core import outbox, timers
from data.database import notify
from data.states import MessageKind, TimerKind
from data.tables import outbox as outbox_table
from data.tables import timers as timers_table

MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Stuck:
    """A timer or message that was put aside after ``failures``, to be retried ``again_at``.

    ``is_known`` is False for kinds of another version, which are never tried.
    """

    name: str
    kind: str
    failures: int
    again_at: datetime
    error: str | None
    is_known: bool


_TIMER_KIND: sa.ColumnElement[Any] = sa.type_coerce(timers_table.c.kind, sa.String)
_MESSAGE_KIND: sa.ColumnElement[Any] = sa.type_coerce(outbox_table.c.kind, sa.String)


def _stuck_timer() -> sa.ColumnElement[bool]:
    return (timers_table.c.failures > 0) | _TIMER_KIND.not_in(TimerKind.known)


def _stuck_message() -> sa.ColumnElement[bool]:
    unknown = _MESSAGE_KIND.not_in(MessageKind.known)
    return ~outbox_table.c.done & ((outbox_table.c.faults > 0) | unknown)


def all_stuck(connection: sa.Connection) -> tuple[Stuck, ...]:
    """All stuck timers, then all stuck messages, by number of failures."""
    timer, row = timers_table.c, outbox_table.c
    of_timers = sa.select(_TIMER_KIND, timer.subject_id, timer.failures, timer.due_at, timer.error)
    first = of_timers.where(_stuck_timer()).order_by(timer.failures.desc(), timer.due_at)
    stuck = [
        Stuck(f"{kind}/{subject}", kind, failures, again_at, error, kind in TimerKind.known)
        for kind, subject, failures, again_at, error in connection.execute(first)
    ]
    of_rows = sa.select(row.id, _MESSAGE_KIND, row.faults, row.next_attempt_at, row.error)
    then = of_rows.where(_stuck_message()).order_by(row.faults.desc(), row.id)
    stuck += [
        Stuck(f"{MESSAGE}/{number}", kind, failures, again_at, error, kind in MessageKind.known)
        for number, kind, failures, again_at, error in connection.execute(then)
    ]
    return tuple(stuck)


def counts(connection: sa.Connection) -> tuple[int, int]:
    """The number of stuck timers, and of stuck messages."""
    of_timers = sa.select(sa.func.count()).select_from(timers_table).where(_stuck_timer())
    of_rows = sa.select(sa.func.count()).select_from(outbox_table).where(_stuck_message())
    return connection.scalar(of_timers) or 0, connection.scalar(of_rows) or 0


def retry(connection: sa.Connection, names: Collection[str], now: datetime) -> None:
    """Make these due now. The retry delay after another failure is longer."""
    again = sa.update(timers_table).values(due_at=now)
    for name in names:
        kind, number = _parse(name)
        if kind == MESSAGE:
            row = sa.update(outbox_table).filter_by(id=number, done=False)
            connection.execute(row.values(next_attempt_at=now))
        else:
            connection.execute(
                again.where(_TIMER_KIND.in_([kind]), timers_table.c.subject_id == number)
            )
    notify(connection, timers.SUBJECT)
    notify(connection, outbox.SUBJECT)


def drop(connection: sa.Connection, names: Collection[str], now: datetime) -> None:
    """Drop these, except messages that are claimed."""
    row = outbox_table.c
    for name in names:
        kind, number = _parse(name)
        if kind == MESSAGE:
            free = row.claimed_until.is_(None) | (row.claimed_until <= now)
            dropped = sa.update(outbox_table).where(row.id == number, ~row.done, free)
            connection.execute(dropped.values(done=True, done_at=now, error=None))
        else:
            theirs = (_TIMER_KIND.in_([kind]), timers_table.c.subject_id == number)
            connection.execute(sa.delete(timers_table).where(*theirs))
    notify(connection, outbox.SUBJECT)


def _parse(name: str) -> tuple[str, int]:
    kind, _, number = name.rpartition("/")
    return kind, int(number)
