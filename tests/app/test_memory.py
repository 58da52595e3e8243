"""Memory that is free goes back to the system."""

import asyncio
import ctypes
import platform
import sys
from datetime import timedelta
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import discord
import pytest

from bot.app import running
from bot.app.running import keep_small

pytestmark = pytest.mark.night

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


async def told_by(program: str, first: str) -> bytes:
    """What a program says that does something ``first``."""
    ran = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program.format(first=first)), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await ran.communicate()
    assert ran.returncode == 0
    return told


@glibc
async def test_threads_share_one_arena() -> None:
    assert (await told_by(IN_THREADS, "")).count(b"<heap nr=") > 1
    assert (await told_by(IN_THREADS, "use_one_arena()")).count(b"<heap nr=") == 1


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


@glibc
async def test_what_is_large_goes_back_at_once() -> None:
    """Of the bytes that a program holds after large and small things took turns."""
    assert int(await told_by(WITH_PICTURES, "")) > 20 << 20
    assert int(await told_by(WITH_PICTURES, "use_one_arena()")) < 8 << 20


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (OSError, AttributeError, TypeError):
        monkeypatch.setattr(ctypes, "CDLL", Mock(side_effect=error))
        running.use_one_arena()
        running.give_back()


async def test_memory_is_given_back_again_and_again_once_the_client_is_ready(monkeypatch) -> None:
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
