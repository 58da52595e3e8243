"""One scheduler for everything that is due later.

A timer is a row. What it does is done in the transaction that takes the row away, so it happens
once, also when the process dies, and when several processes look at the same time.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection, bindparam, delete, func, select, update

from bot.services.errors import ServiceError
from bot.services.matches import Now
from bot.services.waking import Wakeup
from data.database import Database
from data.errors import UnreadableError
from data.notices import give
from data.statements import all_of, put_all
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


def set_timer(connection: Connection, kind: TimerKind, subject_id: int, due_at: datetime) -> None:
    """Let this be due, in place of an earlier timer of the kind for the subject."""
    set_all(connection, subject_id, {kind: due_at})


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
        theirs = delete(timers).filter_by(subject_id=subject_id)
        connection.execute(theirs.where(timers.c.kind.in_(none)))


def cancel(connection: Connection, kind: TimerKind, subject_id: int) -> None:
    """Let nothing of this kind be due for the subject any more."""
    set_all(connection, subject_id, {kind: None})


def cancel_all(connection: Connection, gone: Iterable[Timer]) -> None:
    """Let none of these be due any more, in a statement for each kind."""
    subjects: dict[TimerKind, list[int]] = {}
    for timer in gone:
        subjects.setdefault(timer.kind, []).append(timer.subject_id)
    for kind, found in subjects.items():
        these = timers.c.subject_id.in_(found)
        connection.execute(delete(timers).filter_by(kind=kind).where(these))


def bring_forward(connection: Connection, kind: TimerKind, now: datetime) -> None:
    """Let all of this kind be due now that would be due later."""
    later = update(timers).filter_by(kind=kind).where(timers.c.due_at > now)
    connection.execute(later.values(due_at=now))


def give_back(connection: Connection, lease: Timer, now: datetime) -> None:
    """Let what was put off by this lease be due now; a later one is somebody else's."""
    leased = update(timers).filter_by(kind=lease.kind, subject_id=lease.subject_id)
    still = timers.c.due_at.between(now, lease.due_at)
    connection.execute(leased.where(still).values(due_at=now))


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
    found = (
        select(timers)
        .where(is_due, timers.c.kind.in_(kinds))
        .order_by(timers.c.due_at, timers.c.kind, timers.c.subject_id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return all_of(connection, found, Timer)


def overdue(connection: Connection, now: datetime) -> tuple[int, datetime | None]:
    """How many timers have run out, and when the first of them did."""
    found = select(func.count(), func.min(timers.c.due_at)).where(timers.c.due_at <= now)
    count, first = connection.execute(found).one()
    return count, first


def count_due(connection: Connection, kind: TimerKind, now: datetime, most: int) -> int:
    """How many timers of a kind have run out, counted up to ``most``."""
    given = {"kind": kind, "now": now, "most": most}
    return connection.scalar(_COUNTING_DUE, given) or 0


_COUNTING_DUE = select(func.count()).select_from(
    select(timers.c.subject_id)
    .where(timers.c.kind == bindparam("kind"), timers.c.due_at <= bindparam("now"))
    .limit(bindparam("most"))
    .subquery()
)
"""Made once, since every sweep runs it."""


def count(connection: Connection, kind: TimerKind) -> int:
    """How many timers of a kind there are."""
    return connection.scalar(select(func.count()).select_from(timers).filter_by(kind=kind)) or 0


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
    moment: datetime | None = connection.scalar(query)
    return moment


BATCH = 100
AFTER_FAILURE = timedelta(minutes=1)
WHILE_HELD = timedelta(seconds=15)
"""How often is looked whether what is held back may go on."""

TimerAction: TypeAlias = Callable[[Connection, Timer, datetime], None]
"""Does what is due, in a transaction; it looks itself whether that still fits."""

Holds: TypeAlias = Callable[[Connection, datetime], frozenset[TimerKind]]
"""The kinds of timers for which it is not the time, though it may be by the clock."""

logger = structlog.get_logger(__name__)


class Scheduler:
    """Sleeps until the next timer runs out, and does what it is for."""

    def __init__(
        self,
        database: Database,
        actions: Mapping[TimerKind, TimerAction],
        now: Now,
        holds: Holds = lambda _, __: frozenset(),
        patient: Collection[TimerKind] = (),
    ) -> None:
        """What is due of the ``patient`` kinds, which may take long, holds up nothing else.

        Each of it has a transaction of its own.
        """
        self._database = database
        self._actions = actions
        self._patient = frozenset(actions).intersection(patient)
        groups = (frozenset(actions).difference(patient), self._patient)
        self._news = {kinds: Wakeup() for kinds in groups if kinds}
        self._now = now
        self._holds = holds
        for news in self._news.values():
            database.subscribe(SUBJECT, news.set)

    async def run(self) -> None:
        """Do what is due until cancelled; raises StorageError when the database cannot."""
        running = [asyncio.ensure_future(self._run(kinds)) for kinds in self._news]
        try:
            await asyncio.gather(*running)
        finally:
            for each in running:
                each.cancel()

    async def _run(self, kinds: frozenset[TimerKind]) -> None:
        most = 1 if kinds == self._patient else BATCH
        while True:
            while await self._database.write(self._sweep, kinds, most) == most:
                pass
            following = await self._database.write(self._next, kinds)
            await self._news[kinds].sleep_until(following, self._now())

    async def sweep(self) -> int:
        """Do what is due now, a batch of each kind at most; how much that was."""
        return await self._database.write(self._sweep, frozenset(self._actions), BATCH)

    def _next(self, connection: Connection, kinds: frozenset[TimerKind]) -> datetime | None:
        now = self._now()
        held = self._holds(connection, now)
        following = next_due(connection, tuple(kinds - held))
        if not held:
            return following
        return now + WHILE_HELD if following is None else min(following, now + WHILE_HELD)

    def _sweep(self, connection: Connection, kinds: frozenset[TimerKind], most: int) -> int:
        now = self._now()
        found = due(connection, now, most, tuple(kinds - self._holds(connection, now)))
        cancel_all(connection, found)
        try:
            with connection.begin_nested():
                for timer in found:
                    self._actions[timer.kind](connection, timer, now)
        except (ServiceError, UnreadableError):
            # it is told whose fault it is, and all others are done
            for timer in found:
                self._act(connection, timer, now)
        return len(found)

    def _act(self, connection: Connection, timer: Timer, now: datetime) -> None:
        kind, subject_id = timer.kind, timer.subject_id
        try:
            with connection.begin_nested():
                self._actions[kind](connection, timer, now)
        except (ServiceError, UnreadableError) as error:
            # one thing that cannot be done must not keep the others from being done
            logger.error("timer failed", kind=kind, subject=subject_id, error=str(error))
            set_timer(connection, kind, subject_id, now + AFTER_FAILURE)
