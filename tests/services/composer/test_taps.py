"""How many taps a move takes, from the board to its confirmation."""

from __future__ import annotations

import pytest

from tests.kit.rules import CASES
from tests.kit.taps import PAGE, taps_of, written

MOST = {"halves": 3, "abande": 3, "detach": 4, "apart": 4}
USUALLY = 6
"""More taps a move should take in no game."""
RARELY_MORE = {"apart": 0.1}
"""How often it may be one more: a piece of Apart can end in more ways than fit in a message."""


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_move_takes_few_taps(game: str, variant: str) -> None:
    counted, most = taps_of(game, variant).counted, MOST.get(game, USUALLY)
    more = [taps for taps in counted if taps > most]
    assert all(taps == most + 1 for taps in more)
    assert len(more) <= RARELY_MORE.get(game, 0) * len(counted)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == written()
