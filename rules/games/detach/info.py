"""What Detach is: its boards, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import hex_board
from rules.texts import Text
from rules.verdict import Verdict

NAMES = (Text("White", "side"), Text("Black", "side"))
SIDES = {"hexhex6": 6, "hexhex5": 5}
"""How many cells each board has along a side, by variant."""

INFO = GameInfo(
    id="detach",
    name="Detach",
    designer="João Pedro Neto",
    year=2025,
    variants=(
        Variant("hexhex6", Text("Side 6", "variant"), 2, hex_board(SIDES["hexhex6"])),
        Variant("hexhex5", Text("Side 5", "variant"), 2, hex_board(SIDES["hexhex5"])),
    ),
    sides=NAMES,
    draws=False,
    goal=Text("Each turn a stone becomes two. Keep room to move: who cannot move loses."),
    turns=25,
    shape=Shape.STONE,
    endings={Reason.NO_MOVE: Verdict(Text("{winner} wins: {loser} cannot move."))},
    hints={
        StepKind.PIECE: Text(
            "It becomes two stones. Each travels exactly as many hexes as its group had "
            "stones: its force."
        ),
        StepKind.LANDING: Text(
            "In a straight line, as far as its group had stones, and not over enemy stones. "
            "One of the two may swap with an enemy stone of equal or lower force."
        ),
    },
    lens=Text("Swaps", "lens"),
)
