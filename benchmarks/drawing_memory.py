"""What memory a bot holds after many moves: ``python -m benchmarks.drawing_memory [MOVES]``.

All that the bot loads is loaded, and its picture service draws a board for each move of forty
matches side by side, in all games, variants and themes. Matches that end are followed by others.
Database and Discord are left out: they hold little, and ``load`` measures them with the rest.
"""

import asyncio
import gc
import itertools
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import bot.app.client  # noqa: F401 - all that it needs is loaded
from bot.app.running import give_back, use_one_arena
from bot.core.pictures import PictureService
from renderer import THEMES, PictureRequest
from tests.kit.rules import CASES, moments

MATCHES, MOVES, READINGS = 40, 3000, 5
MOST = 260
"""MiB that it should hold at the end."""
MIB = 1 << 20


def resident() -> float:
    """The MiB of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def boards(number: int) -> Iterator[PictureRequest]:
    """The boards of a match, and of those that follow it at the same table."""
    for match in itertools.count():
        game, variant = CASES[(number + match) % len(CASES)]
        theme = list(THEMES)[(number + match) % len(THEMES)]
        for position, events in moments(game, variant, seed=1000 * number + match):
            yield PictureRequest(position, events, theme=theme)


async def main(moves: int = MOVES) -> None:
    use_one_arena()
    tables = [boards(number) for number in range(MATCHES)]
    pictures = PictureService()
    gc.collect()
    print(f"before the first picture {resident():7.1f} MiB")
    rounds = moves // MATCHES
    begun, busy = time.perf_counter(), time.process_time()
    for number in range(1, rounds + 1):
        await asyncio.gather(*(pictures.board(next(each)) for each in tables))
        if number % max(rounds // READINGS, 1) == 0:
            print(f"after {number * MATCHES:6} moves       {resident():7.1f} MiB", flush=True)
    spent, worked = time.perf_counter() - begun, time.process_time() - busy
    give_back()
    print(f"once that is given back  {resident():7.1f} MiB  at most {MOST}")
    print(f"processor time of a move {1000 * worked / moves:7.1f} ms, {spent:.0f} s in all")
    await pictures.aclose()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
