"""What Hex is: its board, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import hex_shape
from rules.texts import Text
from rules.verdict import Verdict

SIDES = (Text("White", "side"), Text("Black", "side"))
SIDE = 4

_PLACES = [(q, r) for q in range(SIDE) for r in range(SIDE)]
_LAST = SIDE - 1

BOARD = hex_shape(
    Text("Rhombus of side {side}", side=SIDE),
    _PLACES,
    sides=(
        [place for place in _PLACES if place[1] == _LAST],  # the bottom row
        [place for place in _PLACES if place[1] == 0],
        [place for place in _PLACES if place[0] == 0],  # the left column
        [place for place in _PLACES if place[0] == _LAST],
    ),
)
GOALS = (BOARD.sides[:2], BOARD.sides[2:])
"""The two sides that each seat has to join."""

INFO = GameInfo(
    id="hex",
    name="Hex",
    designer="Piet Hein",
    year=1942,
    variants=(Variant("side4", Text("Side 4", "variant"), 2, BOARD),),
    sides=SIDES,
    draws=False,
    goal=Text("Join your sides of the board: White above and below, Black left and right."),
    turns=6,
    shape=Shape.STONE,
    endings={Reason.GOAL: Verdict(Text("{winner} wins: two sides are joined."))},
    hints={StepKind.CELL: Text("On any empty hex. Stones never move and never leave.")},
    lens=Text("Side by side", "lens"),
)
