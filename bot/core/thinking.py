"""Asking game engines, which run in processes of their own."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from rules.engine.worker import read_reply

TIMEOUT = timedelta(seconds=30)
"""Time limit of an answer, many times what the strongest level needs."""
PATIENT_FACTOR = 4
"""The time limit is this much longer for patient questions, as on a busy machine."""
COMMAND = (sys.executable, "-m", "rules.engine.worker")
_MAX_PROCESSES = 4
_LONGEST_LINE = 1 << 22  # bytes


class PrioritySemaphore:
    """A semaphore of ``most`` turns with two queues: urgent waiters come before patient ones."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, *, patient: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it while the block runs."""
        await self._take(self._patient if patient else self._urgent)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, queue: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it got the turn meanwhile
                self._give_back()
            raise

    def _give_back(self) -> None:
        for queue in (self._urgent, self._patient):
            while queue:
                place = queue.popleft()
                if not place.done():
                    place.set_result(None)
                    return
        self._free += 1


class ThinkingFailedError(Exception):
    """The engine died, took too long, or could not answer the question."""


class Processes:
    """Answers the questions of ``rules.engine.worker`` by up to ``most`` processes."""

    def __init__(
        self,
        most: int | None = None,
        timeout: timedelta = TIMEOUT,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        usual = max(
            1, min(_MAX_PROCESSES, (os.cpu_count() or 1) - 1)
        )  # one core is left to the bot
        self._turns = PrioritySemaphore(most or usual)
        self._timeout = timeout.total_seconds()
        self._command = command
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def ask(self, question: str, *, patient: bool = False) -> Any:
        """The answer to a question, as decoded JSON; raises ThinkingFailedError.

        Urgent questions overtake ``patient`` ones, except one already running.
        """
        async with self._turns.turn(patient=patient):
            process = self._idle.pop() if self._idle else await self._begin()
            try:
                limit = self._timeout * (PATIENT_FACTOR if patient else 1)
                async with asyncio.timeout(limit):
                    reply = await _asked(process, question)
            except BaseException as error:
                await self._put_away(process)
                if isinstance(error, TimeoutError | OSError | ValueError):
                    raise ThinkingFailedError(f"no answer: {type(error).__name__}") from error
                raise
            self._idle.append(process)
        try:
            return read_reply(reply)
        except ValueError as error:
            raise ThinkingFailedError(str(error)) from error

    async def aclose(self) -> None:
        """Kill all processes."""
        for process in tuple(self._all):
            await self._put_away(process)

    async def _begin(self) -> Process:
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=_LONGEST_LINE,
                start_new_session=True,  # a terminal's Ctrl+C is not for them
            )
        except OSError as error:
            raise ThinkingFailedError(f"no process: {error}") from error
        self._all.add(process)
        return process

    async def _put_away(self, process: Process) -> None:
        self._all.discard(process)
        if process in self._idle:
            self._idle.remove(process)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()


async def _asked(process: Process, question: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{question}\n".encode())
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise OSError("it has ended")
    return line.decode()
