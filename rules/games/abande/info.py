"""What Abande is: its variants, its colours, and what people are told about it."""

from rules.game import GameInfo, Shape, StepKind, Variant
from rules.geometry.board import hex_board, square_board
from rules.texts import Text

NAMES = (Text("White", "side"), Text("Black", "side"))
COLOURS = tuple(map(str, NAMES))

VARIANTS = {
    "square": Variant("square", Text("Square", "variant"), 2, square_board(7)),
    "hex": Variant("hex", Text("Hexagon", "variant"), 2, hex_board(4)),
}

INFO = GameInfo(
    id="abande",
    name="Abande",
    designer="Dieter Stein",
    year=2005,
    variants=tuple(VARIANTS.values()),
    sides=NAMES,
    draws=True,
    goal=Text("Move onto enemy pieces. At the end, only pieces that touch an enemy count."),
    turns=30,
    shape=Shape.PILE,
    endings={},
    hints={
        StepKind.CELL: Text("All pieces must stay connected as one group."),
        StepKind.LANDING: Text(
            "Onto an enemy piece next to it. The stack may be three stones high at "
            "most, and the group must not break."
        ),
        StepKind.PASS: Text("The match ends when both pass, one after the other."),
    },
    lens=Text("Counting", "lens"),
)
