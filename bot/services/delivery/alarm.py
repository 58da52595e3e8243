"""A sleep that can be cut short."""

from __future__ import annotations

import asyncio


class Alarm:
    """One sleeper and anybody who rings. A ring while nobody sleeps ends the next sleep at once."""

    def __init__(self) -> None:
        self._rung = False
        self._sleep: asyncio.Task[None] | None = None

    def ring(self) -> None:
        """Wake the sleeper."""
        self._rung = True
        if self._sleep is not None:
            self._sleep.cancel()

    async def sleep(self, seconds: float) -> None:
        """Come back after ``seconds``, or when somebody rings."""
        if not self._rung:
            self._sleep = asyncio.create_task(asyncio.sleep(seconds))
            try:
                await asyncio.wait({self._sleep})
            finally:
                self._sleep.cancel()
                self._sleep = None
        self._rung = False
