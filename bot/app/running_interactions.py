"""Running interactions, for which the bot waits when it stops."""

import asyncio
from datetime import timedelta

TELLING = timedelta(seconds=2)
"""Time limit for answering that the bot is stopping."""


class RunningInteractions:
    """The tasks that answer interactions."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.is_stopping = False
        """Whether new interactions are refused."""
        self.is_over = False
        """Whether new interactions are ignored."""

    def count(self) -> None:
        """Add the current task until it ends."""
        task = asyncio.current_task()
        if task is not None and task not in self._tasks:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self, within: timedelta) -> None:
        """Refuse new interactions; wait for running ones, then cancel them."""
        self.is_stopping = True
        await self._let_end(within)
        self.is_over = True
        await self._let_end(TELLING)

    async def _let_end(self, within: timedelta) -> None:
        running = self._tasks - {asyncio.current_task()}
        if not running:
            return
        _, late = await asyncio.wait(running, timeout=within.total_seconds())
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
