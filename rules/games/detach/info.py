"""What Detach is: its boards, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.hexboard import hex_board

COLOURS = ("White", "Black")
SIDES = {"hexhex6": 6, "hexhex5": 5}
"""How many cells each board has along a side, by variant."""

INFO = GameInfo(
    id="detach",
    name="Detach",
    designer="João Pedro Neto",
    year=2025,
    variants=(
        Variant("hexhex6", "Side 6", 2, hex_board(SIDES["hexhex6"])),
        Variant("hexhex5", "Side 5", 2, hex_board(SIDES["hexhex5"])),
    ),
    colours=COLOURS,
    draws=False,
    goal="Each turn a stone becomes two. Keep room to move: whoever cannot move any more loses.",
    turns=25,
    shape=Shape.STONE,
    endings=((Reason.NO_MOVE, "{loser} cannot move"),),
    hints=(
        (
            StepKind.PIECE,
            (
                "It becomes two stones. Force is how many stones its group has, and they travel "
                "exactly that far."
            ),
        ),
        (
            StepKind.LANDING,
            (
                "In a straight line, as far as its group had stones, not over an enemy stone. One "
                "of the two may swap with an enemy stone of no greater force."
            ),
        ),
    ),
)
