"""Lets simcord settle quickly: what a task waits for is not worked out again and again.

After everything that somebody does, simcord asks every two milliseconds of each task of the bot
whether it waits on purpose. That was a third of the processor time of the tests of the whole bot.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from simcord import env
from simcord._dpy_internals import composed_tasks

Task = asyncio.Task[Any]
IsParked = Callable[[Any, Task, float], bool]
Virtualize = Callable[[Any, list[Task]], None]


@dataclass(frozen=True)
class Look:
    """What was seen of a task: the future it ``waits`` for, and whether that is on purpose."""

    waits: Any
    parked: bool
    when: tuple[float, bool]
    others: tuple[Task, ...] = ()
    """The tasks it waits for, of which it depends whether it still does not wait on purpose."""


def install() -> None:
    """Let settling remember; once for all tests."""
    used: Any = env
    if not hasattr(used._is_parked, "__wrapped__"):
        used._is_parked = remembering(used._is_parked)
        used._virtualize_recognized_waits = only_new(used._virtualize_recognized_waits)


def remembering(is_parked: IsParked) -> IsParked:
    """Ask only of those tasks that wait for something new.

    Who waited on purpose does so until that future is done: tasks on which it depends are asked
    themselves, and timers are looked at by simcord. Who did not may have begun to with a new
    deadline, or when all for whom it waits do.
    """
    looks: WeakKeyDictionary[Task, Look] = WeakKeyDictionary()

    @functools.wraps(is_parked)
    def remembered(state: Any, task: Task, deadline: float) -> bool:
        waits = _waits(task)
        if waits is None:
            return task.done()
        last, when = looks.get(task), (deadline, state.advancing)
        if last is not None and last.waits is waits:
            if last.parked:
                return True
            waiting = (remembered(state, other, deadline) for other in last.others)
            if last.when == when and not (last.others and all(waiting)):
                return False
        parked = is_parked(state, task, deadline)
        looks[task] = Look(waits, parked, when, () if parked else _others(task, waits))
        return parked

    return remembered


def only_new(virtualize: Virtualize) -> Virtualize:
    """Take timers from the real clock once, when a task begins to wait."""
    seen: WeakKeyDictionary[Task, Any] = WeakKeyDictionary()

    @functools.wraps(virtualize)
    def once(state: Any, pending: list[Task]) -> None:
        waits = {task: _waits(task) for task in pending}
        virtualize(state, [task for task in pending if seen.get(task) is not waits[task]])
        seen.update(waits)

    return once


def _waits(task: Task) -> Any:
    """The future that a task waits for, or None if it can go on."""
    future = getattr(task, "_fut_waiter", None)
    return None if future is None or future.done() else future


def _others(task: Task, waits: Any) -> tuple[Task, ...]:
    return tuple(each for each in composed_tasks(task, waits) if isinstance(each, asyncio.Task))
