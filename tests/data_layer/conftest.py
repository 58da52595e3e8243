from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.database import Database
from tests.data_layer.full_rows import fill
from tests.data_layer.gates import Gate, LockGate, ThreadGate
from tests.kit.databases import (
    empty_url,
    lay_out,
    opened,
    server_url,
    shared_postgresql,
    sqlite_url,
    url,
)

__all__ = ["empty_url", "server_url", "shared_postgresql", "url"]


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with opened(url) as database:
        yield database


@pytest.fixture
async def full(empty_url: str) -> AsyncIterator[Database]:
    """A database with a row in every table."""
    async with opened(empty_url) as database:
        await database.write(fill)
        yield database


@pytest.fixture
async def gate(url: str) -> AsyncIterator[Gate]:
    """Something to hold up transactions on ``database`` with."""
    made = await LockGate.on(url) if url.startswith("postgresql") else ThreadGate()
    yield made
    await made.open()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "quintet.db"


@pytest.fixture
async def file(path: Path) -> AsyncIterator[Database]:
    """An empty database in a file, whose writer does not wait long for other programs."""
    await lay_out(path)
    async with opened(sqlite_url(path), busy_seconds=0.05) as database:
        yield database
