"""Sleeps that can be cut short, time limits, running interactions, one operation for a person."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import structlog

from bot.core.errors import ServiceError
from data.ids import PlayerId
from rules.texts import Text

logger = structlog.get_logger(__name__)

LONGEST_SLEEP = timedelta(minutes=5)
"""Every sleep ends after this time, in case a wakeup was lost."""
LONGEST_ANSWER = timedelta(minutes=1)
"""Timeouts wait at most this long for an interaction that is being answered."""
TELLING = timedelta(seconds=2)
"""Time limit for answering that the bot is stopping."""


class Wakeup:
    """An event that ends a sleep; set while nobody sleeps, it ends the next sleep at once."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self._sleep: asyncio.Task[None] | None = None

    def set(self) -> None:
        """End the current sleep, or the next one."""
        self._news.set()
        if self._sleep is not None:
            self._sleep.cancel()

    async def sleep_until(self, until: datetime | None, now: datetime) -> None:
        """Sleep until then or until ``set``; LONGEST_SLEEP at most, and for None."""
        await self.sleep(LONGEST_SLEEP if until is None else min(until - now, LONGEST_SLEEP))

    async def sleep(self, length: timedelta) -> None:
        """Sleep so long, or until ``set``."""
        if not self._news.is_set():
            # cancels a real sleep, so that simulated clocks see it
            self._sleep = asyncio.create_task(asyncio.sleep(max(length.total_seconds(), 0)))
            try:
                await asyncio.wait({self._sleep})
            finally:
                self._sleep.cancel()
                self._sleep = None
        self._news.clear()


async def ended_within(name: str, limit: timedelta, work: Coroutine[Any, Any, None]) -> None:
    """Run ``work``; if it exceeds the limit, log that and leave it running."""
    ending = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({ending}, timeout=limit.total_seconds())
    if done:
        await ending
    else:
        logger.warning("did not end in time", work=name)


class StillBusy(ServiceError):
    """The last one that the person asked for is still being made."""

    says = Text("I am still working on your last request. It comes in a moment.")


class OneAtATime:
    """Allows each player one running operation."""

    def __init__(self) -> None:
        self._inside: set[PlayerId] = set()

    @contextmanager
    def for_(self, player_id: PlayerId) -> Iterator[None]:
        """Run the block for the player; raises StillBusy while another block runs for them."""
        if player_id in self._inside:
            raise StillBusy
        self._inside.add(player_id)
        try:
            yield
        finally:
            self._inside.remove(player_id)


class RunningInteractions:
    """The tasks that answer interactions, and when each interaction reached Discord."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], tuple[datetime, datetime]] = {}
        self.is_stopping = False
        """Whether new interactions are refused."""
        self.is_over = False
        """Whether new interactions are ignored."""

    def begin(self, task: asyncio.Task[Any], arrived: datetime, now: datetime) -> None:
        """Add a task until it ends; its interaction ``arrived`` at Discord earlier."""
        self._tasks[task] = arrived, now
        task.add_done_callback(lambda ended: self._tasks.pop(ended, None))

    def is_waiting(self, deadline: datetime, now: datetime) -> bool:
        """Whether an interaction from before the ``deadline``, maybe a move, is being answered."""
        return any(
            arrived < deadline and now - since < LONGEST_ANSWER
            for arrived, since in tuple(self._tasks.values())
        )

    async def stop(self, within: timedelta) -> None:
        """Refuse new interactions; wait for running ones, then cancel them."""
        self.is_stopping = True
        await self._let_end(within)
        self.is_over = True
        await self._let_end(TELLING)

    async def _let_end(self, within: timedelta) -> None:
        running = self._tasks.keys() - {asyncio.current_task()}
        if not running:
            return
        _, late = await asyncio.wait(running, timeout=within.total_seconds())
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
