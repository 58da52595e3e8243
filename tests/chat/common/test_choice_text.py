"""How the parts of a board are told apart where there are too many choices for one message."""

import pytest

from bot.chat.common.choice_text import way_in
from bot.services.composer import Part
from rules.game import StepKind


@pytest.mark.parametrize(
    ("kind", "band", "bands", "turned", "told"),
    [
        (StepKind.CELL, 0, 3, False, "Place at the top"),
        (StepKind.CELL, 1, 3, False, "Place in the middle"),
        (StepKind.CELL, 0, 2, True, "Place at the bottom"),
        (StepKind.CELL, 1, 4, False, "Place in part 2 of 4"),
        (StepKind.PIECE, 1, 2, False, "Move from the bottom"),
        (StepKind.LANDING, 2, 3, True, "Move to the top"),
        (StepKind.PIECE, 0, 1, False, "Move"),
        (StepKind.CELL, 0, 1, False, "Place"),
    ],
)
def test_a_way_in_says_where_on_the_board(
    kind: StepKind, band: int, bands: int, turned: bool, told: str
) -> None:
    assert way_in(Part(kind, band, bands, ()), turned=turned) == told
