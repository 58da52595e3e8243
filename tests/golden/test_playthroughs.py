import pytest

from tests.golden.playthrough import path, playthrough
from tests.kit.rules import CASES


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_match_reads_as_it_was_reviewed(game: str, variant: str) -> None:
    """After a change that is meant: ``python -m tests.golden.playthrough``, and review."""
    assert playthrough(game, variant) == path(game, variant).read_text(encoding="utf-8")
