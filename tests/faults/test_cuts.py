"""The database is cut off again and again: every board comes once, and soon after the last cut."""

from pathlib import Path

import pytest
from sqlalchemy import URL

from tests.faults.cutting import LATEST, cable_to, held, play_through, spread
from tests.kit.databases import lay_out, needs_postgresql, sqlite_url

pytestmark = [pytest.mark.slow, pytest.mark.waits]
LENGTHS = spread(8, longest=2)


@needs_postgresql
async def test_a_cable_that_breaks_leaves_no_board_behind(server_url: URL) -> None:
    async with cable_to(server_url) as (url, cut):
        left = await play_through(url, cut, LENGTHS)
    assert left.wrong == []
    assert left.seconds < LATEST


async def test_a_file_that_is_held_leaves_no_board_behind(tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    await lay_out(path)
    left = await play_through(sqlite_url(path), held(path), LENGTHS)
    assert left.wrong == []
    assert left.seconds < LATEST
