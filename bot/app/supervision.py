"""Background jobs that never die quietly: each is started again when it ends."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

import structlog

logger = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=1), timedelta(minutes=2)
DOUBLINGS = 10

Work = Callable[[], Coroutine[Any, Any, None]]
"""A job that goes on until it is cancelled."""
Sleep = Callable[[float], Awaitable[None]]


async def supervise(
    name: str, work: Work, *, sleep: Sleep = asyncio.sleep, failing: set[str] | None = None
) -> None:
    """Do ``work`` until cancelled. However it ends, that is logged, and it begins again.

    The pauses in between double, with jitter, up to two minutes; after a run that lasted longer
    than that they begin small again. During a pause the job's name is in ``failing``.
    """
    pausing = set() if failing is None else failing
    clock, failures = asyncio.get_running_loop().time, 0
    while True:
        began = clock()
        ended = await _end_of(name, work)
        lasted = clock() - began
        failures = 1 if lasted > LONGEST_PAUSE.total_seconds() else failures + 1
        pause = pause_after(failures)
        logger.error("job ended", job=name, again_in=round(pause, 1), exc_info=ended)
        pausing.add(name)
        await sleep(pause)
        pausing.discard(name)


async def _end_of(name: str, work: Work) -> BaseException | None:
    """How the job ended, None for no reason; cancelled with whoever waits for it."""
    job = asyncio.create_task(work(), name=name)
    try:
        await asyncio.wait({job})
    except asyncio.CancelledError:
        job.cancel()
        await asyncio.wait({job})
        if not job.cancelled() and job.exception() is not None:
            logger.error("job did not end well", job=name, exc_info=job.exception())
        raise
    return None if job.cancelled() else job.exception()


def pause_after(failures: int) -> float:
    """Seconds to wait after so many failures in a row, at least one: half of it is chance."""
    longest = min(
        FIRST_PAUSE.total_seconds() * 2 ** min(failures - 1, DOUBLINGS),
        LONGEST_PAUSE.total_seconds(),
    )
    return random.uniform(longest / 2, longest)


class Jobs:
    """The supervised jobs of one run of the program."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}
        self._failing: set[str] = set()
        self._is_over = False

    @property
    def failing(self) -> tuple[str, ...]:
        """The jobs that have ended and wait to begin again, by name."""
        return tuple(sorted(self._failing))

    def start(self, name: str, work: Work) -> None:
        """Begin a job; one that goes on already is left alone, and at the end none begins."""
        if name not in self._running and not self._is_over:
            job = asyncio.create_task(supervise(name, work, failing=self._failing), name=name)
            self._running[name] = job

    async def finish(self) -> None:
        """Cancel them all and wait for their ends, whatever those are; twice does no harm.

        Whatever would begin from now on does not.
        """
        self._is_over = True
        jobs, self._running = self._running, {}
        for job in jobs.values():
            job.cancel()
        await asyncio.gather(*jobs.values(), return_exceptions=True)
