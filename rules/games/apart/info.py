"""What Apart is: its board, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import square_board
from rules.texts import Text
from rules.verdict import Verdict

BOARD = square_board(8)
NAMES = (Text("White", "side"), Text("Black", "side"))
COLOURS = tuple(map(str, NAMES))

INFO = GameInfo(
    id="apart",
    name="Apart",
    designer="Kanare Kato",
    year=2023,
    variants=(Variant("standard", Text("Standard", "variant"), 2, BOARD),),
    sides=NAMES,
    draws=True,
    goal=Text(
        "Spread your pieces out: you win when no two of them touch. Landing on an enemy piece "
        "captures it."
    ),
    turns=10,
    balance=Text("White moves first and mostly wins between equals, so play two and change sides."),
    shape=Shape.STONE,
    endings={
        Reason.ISOLATED: Verdict(Text("{winner} wins: no two of their pieces touch.")),
        Reason.REPETITION: Verdict(drawn=Text("Draw: the position came three times.")),
    },
    hints={
        StepKind.PIECE: Text(
            "It moves along a line of pieces of its colour that it stands in, exactly as far as "
            "that line has pieces."
        ),
        StepKind.LANDING: Text(
            "Pieces in between are jumped. An enemy piece on which it lands is captured. After a "
            "jump the same piece may jump on."
        ),
    },
    lens=Text("Touching", "lens"),
)
