"""One scheduler for everything that is due later.

A timer is a row. What it does is done in the transaction that takes the row away, so it happens
once, also when the process dies, and when several processes look at the same time.

A timer that fails, whatever the error, is put aside: it alone is tried later, and the pause doubles
with each failure.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import structlog
from sqlalchemy import Connection, bindparam, delete, func, select, true, update

from bot.core.faults import FIRST_PAUSE, LONGEST_PAUSE, fault_of, pause_after, told
from bot.core.matches import Now
from bot.core.waking import Wakeup
from data.database import Database
from data.notices import give
from data.statements import all_of, put_all, selecting
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
    """Let all of this kind be due now that would be due later, except what was put aside."""
    later = update(timers).filter_by(kind=kind, failures=0).where(timers.c.due_at > now)
    connection.execute(later.values(due_at=now))


def give_back(connection: Connection, lease: Timer, now: datetime) -> None:
    """Let what was put off by this lease be due now; a later one is somebody else's."""
    leased = update(timers).filter_by(kind=lease.kind, subject_id=lease.subject_id)
    still = timers.c.due_at.between(now, lease.due_at)
    connection.execute(leased.where(still).values(due_at=now))


def put_aside(
    connection: Connection,
    kind: TimerKind,
    subject_id: int,
    now: datetime,
    error: BaseException,
    first: timedelta = FIRST_PAUSE,
) -> None:
    """Let a failed timer wait ``first``, and twice as long each time; not a cancelled one."""
    its = {"kind": kind, "subject_id": subject_id}
    before = connection.scalar(select(timers.c.failures).filter_by(**its))
    if before is None:
        return
    failed, failures = told(error), before + 1
    logger.error("timer put aside", **its, failures=failures, error=failed, exc_info=error)
    until = now + pause_after(failures, first)
    waits = update(timers).filter_by(**its)
    connection.execute(waits.values(due_at=until, failures=failures, error=failed))


def due(
    connection: Connection,
    now: datetime,
    most: int,
    kinds: Collection[TimerKind] = tuple(TimerKind),
    lease: timedelta | None = None,
    subject_id: int | None = None,
) -> tuple[Timer, ...]:
    """Up to ``most`` timers of these kinds that have run out, the first one first.

    With a ``subject_id`` only those of this subject. Others are not given them until the
    transaction ends. Where nothing is put off for longer than a ``lease``, what is due later than
    that was noted by a clock that was wrong, and is due too.
    """
    is_due = timers.c.due_at <= now
    if lease is not None:
        is_due |= (timers.c.due_at > now + lease) & (timers.c.failures == 0)
        is_due |= timers.c.due_at > now + LONGEST_PAUSE
    theirs = true() if subject_id is None else timers.c.subject_id == subject_id
    found = (
        selecting(timers, Timer)
        .where(is_due, timers.c.kind.in_(kinds), theirs)
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
        while True:  # each change of a timer wakes it, and hardly ever is anything due
            following = await self._database.read(next_due, kinds)
            if following is not None and following <= self._now():
                while await self._do_due(kinds, most) == most:
                    pass
                following = await self._database.write(self._next, kinds)
            await self._news[kinds].sleep_until(following, self._now())

    async def sweep(self) -> int:
        """Do what is due now, a batch of each kind at most; how much that was."""
        return await self._do_due(frozenset(self._actions), BATCH)

    def _next(self, connection: Connection, kinds: frozenset[TimerKind]) -> datetime | None:
        now = self._now()
        held = self._holds(connection, now)
        following = next_due(connection, tuple(kinds - held))
        if not held:
            return following
        return now + WHILE_HELD if following is None else min(following, now + WHILE_HELD)

    async def _do_due(self, kinds: frozenset[TimerKind], most: int) -> int:
        """Do up to ``most`` due timers in one transaction; how many there were."""
        try:
            return await self._database.write(self._sweep, kinds, most)
        except Exception:  # noqa: BLE001 - the same one by one shows whose fault it is
            return await self._one_by_one(kinds, most)

    async def _one_by_one(self, kinds: frozenset[TimerKind], most: int) -> int:
        """Do the same, each in a transaction of its own; put aside those that fail."""
        found = await self._database.write(self._found, kinds, most)
        for timer in found:
            its = (frozenset({timer.kind}), 1, timer.subject_id)
            fault = await fault_of(self._database, partial(self._database.write, self._sweep, *its))
            if fault is not None:
                which = (timer.kind, timer.subject_id)
                await self._database.write(put_aside, *which, self._now(), fault)
        return len(found)

    def _sweep(
        self,
        connection: Connection,
        kinds: frozenset[TimerKind],
        most: int,
        subject_id: int | None = None,
    ) -> int:
        found = self._found(connection, kinds, most, subject_id)
        cancel_all(connection, found)
        now = self._now()
        for timer in found:
            self._actions[timer.kind](connection, timer, now)
        return len(found)

    def _found(
        self,
        connection: Connection,
        kinds: frozenset[TimerKind],
        most: int,
        subject_id: int | None = None,
    ) -> tuple[Timer, ...]:
        """The timers that are due and for which it is the time."""
        now = self._now()
        free = kinds - self._holds(connection, now)
        return due(connection, now, most, tuple(free), subject_id=subject_id)
