"""Counting the interactions that are being answered, so that stopping the bot cuts none off."""

import asyncio
from datetime import timedelta

TELLING = timedelta(seconds=2)
"""How long it may take to tell somebody that nothing is taken any more."""


class RunningInteractions:
    """The tasks in which interactions are answered, each counted once for as long as it runs."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.is_stopping = False
        """Whether those that begin are only told that they are not taken."""
        self.is_over = False
        """Whether not even that can be told any more."""

    def count(self) -> None:
        """Count the current task; it is done when it ends."""
        task = asyncio.current_task()
        if task is not None and task not in self._tasks:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self, within: timedelta) -> None:
        """Let those that run end ``within`` so long, cancel the rest, and tell new ones so."""
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
