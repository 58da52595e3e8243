"""What Apart is: its board, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import square_board

BOARD = square_board(8)
COLOURS = ("White", "Black")

INFO = GameInfo(
    id="apart",
    name="Apart",
    designer="Kanare Kato",
    year=2023,
    variants=(Variant("standard", "Standard", 2, BOARD),),
    colours=COLOURS,
    draws=True,
    goal=(
        "Spread your pieces out: you win when no two of them touch. Landing on an enemy piece "
        "captures it."
    ),
    turns=10,
    balance="White moves first and mostly wins between equals, so play two and change sides.",
    shape=Shape.STONE,
    endings=(
        (Reason.ISOLATED, "no two of their pieces touch"),
        (Reason.REPETITION, "the position came three times"),
    ),
    hints=(
        (
            StepKind.PIECE,
            (
                "It moves along a line of pieces of its colour that it stands in, exactly as far "
                "as that line has pieces."
            ),
        ),
        (
            StepKind.LANDING,
            (
                "Pieces in between are jumped. An enemy piece on which it lands is captured. After "
                "a jump the same piece may jump on."
            ),
        ),
    ),
)
