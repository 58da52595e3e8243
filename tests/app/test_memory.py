"""Memory that is free goes back to the system."""

import asyncio
import ctypes
import platform
import sys
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.app import running
from bot.app.running import keep_small

IN_THREADS = """
import ctypes
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from bot.app.running import use_one_arena

{first}
everybody = Barrier(4)

def work(_):
    kept = [bytes(2000) for _ in range(100)]
    everybody.wait()
    return kept

with ThreadPoolExecutor(4) as pool:
    kept = list(pool.map(work, range(4)))
libc = ctypes.CDLL(None)
out = ctypes.c_void_p.in_dll(libc, "stdout")
libc.malloc_info(0, out)
libc.fflush(out)
"""
glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="for glibc alone")


async def arenas(first: str) -> int:
    """How many arenas a program has whose threads allocate."""
    ran = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", IN_THREADS.format(first=first)), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await ran.communicate()
    assert ran.returncode == 0
    return said.count(b"<heap nr=")


@glibc
async def test_threads_share_one_arena() -> None:
    assert await arenas("") > 1
    assert await arenas("use_one_arena()") == 1


WITH_PICTURES = """
from pathlib import Path

from bot.app.running import use_one_arena

{first}
LARGE = 3 << 20

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

bytearray(LARGE)  # by itself the library takes such from the arena, once one was free
before, pictures, others = held(), [], []
for _ in range(20):
    pictures.append(bytearray(LARGE))
    others.append(bytes(100_000))
pictures.clear()
print(held() - before)
"""


async def left(first: str) -> int:
    """The bytes that a program still holds after large and small things took turns."""
    ran = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WITH_PICTURES.format(first=first)), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await ran.communicate()
    return int(said)


@glibc
async def test_what_is_large_goes_back_at_once() -> None:
    assert await left("") > 20 << 20
    assert await left("use_one_arena()") < 8 << 20


@glibc
def test_what_is_free_goes_back() -> None:
    asked: list[int] = []
    libc = SimpleNamespace(malloc_trim=asked.append)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ctypes, "CDLL", lambda _: libc)
        running.give_back()
    assert asked == [0]
    running.give_back()


@pytest.mark.parametrize("error", [OSError, AttributeError, TypeError])
def test_another_c_library_is_left_alone(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(_: object) -> Any:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", cannot)
    running.use_one_arena()
    running.give_back()


async def test_memory_is_given_back_again_and_again_once_the_client_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready, again, times = asyncio.Event(), asyncio.Event(), 0
    loop = asyncio.get_running_loop()

    def given() -> None:
        nonlocal times
        times += 1
        if times == 3:
            loop.call_soon_threadsafe(again.set)

    monkeypatch.setattr(running, "give_back", given)
    monkeypatch.setattr(running.gc, "freeze", lambda: None)
    client = cast("discord.Client", SimpleNamespace(wait_until_ready=ready.wait))
    keeping = asyncio.create_task(keep_small(client, timedelta(0)))
    await asyncio.sleep(0)
    assert not times
    ready.set()
    await again.wait()
    keeping.cancel()
    await asyncio.wait([keeping])
    assert keeping.cancelled()
