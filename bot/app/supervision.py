"""Background jobs, which are restarted when they end."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

import structlog

from data.errors import StorageError

logger = structlog.get_logger(__name__)

FIRST_PAUSE = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(minutes=2)
LONGEST_WITHOUT_DATABASE = timedelta(seconds=3)
"""Longest delay after a failure of the database, which usually comes back by itself."""
SOUND = timedelta(seconds=30)
"""A run of this length counts as a success."""
DOUBLINGS = 10

Work = Callable[[], Coroutine[Any, Any, None]]
"""A job that runs until cancelled."""
Sleep = Callable[[float], Awaitable[None]]


async def supervise(
    name: str, work: Work, *, sleep: Sleep = asyncio.sleep, failing: set[str] | None = None
) -> None:
    """Run ``work`` until cancelled; log every end and restart it.

    The restart delay doubles with jitter, up to LONGEST_PAUSE, or LONGEST_WITHOUT_DATABASE. It is
    reset after a run of SOUND, and when the database fails or recovers. During a delay the job's
    name is in ``failing``.
    """
    pausing = set() if failing is None else failing
    clock, failures, before = asyncio.get_running_loop().time, 0, False
    while True:
        began = clock()
        ended = await _end_of(name, work)
        is_away = isinstance(ended, StorageError)
        goes_on = is_away == before and clock() - began < SOUND.total_seconds()
        failures, before = failures + 1 if goes_on else 1, is_away
        pause = pause_after(failures, LONGEST_WITHOUT_DATABASE if is_away else LONGEST_PAUSE)
        why = {"reason": str(ended)} if is_away else {"exc_info": ended}
        logger.error("job ended", job=name, again_in=round(pause, 1), **why)
        pausing.add(name)
        await sleep(pause)
        pausing.discard(name)


async def _end_of(name: str, work: Work) -> BaseException | None:
    """Run the job; returns the exception that ended it, if any."""
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


def pause_after(failures: int, most: timedelta = LONGEST_PAUSE) -> float:
    """Exponential backoff in seconds after one or more failures in a row; half of it is random."""
    longest = min(
        FIRST_PAUSE.total_seconds() * 2 ** min(failures - 1, DOUBLINGS), most.total_seconds()
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
        """The names of the jobs that wait for a restart."""
        return tuple(sorted(self._failing))

    def start(self, name: str, work: Work) -> None:
        """Start a job, unless it is running or ``finish`` was called."""
        if name not in self._running and not self._is_over:
            job = asyncio.create_task(supervise(name, work, failing=self._failing), name=name)
            self._running[name] = job

    async def finish(self) -> None:
        """Cancel all jobs and wait for them; may be called twice."""
        self._is_over = True
        jobs, self._running = self._running, {}
        for job in jobs.values():
            job.cancel()
        await asyncio.gather(*jobs.values(), return_exceptions=True)
