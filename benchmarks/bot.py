"""The whole bot on a simulated Discord: ``python -m benchmarks.bot``.

A person's command goes through real discord.py, a real SQLite file and real pictures; only Discord
itself is simulated, in the same process, so its work is part of every number.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.services.matches.service import MatchService
from bot.services.pictures.service import PictureService
from tests.kit.play import SHORT_APART, begin
from tests.kit.world import World, open_world

MATCHES = 6


class Stopwatch:
    """Collects how long calls of one method take, in milliseconds."""

    def __init__(self, owner: type, name: str) -> None:
        self.milliseconds: list[float] = []
        self._timed(owner, name, getattr(owner, name))

    def _timed(self, owner: type, name: str, method: Callable[..., Awaitable[Any]]) -> None:
        async def timed(*arguments: Any, **options: Any) -> Any:
            began = time.perf_counter()
            answer = await method(*arguments, **options)
            self.milliseconds.append((time.perf_counter() - began) * 1000)
            return answer

        setattr(owner, name, timed)


async def main() -> None:
    commits = Stopwatch(MatchService, "submit")
    pictures = Stopwatch(PictureService, "still")
    with tempfile.TemporaryDirectory() as folder:
        async with open_world(Path(folder) / "bench.db") as world:
            await _play(world)  # warm
            commits.milliseconds.clear()
            pictures.milliseconds.clear()
            began = time.perf_counter()
            acknowledged: list[float] = []
            for _ in range(MATCHES):
                acknowledged += await _play(world)
            seconds = time.perf_counter() - began
    _row("command to acknowledgement", acknowledged)
    _row("move checked and committed", commits.milliseconds)
    _row("picture, asked for to drawn", pictures.milliseconds)
    moves = len(SHORT_APART) * MATCHES
    print(f"{'moves per second, whole bot':<34}{moves / seconds:>10.1f}")


async def _play(world: World) -> list[float]:
    """Play a match; the milliseconds from each command to its acknowledgement."""
    thread = await begin(world, world.ada, world.ben)
    taken = []
    for ply, text in enumerate(SHORT_APART):
        who = (world.ada, world.ben)[ply % 2]
        began = time.perf_counter()
        sent: list[float] = []
        _when_answered(world, sent)
        await who.slash(thread, "move", text=text)
        taken.append((sent[0] - began) * 1000)
        await world.env.settle()
    return taken


def _when_answered(world: World, moments: list[float]) -> None:
    """Note the moment of the next request that answers an interaction."""
    requests = world.env.backend.http_requests

    class Noting(list):  # type: ignore[type-arg]
        def append(self, request: Any) -> None:
            if request.path.endswith("/callback"):
                moments.append(time.perf_counter())
            super().append(request)

    world.env.backend.http_requests = Noting(requests)


def _row(name: str, milliseconds: list[float]) -> None:
    median = statistics.median(milliseconds)
    slow = statistics.quantiles(milliseconds, n=20)[-1]
    print(f"{name:<34}{median:>10.1f} ms median{slow:>10.1f} ms at the 95th percentile")


if __name__ == "__main__":
    asyncio.run(main())
