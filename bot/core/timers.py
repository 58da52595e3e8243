"""Timers, and the scheduler that runs them.

A timer is a row. Its action runs in the transaction that deletes the row, so it runs once, even if
the process dies or several processes share the database.

A timer that fails is put aside: it alone is retried later, and the delay doubles each time.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import structlog
from sqlalchemy import Connection, Update, bindparam, delete, func, select, true, update

from bot.core import absences
from bot.core.faults import FIRST_DELAY, LONGEST_DELAY, describe_error, done_or_error, retry_delay
from bot.core.matches import Now
from bot.core.waking import Wakeup
from data.database import Database, notify
from data.statements import all_of, put_all, selecting
from data.states import TimerKind
from data.tables import timers

SUBJECT = "timers"
"""The subject of notices about new timers."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer, which has failed so often in a row. A subject has at most one of each kind."""

    kind: TimerKind
    subject_id: int
    due_at: datetime
    failures: int = 0


def set_timer(connection: Connection, kind: TimerKind, subject_id: int, due_at: datetime) -> None:
    """Set the timer, replacing one of the same kind and subject."""
    set_all(connection, subject_id, {kind: due_at})


def set_all(
    connection: Connection, subject_id: int, due: Mapping[TimerKind, datetime | None]
) -> None:
    """Set the timers of a subject; those without a time are cancelled."""
    rows = [
        {"kind": kind, "subject_id": subject_id, "due_at": due_at}
        for kind, due_at in due.items()
        if due_at is not None
    ]
    if rows:
        put_all(connection, timers, rows)
        notify(connection, SUBJECT)
    none = [kind for kind, due_at in due.items() if due_at is None]
    if none:
        theirs = delete(timers).filter_by(subject_id=subject_id)
        connection.execute(theirs.where(timers.c.kind.in_(none)))


def cancel(connection: Connection, kind: TimerKind, subject_id: int) -> None:
    """Delete the timer of this kind and subject, if there is one."""
    set_all(connection, subject_id, {kind: None})


def cancel_all(connection: Connection, gone: Iterable[Timer]) -> None:
    """Delete these timers, with one statement for each kind."""
    subjects: dict[TimerKind, list[int]] = {}
    for timer in gone:
        subjects.setdefault(timer.kind, []).append(timer.subject_id)
    for kind, found in subjects.items():
        these = timers.c.subject_id.in_(found)
        connection.execute(delete(timers).filter_by(kind=kind).where(these))


def bring_forward(connection: Connection, kind: TimerKind, now: datetime) -> None:
    """Make all timers of this kind due now, except those put aside."""
    later = update(timers).filter_by(kind=kind, failures=0).where(timers.c.due_at > now)
    connection.execute(later.values(due_at=now))


def end_lease(connection: Connection, lease: Timer, now: datetime) -> None:
    """Make a leased timer due now, unless it has been leased again since."""
    connection.execute(_still(lease).values(due_at=now))


def put_aside(
    connection: Connection,
    timer: Timer,
    now: datetime,
    error: BaseException,
    first: timedelta = FIRST_DELAY,
) -> None:
    """Put a failed timer aside, for ``first`` and twice as long each time.

    Changes nothing if it has been cancelled or set anew since.
    """
    failed, failures = describe_error(error), timer.failures + 1
    values = {"due_at": now + retry_delay(failures, first), "failures": failures, "error": failed}
    if connection.execute(_still(timer).values(values)).rowcount:
        its = {"kind": timer.kind, "subject_id": timer.subject_id}
        logger.error("timer put aside", **its, failures=failures, error=failed, exc_info=error)


def _still(timer: Timer) -> Update:
    """An update of the timer, unless it has been set anew since."""
    its = {"kind": timer.kind, "subject_id": timer.subject_id, "due_at": timer.due_at}
    return update(timers).filter_by(**its)


