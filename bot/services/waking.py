"""Sleeping until there is something to do."""

import asyncio
from datetime import datetime, timedelta

LONGEST_SLEEP = timedelta(minutes=5)
"""After so long one looks by oneself, whatever one was told."""


class Wakeup:
    """An event that cuts a sleep short. Set while nobody sleeps, it ends the next sleep at once."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self._sleep: asyncio.Task[None] | None = None

    def set(self) -> None:
        """Wake whoever sleeps."""
        self._news.set()
        if self._sleep is not None:
            self._sleep.cancel()

    async def sleep_until(self, until: datetime | None, now: datetime) -> None:
        """Sleep until then, or as long as one may for None, or until there is news."""
        left = LONGEST_SLEEP if until is None else min(until - now, LONGEST_SLEEP)
        if not self._news.is_set():
            # a sleep that is cancelled, since a simulated clock can tell that somebody sleeps
            self._sleep = asyncio.create_task(asyncio.sleep(max(left.total_seconds(), 0)))
            try:
                await asyncio.wait({self._sleep})
            finally:
                self._sleep.cancel()
                self._sleep = None
        self._news.clear()
