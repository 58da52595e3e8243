"""Who may use what there are only a few of: those in a hurry before those who have time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """At most ``most`` at once; who comes while all are taken waits, the first one first.

    Whoever is ``patient`` waits for all who are not.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, *, patient: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and have it while the block runs."""
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
            if place.done() and not place.cancelled():  # it was given the turn meanwhile
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
