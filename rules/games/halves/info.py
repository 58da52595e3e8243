"""What Halves is: its variants, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.openfield import OPEN_FIELD

COLOURS = ("Light", "Dark", "Grey")

_NO_CHOICE = "Build one shape together, then take it apart: the first without a tile wins."
_GIVEN_SHAPE = "Choose a colour, then take the shape apart: the first without a tile wins."

VARIANTS = {
    variant.id: variant
    for variant in (
        Variant("2p", "Two players", 2, OPEN_FIELD),
        Variant("3p", "Three players", 3, OPEN_FIELD),
        Variant("2p-nocontract", "Two players, no contract", 2, OPEN_FIELD, False, _NO_CHOICE),
        Variant("3p-nocontract", "Three players, no contract", 3, OPEN_FIELD, False, _NO_CHOICE),
        Variant("2p-random", "Two players, random tiles", 2, OPEN_FIELD, True, _GIVEN_SHAPE),
        Variant("3p-random", "Three players, random tiles", 3, OPEN_FIELD, True, _GIVEN_SHAPE),
    )
}

INFO = GameInfo(
    id="halves",
    name="Halves",
    designer="Cameron Browne",
    year=2007,
    variants=tuple(VARIANTS.values()),
    colours=COLOURS,
    draws=False,
    goal=(
        "Build one shape together, then choose colours, then take it apart: "
        "the first without a tile wins."
    ),
    turns=18,
    shape=Shape.TILE,
    endings=((Reason.EMPTIED, "with no tile left"),),
    hints=(
        (
            StepKind.CELL,
            (
                "On an empty hex beside a tile of another colour. Later tiles are removed, and "
                "only the largest part that hangs together stays: who is first without a tile wins."
            ),
        ),
        (
            StepKind.PIECE,
            (
                "If the rest falls apart, only the largest part stays. The first without a tile "
                "wins."
            ),
        ),
        (
            StepKind.COLOUR,
            (
                "You will remove these tiles: look where many of them can be cut off at once. "
                "Its holder gets yours in exchange. The next player then removes the first tile."
            ),
        ),
        (
            StepKind.SUBSET,
            "They are equally large; the others are cut off.",
        ),
    ),
)
