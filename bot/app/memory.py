"""Returning free memory to the system.

Threads that draw pictures allocate large arrays for a short time. By default glibc has an arena
for each thread and keeps free memory in it, a hundred megabytes and more.
"""

import asyncio
import contextlib
import ctypes
import gc
from datetime import timedelta

import discord

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""``M_TRIM_THRESHOLD``, ``M_MMAP_THRESHOLD`` and ``M_ARENA_MAX`` in glibc's ``malloc.h``."""
_LARGE = 512 << 10
"""Allocations of this size, in bytes, are mapped separately and returned when freed."""
_FREE = 8 << 20
"""How many bytes may stay free at the arena's end, for the next picture."""
PAUSE = timedelta(seconds=5)
"""Interval of trimming, which takes three milliseconds in a thread of its own."""
NOT_GLIBC = (OSError, AttributeError, TypeError)


def use_one_arena() -> None:
    """Make all threads share one arena, and map large allocations, with glibc only.

    Call it at the start, since threads keep their arenas. Threads hardly contend for the arena, as
    they hold Python's lock during most allocations.
    """
    with contextlib.suppress(*NOT_GLIBC):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_TRIM_THRESHOLD, _FREE)


def give_back() -> None:
    """Return free memory to the system, with glibc only."""
    with contextlib.suppress(*NOT_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)


async def keep_small(client: discord.Client, pause: timedelta = PAUSE) -> None:
    """Return free memory regularly, once the client is ready.

    Objects that exist by then are exempted from garbage collection.
    """
    await client.wait_until_ready()
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.to_thread(give_back)
        await asyncio.sleep(pause.total_seconds())
