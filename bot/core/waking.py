"""Sleeping until there is something to do, and waiting at the end for what may hang."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

import structlog

logger = structlog.get_logger(__name__)

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
        await self.sleep(LONGEST_SLEEP if until is None else min(until - now, LONGEST_SLEEP))

    async def sleep(self, length: timedelta) -> None:
        """Sleep so long, or until there is news."""
        if not self._news.is_set():
            # a sleep that is cancelled, since a simulated clock can tell that somebody sleeps
            self._sleep = asyncio.create_task(asyncio.sleep(max(length.total_seconds(), 0)))
            try:
                await asyncio.wait({self._sleep})
            finally:
                self._sleep.cancel()
                self._sleep = None
        self._news.clear()


async def ended_within(name: str, limit: timedelta, work: Coroutine[Any, Any, None]) -> None:
    """Do ``work``, whose errors are raised; one that takes longer is left alone and logged."""
    ending = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({ending}, timeout=limit.total_seconds())
    if done:
        await ending
    else:
        logger.warning("did not end in time", work=name)
