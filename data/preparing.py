"""What takes long is done before a transaction, not inside it.

While a transaction runs, others wait: on SQLite for the one writer, on PostgreSQL for its locks. So
one that finds that it needs something slow, such as replaying a long match, says so by raising
UnpreparedError. It is taken back, the slow thing is done in a thread beside the event loop, and the
transaction runs again, to find it done.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from data.errors import StorageError

Found = TypeVar("Found")

MOST_PREPARATIONS = 200
"""For how many things one transaction may ask, one after the other."""


class UnpreparedError(Exception):
    """A transaction needs ``prepare`` to be done first, which takes long and asks no database.

    Done once, it must not be asked for again.
    """

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__("something is to be prepared first")
        self.prepare = prepare


async def prepared(run: Callable[[], Awaitable[Found]]) -> Found:
    """What ``run`` gives, with everything prepared that it asks for.

    Raises StorageError if there is no end to that.
    """
    for _ in range(MOST_PREPARATIONS):
        try:
            return await run()
        except UnpreparedError as needed:
            await asyncio.to_thread(needed.prepare)
    raise StorageError("a transaction was prepared again and again")
