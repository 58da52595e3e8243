"""Jobs: work that takes longer than a transaction. Each is a timer that is leased meanwhile.

A lease puts the timer off, so that after a crash another process takes it; no job may run longer. A
job that fails is put aside like any timer; one that the database interrupts is taken again as soon
as that answers. So a job may be done twice, and what it writes must be idempotent.
"""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import ClassVar, Generic, TypeVar

import structlog
from sqlalchemy import Connection

from bot.core import timers
from bot.core.faults import FIRST_DELAY, done_or_error, read_in_savepoint
from bot.core.matches import Now
from bot.core.timers import Timer
from bot.core.waking import Wakeup
from data.database import Database
from data.errors import StorageError
from data.states import TimerKind

DATABASE_RETRY_DELAY = timedelta(seconds=1)
MAX_READ = 100
"""The most due timers that are read in one transaction, in search of jobs that can start."""

Subject = TypeVar("Subject")
logger = structlog.get_logger(__name__)


class Jobs(Generic[Subject]):
    """Does the due jobs of one ``kind``, the longest due first: up to ``most`` at once.

    ``lease`` is how long each is leased; ``first_delay`` is the retry delay after the first
    failure, which doubles each time.
    """

    kind: ClassVar[TimerKind]
    lease: ClassVar[timedelta]
    first_delay: ClassVar[timedelta] = FIRST_DELAY
    most: ClassVar[int] = 1

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._news = Wakeup()
        self._leases: dict[int, Timer] = {}
        """Those that this process may hold, of running jobs and of interrupted ones."""
        self._running: dict[int, tuple[asyncio.Task[None], Subject]] = {}
        database.subscribe(timers.SUBJECT, self._news.set)

    def read(self, connection: Connection, timer: Timer) -> Subject | None:
        """The subject of a due timer; None if there is nothing to do, which cancels the timer."""
        raise NotImplementedError

    async def work(self, subject: Subject, failures: int) -> None:
        """Do the job, which has failed so often, and cancel its timer or set it anew."""
        raise NotImplementedError

    def concerns(self, subject: Subject) -> Collection[object]:  # noqa: ARG002 - nothing, usually
        """What no two running jobs may concern."""
        return ()

    async def run(self) -> None:
        """Do jobs until cancelled; those that run go on while the database fails."""
        all_void = not self._database.is_shared
        try:
            while True:
                try:
                    if all_void:  # the leases that an earlier run has left
                        await self._database.write(timers.bring_forward, self.kind, self._now())
                        all_void = False
                    following = await self.start()
                except StorageError as error:
                    logger.error("jobs not readable", kind=self.kind, reason=str(error))
                    following = self._now() + DATABASE_RETRY_DELAY
                await self._news.sleep_until(following, self._now())
        finally:
            await self.stop()

    async def start(self) -> datetime | None:
        """Start the jobs that can start; returns when the next is due. Raises StorageError."""
        lost = [each for each in self._leases.values() if each.subject_id not in self._running]
        subjects = {number: subject for number, (_, subject) in self._running.items()}
        taken, following = await self._database.write(self._take, lost, subjects)
        for lease in lost:
            if self._leases[lease.subject_id] is lease:
                del self._leases[lease.subject_id]
        for lease, subject in taken:
            name = f"{lease.kind} {lease.subject_id}"
            task = asyncio.create_task(self._do(lease, subject), name=name)
            self._running[lease.subject_id] = task, subject
            task.add_done_callback(partial(self._end, lease))
        return following

    async def stop(self) -> None:
        """Cancel the running jobs."""
        running = [task for task, _ in self._running.values()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _take(
        self, connection: Connection, lost: Collection[Timer], running: Mapping[int, Subject]
    ) -> tuple[list[tuple[Timer, Subject]], datetime | None]:
        """End the ``lost`` leases, and lease the jobs that can start beside those ``running``."""
        now, taken = self._now(), list[tuple[Timer, Subject]]()
        for lease in lost:
            timers.end_lease(connection, lease, now)
        busy = {each for subject in running.values() for each in self.concerns(subject)}
        for timer in timers.due(connection, now, MAX_READ, (self.kind,), self.lease):
            if len(running) + len(taken) >= self.most:
                break
            if timer.subject_id in running:
                continue
            subject = read_in_savepoint(connection, partial(self.read, connection, timer))
            if isinstance(subject, Exception):  # it must not block the others
                timers.put_aside(connection, timer, now, subject)
            elif subject is None:
                timers.cancel(connection, self.kind, timer.subject_id)
            elif busy.isdisjoint(self.concerns(subject)):
                busy.update(self.concerns(subject))
                lease = replace(timer, due_at=now + self.lease)
                self._leases[lease.subject_id] = lease  # even if the commit's answer is lost
                timers.set_timer(connection, self.kind, lease.subject_id, lease.due_at)
                taken.append((lease, subject))
        return taken, timers.next_due(connection, (self.kind,), after=now)

    async def _do(self, lease: Timer, subject: Subject) -> None:
        work = partial(self.work, subject, lease.failures)
        fault = await done_or_error(self._database, work)
        if isinstance(fault, Exception):
            await self._database.write(
                timers.put_aside, lease, self._now(), fault, self.first_delay
            )

    def _end(self, lease: Timer, task: asyncio.Task[None]) -> None:
        del self._running[lease.subject_id]
        if not task.cancelled() and task.exception() is None:
            del self._leases[lease.subject_id]
        elif not task.cancelled():
            logger.error("job interrupted", job=task.get_name(), exc_info=task.exception())
        self._news.set()
