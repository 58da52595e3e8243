"""One scheduler for everything that is due later.

A timer is a row. What it does is done in the transaction that takes the row away, so it happens
once, also when the process dies, and when several processes look at the same time.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

from bot.services.errors import ServiceError
from bot.services.matches import Now
from bot.services.timers import storage
from bot.services.timers.storage import Timer
from bot.services.waking import Wakeup
from data.database import Database
from data.errors import UnreadableError
from data.states import TimerKind

BATCH = 100
AFTER_FAILURE = timedelta(minutes=1)
WHILE_HELD = timedelta(seconds=15)
"""How often is looked whether what is held back may go on."""

Due: TypeAlias = Callable[[Connection, Timer], None]
"""Does what is due, in a transaction; it looks itself whether that still fits."""

Holds: TypeAlias = Callable[[Connection, datetime], frozenset[TimerKind]]
"""The kinds of timers for which it is not the time, though it may be by the clock."""

logger = structlog.get_logger(__name__)


class Scheduler:
    """Sleeps until the next timer runs out, and does what it is for."""

    def __init__(
        self,
        database: Database,
        actions: Mapping[TimerKind, Due],
        now: Now,
        holds: Holds = lambda _, __: frozenset(),
    ) -> None:
        self._database = database
        self._actions = actions
        self._kinds = tuple(actions)
        self._now = now
        self._holds = holds
        self._news = Wakeup()
        database.subscribe(storage.SUBJECT, self._news.set)

    async def run(self) -> None:
        """Do what is due until cancelled; raises StorageError when the database cannot."""
        while True:
            while await self.sweep() == BATCH:
                pass
            following = await self._database.write(self._next)
            await self._news.sleep_until(following, self._now())

    async def sweep(self) -> int:
        """Do what is due now, a batch at most; how much that was."""
        return await self._database.write(self._sweep)

    def _next(self, connection: Connection) -> datetime | None:
        """When there may be something to do."""
        now = self._now()
        held = self._holds(connection, now)
        following = storage.next_due(connection, self._kinds_but(held))
        if not held:
            return following
        return now + WHILE_HELD if following is None else min(following, now + WHILE_HELD)

    def _kinds_but(self, held: frozenset[TimerKind]) -> tuple[TimerKind, ...]:
        return tuple(kind for kind in self._kinds if kind not in held)

    def _sweep(self, connection: Connection) -> int:
        now = self._now()
        due = storage.due(connection, now, BATCH, self._kinds_but(self._holds(connection, now)))
        storage.cancel_all(connection, due)
        try:
            with connection.begin_nested():
                for timer in due:
                    self._actions[timer.kind](connection, timer)
        except (ServiceError, UnreadableError):
            # it is told whose fault it is, and all others are done
            for timer in due:
                self._act(connection, timer, now)
        return len(due)

    def _act(self, connection: Connection, timer: Timer, now: datetime) -> None:
        try:
            with connection.begin_nested():
                self._actions[timer.kind](connection, timer)
        except (ServiceError, UnreadableError) as error:
            # one thing that cannot be done must not keep the others from being done
            logger.error(
                "timer failed", kind=timer.kind, subject=timer.subject_id, error=str(error)
            )
            storage.set_timer(connection, Timer(timer.kind, timer.subject_id, now + AFTER_FAILURE))
