"""The database is away again and again: every board comes once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.core import delivery
from tests.faults.cutting import (
    LATEST,
    Cut,
    cable_to,
    cut_by,
    held,
    play_through,
    spread,
)
from tests.kit.by_day import at_night
from tests.kit.databases import lay_out, needs_postgresql, sqlite_url

pytestmark = [pytest.mark.slow, pytest.mark.waits]


@pytest.fixture(params=[pytest.param("cable", marks=needs_postgresql), "file"])
def server(request: pytest.FixtureRequest) -> URL | None:
    """The server of the database, which is cut off by its cable; None for a file."""
    return request.getfixturevalue("server_url") if request.param == "cable" else None


@asynccontextmanager
async def cut_off(server: URL | None, folder: Path) -> AsyncIterator[tuple[str, Cut]]:
    """A database's address, and how it is cut off: by its cable, or by who holds its file."""
    if server is not None:
        async with cable_to(server) as (cable, url):
            yield url, cut_by(cable)
    else:
        path = folder / "quintet.db"
        await lay_out(path)
        yield sqlite_url(path), held(path)


@pytest.mark.parametrize(
    "lengths",
    [
        pytest.param(spread(2, longest=0.3), id="two short ones"),
        at_night(spread(8, longest=2), name="many"),
    ],
)
async def test_no_board_is_left_behind(
    server: URL | None, tmp_path: Path, lengths: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    if len(lengths) == 2:
        monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(milliseconds=200))
    async with cut_off(server, tmp_path) as (url, cut):
        left = await play_through(url, cut, lengths)
    assert left.wrong == []
    assert left.boards > 0
    assert left.seconds < LATEST
