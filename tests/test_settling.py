"""What settling remembers of the bot's tasks, and what makes it ask again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

from tests.kit.settling import IsParked, only_new, remembering

NOW, LATER = 1.0, 2.0
STATE: Any = SimpleNamespace(advancing=False)
ADVANCING: Any = SimpleNamespace(advancing=True)


class Simcord:
    """Answers in its place, and keeps what it was ``asked``."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.parked: set[str] = set()

    def is_parked(self, state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
        del state, deadline
        self.asked.append(task.get_name())
        return task.get_name() in self.parked

    def virtualize(self, state: Any, pending: list[asyncio.Task[Any]]) -> None:
        del state
        self.asked += [task.get_name() for task in pending]


@asynccontextmanager
async def running(coroutine: Coroutine[Any, Any, Any], name: str) -> AsyncIterator[Any]:
    """A task that has got to where it waits."""
    task = asyncio.create_task(coroutine, name=name)
    await asyncio.sleep(0)
    yield task
    task.cancel()
    await asyncio.wait([task])


def remembered(simcord: Simcord) -> IsParked:
    return remembering(simcord.is_parked)


async def two_waits(first: asyncio.Event, second: asyncio.Event) -> None:
    await first.wait()
    await second.wait()


async def test_who_waits_on_purpose_is_looked_at_once_for_each_wait() -> None:
    simcord, first, second = Simcord(), asyncio.Event(), asyncio.Event()
    is_parked = remembered(simcord)
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


async def test_who_does_not_is_looked_at_again_when_that_can_have_changed() -> None:
    simcord, event = Simcord(), asyncio.Event()
    is_parked = remembered(simcord)
    async with running(event.wait(), "job") as job:
        assert not is_parked(STATE, job, NOW)
        assert not is_parked(STATE, job, NOW)
        assert simcord.asked == ["job"]
        simcord.parked = {"job"}
        assert is_parked(STATE, job, LATER)


async def test_time_that_is_advanced_is_another_time() -> None:
    simcord, event = Simcord(), asyncio.Event()
    is_parked = remembered(simcord)
    async with running(event.wait(), "job") as job:
        assert not is_parked(STATE, job, NOW)
        simcord.parked = {"job"}
        assert is_parked(ADVANCING, job, NOW)


async def test_who_waits_for_another_is_looked_at_again_when_that_one_waits_on_purpose() -> None:
    simcord, event = Simcord(), asyncio.Event()
    is_parked = remembered(simcord)

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


async def test_timers_are_taken_from_the_real_clock_once_for_each_wait() -> None:
    simcord, first, second = Simcord(), asyncio.Event(), asyncio.Event()
    virtualize = only_new(simcord.virtualize)
    async with running(two_waits(first, second), "job") as job:
        virtualize(STATE, [job])
        virtualize(STATE, [job])
        assert simcord.asked == ["job"]
        first.set()
        await asyncio.sleep(0)
        virtualize(STATE, [job])
        assert simcord.asked == ["job", "job"]
