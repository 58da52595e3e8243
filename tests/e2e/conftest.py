from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.timekeeping import Heart
from tests.kit.overhearing import overhearing
from tests.kit.people import keeper_of
from tests.kit.world import World, open_world


@pytest.fixture(autouse=True)
def all_that_is_shown_can_be_said_in_every_language() -> Iterator[None]:
    """Fail a test in which people are shown English that no language can say, or something cut."""
    with overhearing() as found:
        yield
    assert found == set()


@pytest.fixture
def drawer() -> Any:
    """What draws in place of the renderer that all tests share, if another is asked for."""
    return None


@pytest.fixture
def heart() -> Heart | None:
    """How the bot's heart beats, which rests if nothing else is asked for."""
    return None


@pytest.fixture
async def world(tmp_path: Path, drawer: Any, heart: Heart | None) -> AsyncIterator[World]:
    async with open_world(tmp_path / "quintet.db", drawer, heart) as opened:
        yield opened


@pytest.fixture
def keeper(world: World) -> Any:
    return keeper_of(world)
