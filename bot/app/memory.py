"""Keeping the process small: memory that is free goes back to the system.

Pictures are drawn in threads, in arrays that are soon free again. By itself the C library keeps an
arena for each thread, and free memory in each of them: a hundred megabytes and more.
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
"""So many bytes are a mapping of their own, which goes back to the system when it is free."""
_FREE = 8 << 20
"""So much may be free at the arena's end: it is wanted for the next picture."""
PAUSE = timedelta(seconds=5)
"""How often free memory goes back. It takes three milliseconds, in a thread of its own."""
NOT_GLIBC = (OSError, AttributeError, TypeError)


def use_one_arena() -> None:
    """Have all threads take memory from one arena, and large pieces from the system itself.

    That is so where the C library is glibc: large pieces then go back as soon as they are free.
    It is for the start: a thread that has an arena keeps it. Threads hardly wait for each other
    there, as they hold Python's lock for most of what they allocate.
    """
    with contextlib.suppress(*NOT_GLIBC):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_TRIM_THRESHOLD, _FREE)


def give_back() -> None:
    """Return free memory to the system, where the C library is glibc."""
    with contextlib.suppress(*NOT_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)


async def keep_small(client: discord.Client, pause: timedelta = PAUSE) -> None:
    """Give free memory back again and again, from when the client is ready.

    What there is by then is taken out of later rounds of the garbage collector.
    """
    await client.wait_until_ready()
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.to_thread(give_back)
        await asyncio.sleep(pause.total_seconds())
