"""Fixtures of tests that open the club."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.club import Club, OpenClub


@pytest.fixture
async def open_club(url: str) -> AsyncIterator[OpenClub]:
    """Opens the club on a database of each kind, as often as a test wants to."""
    opening = OpenClub(url)
    yield opening
    await opening.close_all()


@pytest.fixture
async def club(open_club: OpenClub) -> Club:
    return await open_club()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is, if it is a file."""
    return tmp_path / "quintet.db"
