"""What settling remembers of the bot's tasks, and what makes it ask again."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tests.kit import settling
from tests.kit.settling import counted, remembering, rest

NOW, LATER = 1.0, 2.0
MANY = 20
ENOUGH = 60.0
STATE: Any = SimpleNamespace(advancing=False)


class Simcord:
    """Answers in its place, and keeps what it was ``asked``."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.parked: set[str] = set()

    def is_parked(self, state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
        del state, deadline
        self.asked.append(task.get_name())
        return task.get_name() in self.parked


@asynccontextmanager
async def running(coroutine: Coroutine[Any, Any, Any], name: str) -> AsyncIterator[Any]:
    """A task that has got to where it waits."""
    task = asyncio.create_task(coroutine, name=name)
    await asyncio.sleep(0)
    yield task
    task.cancel()
    await asyncio.wait([task])


async def two_waits(first: asyncio.Event, second: asyncio.Event) -> None:
    await first.wait()
    await second.wait()


async def test_who_waits_on_purpose_is_looked_at_once_for_each_wait() -> None:
    simcord, first, second = Simcord(), asyncio.Event(), asyncio.Event()
    is_parked = remembering(simcord.is_parked)
    simcord.parked = {"job"}
    async with running(two_waits(first, second), "job") as job:
        assert is_parked(STATE, job, NOW)
        assert is_parked(STATE, job, LATER)
        assert simcord.asked == ["job"]
        first.set()
        assert not is_parked(STATE, job, LATER)
        await asyncio.sleep(0)
        simcord.parked = set()
        assert not is_parked(STATE, job, LATER)
        assert simcord.asked == ["job", "job"]
        second.set()
        await job
        assert is_parked(STATE, job, LATER)


async def test_who_waits_for_another_is_looked_at_again_when_that_one_waits_on_purpose() -> None:
    simcord, event = Simcord(), asyncio.Event()
    is_parked = remembering(simcord.is_parked)

    async def supervise(other: asyncio.Task[Any]) -> None:
        await asyncio.wait([other])

    async with (
        running(event.wait(), "worker") as worker,
        running(supervise(worker), "supervisor") as supervisor,
    ):
        for _ in range(2):
            assert not is_parked(STATE, supervisor, NOW)
        assert simcord.asked == ["supervisor", "worker"]
        simcord.parked = {"worker", "supervisor"}
        event.set()
        await asyncio.sleep(0)
        assert is_parked(STATE, supervisor, NOW)


async def test_rest_waits_for_threads_and_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "LONGEST", 60.0)
    ended = threading.Event()

    def work() -> None:
        ended.wait(ENOUGH)

    async def run() -> None:
        await asyncio.to_thread(work)

    async def end() -> None:
        for _ in range(MANY):
            await asyncio.sleep(0.001)
        ended.set()

    for thread, transaction in ((True, False), (False, True)):
        ended.clear()
        loop = asyncio.get_running_loop()
        threads = [loop.run_in_executor(None, work)] if thread else []
        known = asyncio.create_task(counted(run)()) if transaction else None
        ending = asyncio.create_task(end())
        await asyncio.sleep(0)
        async with asyncio.timeout(ENOUGH):
            await rest(threads)
        assert ended.is_set()
        await asyncio.gather(*threads, *([known] if known else []), ending)
