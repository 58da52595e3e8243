"""What Glaisher is: its board, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.board import hex_board
from rules.texts import Text
from rules.verdict import Verdict

BOARD = hex_board(5)
NAMES = (Text("Red", "side"), Text("Yellow", "side"))

VARIANTS = {
    variant.id: variant
    for variant in (
        Variant("basic", Text("Basic", "variant"), 2, BOARD),
        Variant("advanced", Text("Advanced", "variant"), 2, BOARD),
    )
}

INFO = GameInfo(
    id="glaisher",
    name="Glaisher",
    designer="Ken Shoda",
    year=2015,
    variants=tuple(VARIANTS.values()),
    sides=NAMES,
    draws=True,
    goal=Text("Separate your stacks into parts, and connect two opposite sides with them."),
    turns=7,
    shape=Shape.STACK,
    endings={
        Reason.CONNECTED: Verdict(Text("{winner} wins: two opposite sides are connected.")),
        Reason.NO_MOVE: Verdict(Text("{winner} wins: {loser} cannot move.")),
        Reason.PLY_LIMIT: Verdict(drawn=Text("Draw: 400 moves have been made.")),
    },
    hints={
        StepKind.PIECE: Text(
            "It separates into parts of different heights, which all travel the same way. Then "
            "you place one new piece."
        ),
        StepKind.DIRECTION: Text(
            "Each part travels exactly as many hexes as it is high. None may leave the board or "
            "land on a taller enemy stack."
        ),
        StepKind.SPLIT: Text(
            "Each part travels exactly as many hexes as it is high. It cannot leave the board "
            "or land on a taller enemy stack. It flips an enemy stack it lands on, and joins "
            "any stack."
        ),
        StepKind.CELL: Text("On any empty hex, including the one your stack just left."),
    },
    lens=Text("Missing link", "lens"),
)
