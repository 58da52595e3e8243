"""What people wait for in a large database: ``python -m benchmarks.large``.

Every question is asked again and again, about somebody else each time. The plan is printed of those
that are slow, or that read a whole table.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from benchmarks.filling import Size, fill
from benchmarks.queries import Query, queries
from data.tables import metadata

LEAST, MOST = 10, 100
"""How often a question is asked ..."""
ENOUGH = 2000.0
"""... and after how many milliseconds no more than the least."""
SLOW = 10.0
"""Milliseconds that nobody should wait for the database."""
SCHEMA = "quintet_benchmark"
WHOLE = re.compile(r"^ *SCAN (?!CONSTANT|\(subquery|anon_)|Seq Scan")
"""A step of a plan that gets slower with every match there is."""

PARTIAL = [
    str(index.name)
    for table in metadata.tables.values()
    for index in table.indexes
    if index.dialect_options["sqlite"]["where"] is not None
]
"""Indexes of a few rows only, which may well be read as a whole."""

Work = Callable[[Connection], None]


@contextmanager
def noted(connection: Connection) -> Iterator[dict[str, Any]]:
    """The statements that are asked while the block runs, with what was filled in."""
    asked: dict[str, Any] = {}

    def note(_connection: Any, _cursor: Any, statement: str, filled: Any, *_: Any) -> None:
        asked.setdefault(statement, filled)

    event.listen(connection, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(connection, "before_cursor_execute", note)


def in_sqlite(url: URL, work: Work) -> None:
    """Do ``work`` on a file, as the bot opens it."""
    engine = create_engine(url.set(drivername="sqlite"))
    with engine.connect() as connection:
        for pragma in ("journal_mode=WAL", "synchronous=OFF"):  # it need not survive anything
            connection.exec_driver_sql(f"PRAGMA {pragma}")
        work(connection)
    engine.dispose()


async def in_postgres(url: URL, work: Work) -> None:
    """Do ``work`` in a schema that is made for it and dropped afterwards."""
    settings = {"server_settings": {"search_path": SCHEMA}}
    engine = create_async_engine(url, connect_args=settings)
    async with engine.connect() as connection:
        await _run(connection, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE", f"CREATE SCHEMA {SCHEMA}")
        try:
            await connection.run_sync(work)
        finally:
            await connection.rollback()
            await _run(connection, f"DROP SCHEMA {SCHEMA} CASCADE")
    await engine.dispose()


async def _run(connection: AsyncConnection, *statements: str) -> None:
    for statement in statements:
        await connection.execute(text(statement))
    await connection.commit()


def fill_and_ask(connection: Connection, size: Size) -> None:
    began = time.perf_counter()
    fill(connection, metadata, size)
    connection.commit()
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql("ANALYZE")  # PostgreSQL does it by itself, some time later
        connection.commit()
    print(f"{size.matches} matches written in {time.perf_counter() - began:.0f} s")
    print(f"{'':34} {'median':>10} {'95th %':>10}   milliseconds")
    plans = [measured(connection, name, query) for name, query in queries(size, Random(1)).items()]
    print(*(line for plan in plans for line in plan), sep="\n")


def measured(connection: Connection, name: str, query: Query) -> Sequence[str]:
    """Time a query and print what it takes; its plan, if that is worth a look."""
    times: list[float] = []
    with noted(connection) as asked:
        while len(times) < (MOST if sum(times) < ENOUGH else LEAST):
            began = time.perf_counter()
            query(connection)
            times.append((time.perf_counter() - began) * 1000)
            connection.rollback()
    median, slow = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    plan = [line for each in asked.items() for line in explained(connection, *each)]
    scans = any(WHOLE.search(line) and not any(name in line for name in PARTIAL) for line in plan)
    remarks = " SLOW" * (median > SLOW) + " reads a whole table or index" * scans
    print(f"{name:34} {median:10.2f} {slow:10.2f}  {remarks}", flush=True)
    return [f"\n{name}", *plan] if remarks else []


def explained(connection: Connection, statement: str, filled: Any) -> list[str]:
    """How the database goes about a statement, one line a step.

    PostgreSQL reads a small table as a whole though it need not, so it is asked what it would do
    if that were dear.
    """
    if connection.dialect.name == "sqlite":
        steps = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", filled)
        return [f"    {step.detail}" for step in steps]
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    steps = connection.exec_driver_sql(f"EXPLAIN {statement}", filled)
    lines = [f"    {step[0]}" for step in steps]
    connection.exec_driver_sql("SET LOCAL enable_seqscan = on")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large", description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--plies", type=int, default=10, help="moves of each match (10)")
    parser.add_argument(
        "--outbox", type=int, default=1, help="boards of each match (1; 40 is much)"
    )
    parser.add_argument("--database", help="a PostgreSQL address in place of a new SQLite file")
    options = parser.parse_args()
    size = Size(options.matches, options.plies, options.outbox)

    def work(connection: Connection) -> None:
        fill_and_ask(connection, size)

    if options.database:
        asyncio.run(in_postgres(make_url(options.database), work))
        return
    with tempfile.TemporaryDirectory() as folder:
        in_sqlite(make_url(f"sqlite:///{Path(folder) / 'large.db'}"), work)


if __name__ == "__main__":
    main()
