from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "quintet.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite+aiosqlite:///{path}", busy_seconds=0.05)
    yield opened
    await opened.close()
