"""A leaderboard of 100,000 rated players: a page with one's own place, on both databases.

PostgreSQL takes part where QUINTET_TEST_DATABASE names a server.
"""

import asyncio
import os
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.timing import awaited, head, row
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import Period
from bot.features.ratings.values import (
    EVERYWHERE,
    MEAN,
    NEWCOMERS_POINTS,
    POINTS_PER_UNIT,
    PROVISIONAL_ABOVE,
    SETTLED_BONUS,
)
from data.ids import PlayerId
from data.operating import open_database
from rules import GAMES

PEOPLE = 100_000
REPEATS = 25
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
GAME = next(iter(GAMES))
LIMIT = "50 ms"

CROWD = """
WITH RECURSIVE numbers(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers
WHERE n < {people}), chances AS (SELECT n, (n * 48271) % 525600 AS ago,
7.0 + 12.0 * ((n * 7919) % 1000 + (n * 104729) % 997 + (n * 1299709) % 991) / 1000.0 AS mu,
CASE (n * 31) % 6 WHEN 0 THEN 1.6 WHEN 1 THEN 2.1 WHEN 2 THEN 3.0 WHEN 3 THEN 4.4 WHEN 4 THEN 5.0
ELSE 6.0 END AS sigma FROM numbers)
"""
"""People of whom a sixth play now and the others stopped within a year, as their numbers say."""
AGO = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f', '{now}', '-' || ago || ' minutes')",
    "postgresql": "TIMESTAMPTZ '{now}+00' - ago * INTERVAL '1 minute'",
}


def fill(connection: Connection, people: int) -> None:
    """Give everybody a rating; all of it in the database, since that is quickest."""
    crowd = CROWD.format(people=people)
    ago = AGO[connection.dialect.name].format(now=f"{NOW:%Y-%m-%d %H:%M:%S}")
    today = NOW.date().toordinal()
    for statement in (
        f"{{into}} players (id, created_at, settings, reminders) {crowd}"
        f" SELECT n, {ago}, '{{{{}}}}', '{{{{}}}}' FROM chances",
        f"{{into}} ratings (game, scope, player_id, mu, sigma, won, drawn, lost, played_at, height,"
        f" day) {crowd} SELECT '{GAME}', {EVERYWHERE}, n, mu, sigma, 1, 0, 0, {ago},"
        f" CAST(ROUND({NEWCOMERS_POINTS} + {POINTS_PER_UNIT} * (mu - {MEAN})) AS BIGINT)"
        f" + CASE WHEN sigma <= {PROVISIONAL_ABOVE} THEN {SETTLED_BONUS} ELSE 0 END,"
        # a day is over at midnight, and NOW is at noon
        f" {today} - (ago + 720) / 1440 FROM chances",
        "ANALYZE",
    ):
        connection.execute(text(statement.format(into="INSERT INTO")))


async def vacuum(url: str) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text("VACUUM ANALYZE"))
    await engine.dispose()


async def measure(name: str, url: str, people: int) -> None:
    database = await open_database(url)
    try:
        begun = time.perf_counter()
        await database.write(fill, people)
        if database.is_shared:
            await vacuum(url)  # as PostgreSQL does by itself some time after
        print(f"{name}: {people:,} ratings stored in {time.perf_counter() - begun:.0f} s")
        service = LeaderboardService(database, lambda: NOW)
        someone = PlayerId(people // 2)
        for period in Period:
            for what, page in (("first page", 0), ("own page", None), ("last page", people)):
                cost = await awaited(
                    lambda period=period, page=page: service.page(  # type: ignore[misc]
                        someone, GAME, None, period, page
                    ),
                    REPEATS,
                )
                row(f"  {period:8} {what:12}", cost, LIMIT)
    finally:
        await database.close()


async def on_postgresql(people: int) -> None:
    from tests.kit.databases import drop_database, make_database, written

    made = await make_database()
    try:
        await measure("PostgreSQL", written(made), people)
    finally:
        await drop_database(made)


async def main(people: int) -> None:
    head()
    with tempfile.TemporaryDirectory() as folder:
        await measure("SQLite", f"sqlite+aiosqlite:///{Path(folder) / 'many.db'}", people)
    if "QUINTET_TEST_DATABASE" in os.environ:
        await on_postgresql(people)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE))
