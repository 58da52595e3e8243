"""A hundred thousand timers: when the next is due, and a sweep of a thousand, on both databases.

Then two processes sweep ten thousand on PostgreSQL at the same time, and it is counted how often
each was done. PostgreSQL takes part where QUINTET_TEST_DATABASE names a server.
"""

import asyncio
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sqlalchemy import Connection, text

from benchmarks.databases import own_database
from bot.core import timers
from tests.kit.club import ADA, Club

TIMERS, DUE, SHARED, PROCESSES = 100_000, 1_000, 10_000, 2
REPEATS = 200
MOST_NEXT, MOST_SWEEP = 5.0, 2.0
"""Milliseconds for the next one, and seconds for the sweep."""

NUMBERS = """
WITH RECURSIVE numbers(n) AS (SELECT CAST(2 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers
WHERE n < {last})
"""
CHALLENGES = """
INSERT INTO challenges ({columns}, id, key) {numbers}
SELECT {values}, n, 'many:' || n FROM numbers, challenges WHERE challenges.id = 1
"""
LATER = """
INSERT INTO timers (kind, subject_id, due_at) {numbers}
SELECT CASE n % 3 WHEN 0 THEN 'deadline' WHEN 1 THEN 'reminder' ELSE 'idle' END, 1000000 + n,
due_at FROM numbers, timers WHERE subject_id = 1
"""
SOON = """
INSERT INTO timers (kind, subject_id, due_at) {numbers}
SELECT kind, n, due_at FROM numbers, timers WHERE subject_id = 1
"""

PUT_OFF = "UPDATE timers SET due_at = '2027-06-15 12:00:00.000000' WHERE subject_id > 1000000"


def fill(connection: Connection, due: int, later: int) -> None:
    """As many open challenges that run out at once as are ``due``, and timers for later."""
    row = connection.execute(text("SELECT * FROM challenges")).one()
    columns = [name for name in row._fields if name not in ("id", "key")]
    named = ", ".join(columns)
    values = ", ".join(f"challenges.{name}" for name in columns)
    soon, far = NUMBERS.format(last=due), NUMBERS.format(last=later)
    for statement in (
        CHALLENGES.format(columns=named, values=values, numbers=soon),
        SOON.format(numbers=soon),
    ):
        connection.execute(text(statement))
    if later:
        connection.execute(text(LATER.format(numbers=far)))
        connection.execute(text(PUT_OFF))
    connection.execute(text("ANALYZE"))


async def filled(club: Club, due: int, later: int) -> None:
    """Let so many challenges be about to run out, and so many other timers run out much later."""
    await club.offer(ADA, ())
    await club.database.write(fill, due, later)


async def measure(name: str, server: str | None) -> bool:
    """Whether a database is quick enough."""
    with tempfile.TemporaryDirectory() as folder:
        async with own_database(server, Path(folder)) as url:
            club = await Club.at(url)
            await filled(club, DUE, TIMERS - DUE)
            spent = []
            for _ in range(REPEATS):
                begun = time.perf_counter()
                await club.database.read(timers.next_due, tuple(club.scheduler.rules))
                spent.append(1000 * (time.perf_counter() - begun))
            middle, late = statistics.median(spent), sorted(spent)[int(0.95 * REPEATS)]
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            club.clock.advance(days=20)
            begun, worked, done = time.perf_counter(), time.process_time(), 0
            while (swept := await club.scheduler.sweep()) > 0:
                done += swept
            sweep = time.perf_counter() - begun
            worked = time.process_time() - worked
            grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            expired = await club.rows("challenges", "state = 'expired'")
            await club.close()
    print(
        f"{name:11} next of {TIMERS:,}: p50 {middle:5.2f} ms, p95 {late:5.2f} ms;"
        f" {done:,} swept in {sweep:4.2f} s ({worked:4.2f} s of work), {grown:.0f} MiB more"
    )
    return expired == done == DUE and middle < MOST_NEXT and sweep < MOST_SWEEP


async def _sweep_all(url: str) -> int:
    club = await Club.at(url)
    club.clock.advance(days=20)
    done = 0
    while (swept := await club.scheduler.sweep()) > 0:
        done += swept
    await club.close()
    return done


def sweep_all(url: str) -> int:
    """Do everything that is due, in a process of its own; how much that was."""
    return asyncio.run(_sweep_all(url))


async def share(server: str) -> bool:
    """Whether processes that sweep at once do each timer once."""
    with tempfile.TemporaryDirectory() as folder:
        async with own_database(server, Path(folder)) as url:
            club = await Club.at(url)
            await filled(club, SHARED, 0)
            apart = multiprocessing.get_context("spawn")
            begun, loop = time.perf_counter(), asyncio.get_running_loop()
            with ProcessPoolExecutor(PROCESSES, mp_context=apart) as pool:
                working = [loop.run_in_executor(pool, sweep_all, url) for _ in range(PROCESSES)]
                each = await asyncio.gather(*working)
            spent = time.perf_counter() - begun
            expired = await club.rows("challenges", "state = 'expired'")
            await club.close()
    print(
        f"PostgreSQL  {SHARED:,} by {PROCESSES} processes in {spent:.1f} s with their start:"
        f" {' + '.join(map(str, each))} done, {expired:,} expired"
    )
    return sum(each) == expired == SHARED


async def main() -> int:
    """Print the figures; 1 if something is too slow, or was not done once."""
    server = os.environ.get("QUINTET_TEST_DATABASE")
    held = [await measure("SQLite", None)]
    if server is not None:
        held += [await measure("PostgreSQL", server), await share(server)]
    return 0 if all(held) else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
