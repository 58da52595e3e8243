"""What Glaisher is: its board, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.hexboard import hex_board

BOARD = hex_board(5)
COLOURS = ("Red", "Yellow")

VARIANTS = {
    variant.id: variant
    for variant in (
        Variant("basic", "Basic", 2, BOARD),
        Variant("advanced", "Advanced", 2, BOARD),
    )
}

INFO = GameInfo(
    id="glaisher",
    name="Glaisher",
    designer="Ken Shoda",
    year=2015,
    variants=tuple(VARIANTS.values()),
    colours=COLOURS,
    draws=True,
    goal="Separate your stacks into parts, and connect two opposite sides of the board with them.",
    turns=7,
    shape=Shape.STACK,
    endings=(
        (Reason.CONNECTED, "two opposite sides are connected"),
        (Reason.NO_MOVE, "{loser} cannot move"),
        (Reason.PLY_LIMIT, "400 moves have been made"),
    ),
    hints=(
        (
            StepKind.PIECE,
            (
                "It separates into parts of different heights, which all travel the same way. Then "
                "you place one new piece."
            ),
        ),
        (
            StepKind.DIRECTION,
            (
                "Each part travels exactly as many hexes as it is high. None may leave the board "
                "or land on a taller enemy stack."
            ),
        ),
        (
            StepKind.SPLIT,
            (
                "Each part travels exactly as many hexes as it is high, never off the board or "
                "onto a taller enemy stack. It flips the enemy stack that it lands on, and joins "
                "any stack."
            ),
        ),
        (
            StepKind.CELL,
            "On any empty hex; one that has just been left is empty too.",
        ),
    ),
)
