"""What the program does in time, done at once by a test."""

import asyncio

from bot.core.delivery import Delivery
from bot.features.practice.opponents import Opponents


async def deliver_due(delivery: Delivery) -> None:
    """Deliver what is due now and come back; raises what stopped a row, the others go on."""
    while True:
        await delivery._start_workers()
        if not delivery._workers:
            return await delivery._idle_work.drain()
        ended = await asyncio.gather(*delivery._workers, return_exceptions=True)
        for error in ended:
            if error is not None:
                raise error


async def move_due(opponents: Opponents) -> None:
    """Make the moves that are due now, and those that they lead to, and come back."""
    while True:
        await opponents._start()
        if not opponents._running:
            return
        await asyncio.gather(*opponents._running.values())
