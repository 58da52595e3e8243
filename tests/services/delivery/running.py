"""A delivery that runs beside the test, and is stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.kit.club import Club


@asynccontextmanager
async def delivering(club: Club) -> AsyncIterator[asyncio.Task[None]]:
    """The club's delivery as it runs, until the block ends."""
    running = asyncio.create_task(club.delivery.run())
    yield running
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
