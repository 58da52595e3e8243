"""One scheduler for everything that is due later.

A timer is a row. What it does is done in the transaction that takes the row away, so it happens
once, also when the process dies, and when several processes look at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

from bot.services.errors import ServiceError
from bot.services.matches import Now
from bot.services.waking import Wakeup
from data import timers
from data.database import Database
from data.states import TimerKind
from data.timers import Timer

BATCH = 100
AFTER_FAILURE = timedelta(minutes=1)

Due: TypeAlias = Callable[[Connection, Timer], None]
"""Does what is due, in a transaction; it looks itself whether that still fits."""

logger = structlog.get_logger(__name__)


class Scheduler:
    """Sleeps until the next timer runs out, and does what it is for."""

    def __init__(self, database: Database, actions: Mapping[TimerKind, Due], now: Now) -> None:
        self._database = database
        self._actions = actions
        self._now = now
        self._news = Wakeup()
        database.subscribe(timers.SUBJECT, self._news.set)

    async def run(self) -> None:
        """Do what is due until cancelled; raises StorageError when the database cannot."""
        while True:
            while await self.sweep() == BATCH:
                pass
            following = await self._database.read(timers.next_due)
            await self._news.sleep_until(following, self._now())

    async def sweep(self) -> int:
        """Do what is due now, a batch at most; how much that was."""
        return await self._database.write(self._sweep)

    def _sweep(self, connection: Connection) -> int:
        now = self._now()
        due = timers.due(connection, now, BATCH)
        for timer in due:
            timers.cancel(connection, timer.kind, timer.subject_id)
            self._act(connection, timer, now)
        return len(due)

    def _act(self, connection: Connection, timer: Timer, now: datetime) -> None:
        try:
            with connection.begin_nested():
                self._actions[timer.kind](connection, timer)
        except ServiceError as error:
            # one thing that cannot be done must not keep the others from being done
            logger.error(
                "timer failed", kind=timer.kind, subject=timer.subject_id, error=str(error)
            )
            timers.set_timer(connection, Timer(timer.kind, timer.subject_id, now + AFTER_FAILURE))
