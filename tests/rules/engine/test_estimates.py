import pytest

from rules import GAMES
from tests.golden.estimates import estimates, path


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_thinks_of_positions_as_it_was_reviewed(game: str) -> None:
    """After a change that is meant: ``python -m tests.golden.estimates``, and review."""
    assert estimates(game) == path(game).read_text(encoding="utf-8")
