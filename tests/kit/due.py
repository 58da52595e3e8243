"""What the program does in time, done at once by a test."""

import asyncio
from typing import Any

from bot.core.delivery import Delivery
from bot.core.jobs import Jobs
from bot.core.timers import Scheduler
from bot.features.places.service import ABSENCE_TIMER


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


async def work_due(jobs: Jobs[Any]) -> None:
    """Do the jobs that are due now, and those that they lead to, and come back; raises faults."""
    while True:
        await jobs.start()
        if not jobs._running:
            return
        await asyncio.gather(*(task for task, _ in jobs._running.values()))


async def follow_absences(scheduler: Scheduler) -> None:
    """Do what the timers of absences do now."""
    while await scheduler._do_due(frozenset({ABSENCE_TIMER}), 1):
        pass