def due(
    connection: Connection,
    now: datetime,
    most: int,
    kinds: Collection[TimerKind],
    lease: timedelta | None = None,
    subject_id: int | None = None,
) -> tuple[Timer, ...]:
    """Up to ``most`` due timers of these kinds, or of one subject, earliest first.

    They are locked until the transaction ends; locked ones are skipped. With a ``lease``, timers
    due later than that were written by a wrong clock, and count as due.
    """
    is_due = timers.c.due_at <= now
    if lease is not None:
        is_due |= (timers.c.due_at > now + lease) & (timers.c.failures == 0)
        is_due |= timers.c.due_at > now + LONGEST_DELAY
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
    """How many timers are due, and since when the first is."""
    found = select(func.count(), func.min(timers.c.due_at)).where(timers.c.due_at <= now)
    count, first = connection.execute(found).one()
    return count, first


def count_due(connection: Connection, kind: TimerKind, now: datetime, most: int) -> int:
    """How many timers of a kind are due, counted up to ``most``."""
    given = {"kind": kind, "now": now, "most": most}
    return connection.scalar(_COUNTING_DUE, given) or 0


_COUNTING_DUE = select(func.count()).select_from(
    select(timers.c.subject_id)
    .where(timers.c.kind == bindparam("kind"), timers.c.due_at <= bindparam("now"))
    .limit(bindparam("most"))
    .subquery()
)
"""Built once, since every sweep runs it."""


def next_due(
    connection: Connection,
    kinds: Collection[TimerKind],
    *,
    after: datetime | None = None,
) -> datetime | None:
    """When the next timer of these kinds is due, later than ``after``; None without one."""
    query = select(func.min(timers.c.due_at)).where(timers.c.kind.in_(kinds))
    if after is not None:
        query = query.where(timers.c.due_at > after)
    moment: datetime | None = connection.scalar(query)
    return moment


BATCH = 100
HELD_RECHECK = timedelta(seconds=15)
"""Re-check interval for held timers."""

TimerAction: TypeAlias = Callable[[Connection, Timer, datetime], None]
"""Runs a due timer in a transaction; it must check whether the action is still wanted."""

Held: TypeAlias = Callable[[Connection, datetime], bool]
"""Whether due timers must wait now."""


@dataclass(frozen=True, slots=True)
class TimerRule:
    """What the timers of a kind do, and when they wait although they are due.

    - ``home``: they wait while the bot cannot be there; None if they are about people, or post
      nothing. ``delay``: how long after its return they are due; None if they are not set anew.
    - ``held``: whether all of the kind wait.
    - ``slow``: they delay no others, and run in a transaction each.
    """

    kind: TimerKind
    act: TimerAction
    home: absences.Home | None = None
    delay: timedelta | None = timedelta()
    held: Held | None = None
    slow: bool = False

    def resume(self, connection: Connection, absence: absences.Absence, now: datetime) -> None:
        """Set the timers anew that waited for the end of an absence."""
        home, delay = self.home, self.delay
        if home is None or delay is None:
            return
        if home.channel_id is None and not absence.is_of_server:
            return
        there = absence.holds(home.table.c.server_id, home.channel_id)
        waited = update(timers).filter_by(kind=self.kind).where(timers.c.due_at >= absence.ends_at)
        subjects = timers.c.subject_id.in_(select(home.key).where(there))
        connection.execute(waited.where(subjects).values(due_at=now + delay))
        notify(connection, SUBJECT)


def if_due(kind: TimerKind, held: Held) -> Held:
    """The same, asked only while a timer of the kind is due."""
    return lambda connection, now: count_due(connection, kind, now, 1) > 0 and held(connection, now)


logger = structlog.get_logger(__name__)


