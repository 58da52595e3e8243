"""What holds for every game must hold for one that only the tests know."""

from collections.abc import Iterator

import pytest

from rules import GAMES
from tests.conformance.cases import TOY
from tests.renderer.conftest import renderer

__all__ = ["renderer"]


@pytest.fixture(scope="module", autouse=True)
def toy_game() -> Iterator[None]:
    with GAMES.registered(TOY):
        yield
