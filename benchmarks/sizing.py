"""What a bot needs for 1,000 matches and 1,000 servers: ``python -m benchmarks.sizing``.

The unchanged bot runs in one process, a local Discord in this one. Matches are played to the end on
an SQLite file, or on PostgreSQL. A server has CHANNELS and ROLES, as one of a few hundred members.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from aiohttp import web
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.busy_discord import BusyDiscord
from benchmarks.databases import own_database
from benchmarks.load import row
from benchmarks.pairs import seat_pairs
from benchmarks.stage import MIB, Stage, flowing, measure

MOVES = 40
"""How many moves a match has, for the figures of 1,000 matches."""
CHANNELS, ROLES = 30, 20
PAIRS = 20


class CountingDiscord(BusyDiscord):
    """Counts the bytes of requests and answers, without their heads."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = self.received = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.sent += request.content_length or 0
        answer = await super().answer(request)
        self.received += answer.content_length or 0
        return answer


@asynccontextmanager
async def opened(servers: int, database: str | None) -> AsyncIterator[Stage]:
    """A stage with PAIRS, and so many further servers."""
    there = CountingDiscord()
    seated = seat_pairs(there, PAIRS)
    for number in range(servers):
        server = there.backend.create_guild(f"Server {number}")
        for each in range(CHANNELS):
            there.backend.create_channel(server.id, f"channel-{each}")
        for each in range(ROLES):
            there.backend.create_role(server.id, f"role {each}")
    with tempfile.TemporaryDirectory() as name:
        async with own_database(database, Path(name)) as url, there.listening():
            yield Stage(there, seated, url, Path(name))


async def stored(url: str) -> int:
    """The bytes of a database, with all that was written in its place."""
    path = make_url(url).database
    if url.startswith("sqlite"):
        return await asyncio.to_thread(_of_file, Path(path or ""))
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        asked = text("SELECT pg_database_size(current_database())")
        size = int((await connection.execute(asked)).scalar_one())
    await engine.dispose()
    return size


def _of_file(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return path.stat().st_size


async def for_matches(moves: int, database: str | None) -> None:
    """Play, and print what 1,000 matches take at that rate."""
    rounds = max(moves // PAIRS, 1)
    async with opened(0, database) as stage:
        counted = stage.discord
        assert isinstance(counted, CountingDiscord)
        for pair in stage.pairs:
            pair.think(rounds + 1)
        async with stage.running_bot() as bot:
            await stage.be_ready()
            await measure(stage, bot, [stage.pairs])  # warm
            before = counted.sent, counted.received, await stored(stage.database_url)
            made = await measure(stage, bot, [stage.pairs], lambda all_: flowing(all_, rounds))
            size = await stored(stage.database_url)
            resident = (await bot.usage()).resident
        scale = 1000 * MOVES / len(made.timings)
        print(f"1,000 matches of {MOVES} moves, from {len(made.timings)} moves")
        row("processor time", f"{made.usage.processor_seconds * scale / 60:.0f} min")
        row("sent to Discord", f"{(counted.sent - before[0]) * scale / MIB:.0f} MiB")
        row("received from Discord", f"{(counted.received - before[1]) * scale / MIB:.0f} MiB")
        row("stored", f"{(size - before[2]) * scale / MIB:.0f} MiB")
        row("memory at the end", f"{resident / MIB:.0f} MiB")


async def for_servers(number: int) -> None:
    """Print what so many servers take in memory."""
    held = []
    for servers in (0, number):
        async with opened(servers, None) as stage, stage.running_bot() as bot:
            for pair in stage.pairs[:1]:
                pair.think(1)
                await pair.be_ready()  # all servers are known by then
            await stage.quiet()
            usage = await bot.usage()
            held.append((usage.resident, usage.processor_seconds))
    (none, quick), (many, slow) = held
    print(f"{number} servers of {CHANNELS} channels and {ROLES} roles")
    row("memory", f"{(many - none) / MIB:.0f} MiB")
    row("processor time to start", f"{slow - quick:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizing", description=__doc__)
    parser.add_argument("--moves", type=int, default=2000, help="how many are made (2000)")
    parser.add_argument("--servers", type=int, default=1000, help="how many there are (1000)")
    parser.add_argument("--database", help="a PostgreSQL address in place of a new SQLite file")
    options = parser.parse_args()
    asyncio.run(for_matches(options.moves, options.database))
    asyncio.run(for_servers(options.servers))


if __name__ == "__main__":
    main()
