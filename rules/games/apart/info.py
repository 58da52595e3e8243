"""What Apart is: its board, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import square_board
from rules.texts import Text
from rules.verdict import Verdict

BOARD = square_board(8)
NAMES = (Text("White", "side"), Text("Black", "side"))

INFO = GameInfo(
    id="apart",
    name="Apart",
    designer="Kanare Kato",
    year=2023,
    variants=(Variant("standard", Text("Standard", "variant"), 2, BOARD),),
    sides=NAMES,
    draws=True,
    goal=Text("You win when no two of your pieces touch. Landing on an enemy captures it."),
    turns=10,
    introductory=True,
    balance=Text("White moves first and wins more often. Play two matches and swap sides."),
    shape=Shape.STONE,
    endings={
        Reason.ISOLATED: Verdict(Text("{winner} wins: no two of their pieces touch.")),
        Reason.REPETITION: Verdict(drawn=Text("Draw: the position came three times.")),
    },
    hints={
        StepKind.PIECE: Text(
            "It moves along one of its lines: pieces of its colour side by side. It moves as "
            "many squares as the line has pieces."
        ),
        StepKind.LANDING: Text(
            "It jumps over pieces in between and captures the enemy piece it lands on. After a "
            "jump it may jump again."
        ),
    },
    lens=Text("Touching", "lens"),
)
