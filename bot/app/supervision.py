"""Background jobs, which are restarted when they end."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

import structlog

from bot.core.measures import JOB_ENDS
from data.errors import StorageError

logger = structlog.get_logger(__name__)

FIRST_PAUSE = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(minutes=2)
LONGEST_WITHOUT_DATABASE = timedelta(seconds=3)
"""Longest delay after a failure of the database, which usually comes back by itself."""
SOUND = timedelta(minutes=5)
"""A run of this length counts as a success. It is clearly longer than LONGEST_PAUSE."""
SOUND_WITH_DATABASE = timedelta(seconds=15)
"""The same after a failure of the database, without which a job ends at once."""
DOUBLINGS = 10
FAULT, NO_DATABASE = "fault", "database"
"""Causes of an end."""

Work = Callable[[], Coroutine[Any, Any, None]]
"""A job that runs until cancelled."""
Sleep = Callable[[float], Awaitable[None]]


class Standing:
    """How often a job has failed since its last success, and whether by the database."""

    def __init__(self) -> None:
        self.succeeded()

    def succeeded(self) -> None:
        """Forget the failures."""
        self.failures, self.is_away = 0, False

    def failed(self, *, is_away: bool) -> None:
        """Count a failure; the count starts again when the database fails or recovers."""
        self.failures = self.failures + 1 if is_away == self.is_away else 1
        self.is_away = is_away


async def supervise(
    name: str,
    work: Work,
    *,
    sleep: Sleep = asyncio.sleep,
    standing: Standing | None = None,
    sound: timedelta | None = SOUND,
) -> None:
    """Run ``work`` until cancelled; log and count every end, and restart it.

    The restart delay doubles with jitter, up to LONGEST_PAUSE, or LONGEST_WITHOUT_DATABASE. A
    success resets it: a run as long as ``sound``, or SOUND_WITH_DATABASE. Without ``sound``, how
    long it runs and why it ends makes no difference, and the job calls ``standing.succeeded``.
    """
    known = standing or Standing()
    while True:
        ended = await _end_of(name, work, known, sound)
        is_away = isinstance(ended, StorageError) and sound is not None
        known.failed(is_away=is_away)
        most = LONGEST_WITHOUT_DATABASE if is_away else LONGEST_PAUSE
        pause = pause_after(known.failures, most)
        why = {"reason": str(ended)} if isinstance(ended, StorageError) else {"exc_info": ended}
        logger.error("job ended", job=name, again_in=round(pause, 1), **why)
        JOB_ENDS.labels(name, NO_DATABASE if is_away else FAULT).inc()
        await sleep(pause)


async def _end_of(
    name: str, work: Work, standing: Standing, sound: timedelta | None
) -> BaseException | None:
    """Run the job, which has succeeded when it is sound; returns what ended it, if anything."""
    job, proof = asyncio.create_task(work(), name=name), None
    if sound is not None:
        length = SOUND_WITH_DATABASE if standing.is_away else sound
        loop = asyncio.get_running_loop()
        proof = loop.call_later(length.total_seconds(), standing.succeeded)
    try:
        await asyncio.wait({job})
    except asyncio.CancelledError:
        job.cancel()
        await asyncio.wait({job})
        if not job.cancelled() and job.exception() is not None:
            logger.error("job did not end well", job=name, exc_info=job.exception())
        raise
    finally:
        if proof is not None:
            proof.cancel()
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
        self._standing = defaultdict[str, Standing](Standing)
        self._is_over = False

    @property
    def failing(self) -> tuple[str, ...]:
        """The names of the jobs that have failed since their last success."""
        return tuple(sorted(name for name, each in self._standing.items() if each.failures))

    def start(self, name: str, work: Work, *, reports: bool = False) -> None:
        """Start a job, unless it is running or ``finish`` was called.

        ``reports``: it calls ``succeeded``, so that the length of a run counts for nothing.
        """
        if name in self._running or self._is_over:
            return
        for cause in (FAULT, NO_DATABASE):
            JOB_ENDS.labels(name, cause)  # a figure that is there before the first end can grow
        sound = None if reports else SOUND
        working = supervise(name, work, standing=self._standing[name], sound=sound)
        self._running[name] = asyncio.create_task(working, name=name)

    def succeeded(self, name: str) -> None:
        """Note that a job has done its work."""
        self._standing[name].succeeded()

    async def finish(self) -> None:
        """Cancel all jobs and wait for them; may be called twice."""
        self._is_over = True
        jobs, self._running = self._running, {}
        for job in jobs.values():
            job.cancel()
        await asyncio.gather(*jobs.values(), return_exceptions=True)