class Scheduler:
    """Sleeps until the next timer is due, and runs its action."""

    def __init__(
        self,
        database: Database,
        rules: Iterable[TimerRule],
        now: Now,
    ) -> None:
        self._database = database
        self.rules = {rule.kind: rule for rule in rules}
        self._slow = frozenset(kind for kind, rule in self.rules.items() if rule.slow)
        groups = (frozenset(self.rules) - self._slow, self._slow)
        self._wakeups = {kinds: Wakeup() for kinds in groups if kinds}
        self._now = now
        for news in self._wakeups.values():
            database.subscribe(SUBJECT, news.set)

    async def run(self) -> None:
        """Run due timers until cancelled; raises StorageError when the database fails."""
        running = [asyncio.ensure_future(self._run(kinds)) for kinds in self._wakeups]
        try:
            await asyncio.gather(*running)
        finally:
            for each in running:
                each.cancel()

    async def _run(self, kinds: frozenset[TimerKind]) -> None:
        most = 1 if kinds == self._slow else BATCH
        while True:  # every new timer wakes it, and hardly ever is one due
            following = await self._database.read(next_due, kinds)
            if following is not None and following <= self._now():
                while await self._do_due(kinds, most) == most:
                    pass
                following = await self._database.write(self._next, kinds)
            await self._wakeups[kinds].sleep_until(following, self._now())

    async def sweep(self) -> int:
        """Run up to a batch of due timers; returns how many there were."""
        return await self._do_due(frozenset(self.rules), BATCH)

    def _next(self, connection: Connection, kinds: frozenset[TimerKind]) -> datetime | None:
        now = self._now()
        held = self._held(connection, kinds, now)
        following = next_due(connection, tuple(kinds - held))
        if not held:
            return following
        return now + HELD_RECHECK if following is None else min(following, now + HELD_RECHECK)

    async def _do_due(self, kinds: frozenset[TimerKind], most: int) -> int:
        """Run up to ``most`` due timers in one transaction; returns how many there were."""
        try:
            return await self._database.write(self._sweep, kinds, most)
        except Exception:  # noqa: BLE001 - one by one shows which timer fails
            return await self._one_by_one(kinds, most)

    async def _one_by_one(self, kinds: frozenset[TimerKind], most: int) -> int:
        """Run them in a transaction each; put aside those that fail."""
        found = await self._database.write(self._lock_due, kinds, most)
        for timer in found:
            its = (frozenset({timer.kind}), 1, timer.subject_id)
            fault = await done_or_error(
                self._database, partial(self._database.write, self._sweep, *its)
            )
            if isinstance(fault, Exception):
                await self._database.write(put_aside, timer, self._now(), fault)
        return len(found)

    def _sweep(
        self,
        connection: Connection,
        kinds: frozenset[TimerKind],
        most: int,
        subject_id: int | None = None,
    ) -> int:
        found = self._lock_due(connection, kinds, most, subject_id)
        cancel_all(connection, found)
        now = self._now()
        for timer in found:
            self._act(connection, timer, now)
        return len(found)

    def _act(self, connection: Connection, timer: Timer, now: datetime) -> None:
        rule, away = self.rules[timer.kind], None
        if rule.home is not None:
            away = absences.of_row(connection, rule.home, timer.subject_id)
        if away is None:
            rule.act(connection, timer, now)
        else:
            set_timer(connection, timer.kind, timer.subject_id, away.waits_until(now))

    def _held(
        self, connection: Connection, kinds: Iterable[TimerKind], now: datetime
    ) -> frozenset[TimerKind]:
        """Those of the kinds that must wait."""
        rules = (self.rules[kind] for kind in kinds)
        return frozenset(
            rule.kind for rule in rules if rule.held is not None and rule.held(connection, now)
        )

    def _lock_due(
        self,
        connection: Connection,
        kinds: frozenset[TimerKind],
        most: int,
        subject_id: int | None = None,
    ) -> tuple[Timer, ...]:
        """The due timers that are not held, locked."""
        now = self._now()
        free = kinds - self._held(connection, kinds, now)
        return due(connection, now, most, tuple(free), subject_id=subject_id)
