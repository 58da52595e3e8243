"""The database is away again and again: every board comes once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

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
from tests.kit.databases import lay_out, needs_postgresql, sqlite_url

pytestmark = [pytest.mark.slow, pytest.mark.waits]


@pytest.fixture(params=[pytest.param("cable", marks=needs_postgresql), "file"])
async def cut_off(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[str, Cut]]:
    """A database's address, and how it is cut off: by its cable, or by who holds its file."""
    if request.param == "cable":
        async with cable_to(request.getfixturevalue("server_url")) as (cable, url):
            yield url, cut_by(cable)
    else:
        path = tmp_path / "quintet.db"
        await lay_out(path)
        yield sqlite_url(path), held(path)


@pytest.mark.parametrize(
    "lengths",
    [
        pytest.param(spread(2, longest=0.3), id="two short ones"),
        pytest.param(spread(8, longest=2), id="many", marks=pytest.mark.night),
    ],
)
async def test_no_board_is_left_behind(
    cut_off: tuple[str, Cut], lengths: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    if len(lengths) == 2:
        monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(milliseconds=200))
    left = await play_through(*cut_off, lengths)
    assert left.wrong == []
    assert left.boards > 0
    assert left.seconds < LATEST
