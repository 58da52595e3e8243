"""Lets simcord settle quickly: it looks when it can have come to rest, and once at each wait.

After everything that somebody does, simcord asks every 50 milliseconds of each task of the bot
whether it waits on purpose. To wait for the next look was most of the time that the tests of the
whole bot took; and to look again and again was a third of their processor time.
"""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from simcord import env
from simcord._dpy_internals import composed_tasks
from simcord._runtime import _CallbackRecord

from data.sqlite import FileConnection

Task = asyncio.Task[Any]
LONGEST = 0.2
"""Seconds after which settling looks though there is no rest."""

Run = Callable[..., Awaitable[Any]]
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
        used.asyncio = LookingAtRest()
        # each is one callback, so none equals another; to compare their fields took 3 % of the time
        callbacks: Any = _CallbackRecord
        callbacks.__eq__ = object.__eq__
        connection: Any = FileConnection
        connection.run = counted(connection.run)


class LookingAtRest:
    """In the place of the module ``asyncio`` in simcord, which would wait for its next look."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def wait(tasks: Any, *, timeout: float, return_when: str = asyncio.ALL_COMPLETED) -> Any:
        """Between two looks, wait for rest; where it waits for an end, wait as it says."""
        if return_when != asyncio.FIRST_COMPLETED:
            return await asyncio.wait(tasks, timeout=timeout, return_when=return_when)
        threads = [each for each in tasks if not isinstance(each, asyncio.Task)]
        await rest(threads)
        return None


async def rest(threads: Sequence[asyncio.Future[Any]] = ()) -> None:
    """Wait until something has happened and neither the loop nor a thread has anything to do.

    But not for long: who waits for ever is to be found.
    """
    loop: Any = asyncio.get_running_loop()
    if not isinstance(loop._selector, Watched):
        loop._selector = Watched(loop._selector)
    resting = loop.create_future()
    timer = loop.call_later(LONGEST, _wake, resting)
    try:
        await loop._selector.resting(resting, threads)
    finally:
        timer.cancel()


class Watched:
    """A loop's selector, which it asks for what happens and so tells when it has nothing to do."""

    def __init__(self, selector: Any) -> None:
        self._selector = selector
        self._resting: asyncio.Future[None] | None = None
        self._threads: Sequence[asyncio.Future[Any]] = ()
        self._has_moved = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._selector, name)

    async def resting(
        self, resting: asyncio.Future[None], threads: Sequence[asyncio.Future[Any]]
    ) -> None:
        """Wait for ``resting``, which is done once the loop has nothing more to do."""
        self._resting, self._threads, self._has_moved = resting, threads, False
        try:
            await resting
        finally:
            self._resting, self._threads = None, ()

    def select(self, timeout: float | None = None) -> Any:
        """What has happened; a ``timeout`` of 0 says that there is more to do."""
        if self._resting is not None and timeout != 0 and self._has_moved and self._is_still():
            _wake(self._resting)
            timeout = 0
        self._has_moved = True
        return self._selector.select(timeout)

    def _is_still(self) -> bool:
        return not TRANSACTIONS and all(each.done() for each in self._threads)


def _wake(resting: asyncio.Future[None]) -> None:
    if not resting.done():
        resting.set_result(None)


TRANSACTIONS: set[object] = set()
"""Those that run now, in threads that simcord does not know."""


def counted(run: Run) -> Run:
    """Know of a transaction while it runs."""

    @functools.wraps(run)
    async def known(*given: Any) -> Any:
        one = object()
        TRANSACTIONS.add(one)
        try:
            return await run(*given)
        finally:
            TRANSACTIONS.discard(one)

    return known


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
