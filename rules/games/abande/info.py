"""What Abande is: its variants, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import square_board
from rules.geometry.hexboard import hex_board

COLOURS = ("White", "Black")

VARIANTS = {
    "square": Variant("square", "Square", 2, square_board(7)),
    "hex": Variant("hex", "Hexagon", 2, hex_board(4)),
}

INFO = GameInfo(
    id="abande",
    name="Abande",
    designer="Dieter Stein",
    year=2005,
    variants=tuple(VARIANTS.values()),
    colours=COLOURS,
    draws=True,
    goal="Move onto enemy pieces: in the end those count that still touch an enemy.",
    turns=30,
    shape=Shape.PILE,
    endings=((Reason.SCORE, "on points"),),
    hints=(
        (
            StepKind.CELL,
            "All pieces must stay one band, in which each touches another.",
        ),
        (
            StepKind.LANDING,
            (
                "Onto an enemy piece beside it, three stones high at most, without breaking the "
                "band."
            ),
        ),
        (
            StepKind.PASS,
            "The match ends when both pass, one after the other.",
        ),
    ),
)
