from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.kit.club import Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = await Club.open(tmp_path / "club.db")
    with capture_logs():
        yield opened
    await opened.close()
