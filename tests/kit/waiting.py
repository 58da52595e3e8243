"""Waiting for something to happen somewhere else."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

LOOKS, PAUSE = 5000, 0.02
"""How often is looked whether something happened, and the seconds between.

On a busy machine a program may take half a minute to start; nobody waits who has seen enough.
"""


async def until(condition: Callable[[], Any]) -> Any:
    """What ``condition`` gives once it gives something; it may have to be waited for itself."""
    for _ in range(LOOKS):
        given = condition()
        if inspect.isawaitable(given):
            given = await given
        if given:
            return given
        await asyncio.sleep(PAUSE)
    raise TimeoutError


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncIterator[asyncio.Task[None]]:
    """Lets something run beside the block, at whose end it is stopped."""
    task = asyncio.create_task(work)
    yield task
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
