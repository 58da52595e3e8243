"""A database of the benchmark's own, gone when it is done."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

NAME = "quintet_benchmark"


@asynccontextmanager
async def own_database(server: str | None, folder: Path) -> AsyncIterator[str]:
    """The address of a file in ``folder``, or of a new database on the ``server`` named."""
    if server is None:
        yield f"sqlite+aiosqlite:///{folder}/benchmark.db"
        return
    drop = f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)"
    await _run(server, drop, f"CREATE DATABASE {NAME}")
    try:
        yield make_url(server).set(database=NAME).render_as_string(hide_password=False)
    finally:
        await _run(server, drop)


async def _run(server: str, *statements: str) -> None:
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()
