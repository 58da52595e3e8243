"""How many taps a move takes, from the board to its confirmation."""

import pytest

from tests.kit.rules import CASES
from tests.kit.taps import PAGE, taps_of, written

MOST = {"halves": 3, "abande": 3, "detach": 4, "apart": 4}
USUALLY = 6
"""More taps a move should take in no game."""


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_move_takes_few_taps(game: str, variant: str) -> None:
    assert max(taps_of(game, variant).counted) <= MOST.get(game, USUALLY)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == written()
