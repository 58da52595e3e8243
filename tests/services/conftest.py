from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.kit.club import Club
from tests.services.opening import OpenClub


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the clubs of ``open_club`` meet."""
    return tmp_path / "club.db"


@pytest.fixture
async def open_club(path: Path) -> AsyncIterator[OpenClub]:
    """Opens the club on a file, as often as a test wants to."""
    opening = OpenClub(path)
    with capture_logs():
        yield opening
    await opening.close_all()


@pytest.fixture
async def club(open_club: OpenClub) -> Club:
    """The club."""
    return await open_club()
