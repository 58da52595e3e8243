"""Waiting for a delivery that runs beside the test, and stopping it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.kit.club import Club

TRIES = 2000
PAUSE = 0.005


@asynccontextmanager
async def delivering(club: Club) -> AsyncIterator[asyncio.Task[None]]:
    """The club's delivery as it runs, until the block ends."""
    running = asyncio.create_task(club.delivery.run())
    yield running
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(TRIES):
        if condition():
            return
        await asyncio.sleep(PAUSE)
    raise TimeoutError
