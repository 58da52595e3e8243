"""Many people at once: ``python -m benchmarks.load``.

The unchanged bot runs in one process, a local Discord in this one, and between them are real HTTP
and a real websocket. Boards are drawn, and the database is a file.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from benchmarks.busy_discord import BusyDiscord
from benchmarks.databases import own_database
from benchmarks.pairs import seat_pairs
from benchmarks.stage import MIB, Measured, Stage, flowing, measure
from benchmarks.yardstick import yardstick

ALONE = 20
"""How many moves are made in quiet before all pairs move together."""
BOARDS_WAITING = 3
"""How many moves are made in each slow channel."""


@asynccontextmanager
async def opened(pairs: int, limit: int | None, server: str | None) -> AsyncIterator[Stage]:
    """A stage for so many pairs."""
    discord = BusyDiscord(limit)
    seated = seat_pairs(discord, pairs)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with own_database(server, folder) as url, discord.listening():
            yield Stage(discord, seated, url, folder)


async def beside_slow_channels(stage: Stage, slow: int, number: int, *, edits: bool) -> None:
    """The last ``slow`` pairs play where Discord takes nothing; what the others' moves take."""
    quick, waiting = stage.pairs[:-slow], stage.pairs[-slow:]
    rounds = max(number // len(quick), 1)
    for pair in stage.pairs:
        pair.think(max(rounds, BOARDS_WAITING) + 1)
    async with stage.running_bot() as bot:
        await stage.be_ready()
        await measure(stage, bot, [stage.pairs])  # warm
        before = (await bot.usage()).resident
        methods = {"PATCH"} if edits else {"POST", "PATCH"}
        stage.discord.slow.slow_down({pair.thread_id for pair in waiting}, methods)
        for _ in range(BOARDS_WAITING):
            await asyncio.gather(*(pair.move_unseen() for pair in waiting))
        beside = await measure(stage, bot, [[pair] for pair in quick] * rounds)
        with_them = (await bot.usage()).resident
    tell(f"{rounds * len(quick)} moves, each by itself, beside {slow} slow channels", stage, beside)
    row("requests that slow channels refused", str(stage.discord.slow.refused))
    row("memory without and with them", f"{before / MIB:.0f} MiB, {with_them / MIB:.0f} MiB")


async def moves(stage: Stage, number: int, *, flow: bool, by_text: bool) -> None:
    """Everybody moves, again and again, and what that takes is told."""
    rounds = max(number // len(stage.pairs), 1)
    for pair in stage.pairs:
        pair.think(rounds + ALONE + 1)
    async with stage.running_bot() as bot:
        print(f"the bot is process {bot.number}", flush=True)
        await stage.be_ready()
        await measure(stage, bot, [stage.pairs])  # warm
        alone = await measure(stage, bot, [stage.pairs[:1]] * ALONE, in_quiet=True)
        tell(f"{ALONE} moves, each by itself", stage, alone)
        if flow:
            many = await measure(stage, bot, [stage.pairs], partial(flowing, times=rounds))
        else:
            many = await measure(stage, bot, [stage.pairs] * rounds)
        together = "each at their own pace" if flow else "at the same instant"
        tell(f"{len(stage.pairs)} pairs, {together}, {rounds} times", stage, many)
    if by_text:
        tell_statements(many)


async def boards_due(stage: Stage) -> None:
    """The bot is killed with a board due in every match; how long the next run needs for them."""
    for pair in stage.pairs:
        pair.think(1)
    async with stage.running_bot():
        await stage.be_ready()
        stage.discord.hold()
        boards = await stage.move_unseen()
        await stage.quiet()
    stage.discord.let_go()
    began = time.perf_counter()
    async with stage.running_bot() as bot:
        moments = sorted([await board - began for board in boards])
        await stage.quiet()
        used = await bot.usage()
    print(f"{len(moments)} boards due at start")
    row("process begun to first board", f"{moments[0]:.1f} s")
    row("process begun to last board", f"{moments[-1]:.1f} s")
    row("processor time of the bot", f"{used.processor_seconds:.1f} s")
    row("resident memory", f"{used.resident / MIB:.0f} MiB")


def tell(title: str, stage: Stage, measured: Measured) -> None:
    """Print what some moves took."""
    made, used = len(measured.timings), measured.usage
    print(f"\n{title}" + (f", {measured.begun} matches begun meanwhile" * bool(measured.begun)))
    row("the yardstick is now", f"{yardstick():.1f} ms")
    row("moves a second", f"{made / measured.seconds:.1f}")
    row("processor time of the bot a move", f"{used.processor_seconds / made * 1000:.1f} ms")
    row("  and of the local Discord", f"{measured.discord_seconds / made * 1000:.1f} ms")
    for name in ("acknowledged", "answered", "posted"):
        times = [getattr(timing, name) for timing in measured.timings]
        median, slow = statistics.median(times), statistics.quantiles(times, n=100)[-1]
        row(f"{name} p50, p99", f"{median:.1f} ms, {slow:.1f} ms")
    row("SQL statements a move", f"{used.statements / made:.1f}")
    row(
        "transactions a move", f"{used.transactions / made:.1f}, {used.writing / made:.1f} to write"
    )
    row("connections opened a move", f"{used.connections / made:.2f}")
    row("resident memory grew by", f"{used.resident / MIB:.1f} MiB")
    if stage.discord.refused:
        row("requests refused by the limit", str(stage.discord.refused))


def tell_statements(measured: Measured) -> None:
    """Print how often each statement was asked."""
    made = len(measured.timings)
    for text, times in sorted(measured.usage.by_text.items(), key=lambda each: -each[1]):
        print(f"{times / made:8.2f}  {text}")


def row(name: str, value: str) -> None:
    print(f"    {name:<36}{value:>24}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--pairs", type=int, default=40, help="who move at the same instant (40)")
    parser.add_argument("--moves", type=int, default=400, help="in all (400); 5000 for memory")
    parser.add_argument("--boards", type=int, help="measure this many boards due at start instead")
    parser.add_argument("--limit", type=int, help="requests a second that Discord takes; it is 50")
    parser.add_argument("--slow", type=int, help="besides, so many pairs play in slow channels")
    parser.add_argument("--edits", action="store_true", help="these are slow to edit alone")
    parser.add_argument("--flow", action="store_true", help="nobody waits for the other pairs")
    parser.add_argument("--database", help="a PostgreSQL address in place of a new SQLite file")
    parser.add_argument("--statements", action="store_true", help="list the SQL statements")
    asyncio.run(_run(parser.parse_args()))


async def _run(options: argparse.Namespace) -> None:
    pairs = (options.boards or options.pairs) + (options.slow or 0)
    async with opened(pairs, options.limit, options.database) as stage:
        if options.boards:
            await boards_due(stage)
        elif options.slow:
            await beside_slow_channels(stage, options.slow, options.moves, edits=options.edits)
        else:
            await moves(stage, options.moves, flow=options.flow, by_text=options.statements)


if __name__ == "__main__":
    main()
