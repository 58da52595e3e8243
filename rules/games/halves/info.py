"""What Halves is: its variants, its colours, and what people are told about it."""

from rules.game import GameInfo, Reason, Shape, StepKind, Variant
from rules.geometry.openfield import OPEN_FIELD
from rules.texts import Text
from rules.verdict import Verdict

NAMES = (Text("Light", "side"), Text("Dark", "side"), Text("Grey", "side"))
COLOURS = tuple(map(str, NAMES))
STRAY = Text("neutral", "side")
"""What tiles are called whose player has left."""

_NO_CHOICE = Text("Build one shape together, then take it apart: the first without a tile wins.")
_GIVEN_SHAPE = Text("Choose a colour, then take the shape apart: the first without a tile wins.")
_TWO, _THREE = Text("Two players", "variant"), Text("Three players", "variant")
_TWO_FIXED, _THREE_FIXED = (
    Text("Two players, no choice of colours"),
    Text("Three players, no choice of colours"),
)
_TWO_GIVEN, _THREE_GIVEN = Text("Two players, random tiles"), Text("Three players, random tiles")

VARIANTS = {
    variant.id: variant
    for variant in (
        Variant("2p", _TWO, 2, OPEN_FIELD),
        Variant("3p", _THREE, 3, OPEN_FIELD),
        Variant("2p-nocontract", _TWO_FIXED, 2, OPEN_FIELD, False, _NO_CHOICE),
        Variant("3p-nocontract", _THREE_FIXED, 3, OPEN_FIELD, False, _NO_CHOICE),
        Variant("2p-random", _TWO_GIVEN, 2, OPEN_FIELD, True, _GIVEN_SHAPE),
        Variant("3p-random", _THREE_GIVEN, 3, OPEN_FIELD, True, _GIVEN_SHAPE),
    )
}

INFO = GameInfo(
    id="halves",
    name="Halves",
    designer="Cameron Browne",
    year=2007,
    variants=tuple(VARIANTS.values()),
    sides=NAMES,
    draws=False,
    goal=Text("Build a shape, choose colours, take it apart: first without a tile wins."),
    turns=18,
    shape=Shape.TILE,
    endings={
        Reason.EMPTIED: Verdict(
            Text("{winner} wins with no tile left."),
            Text("{winner} share first place with no tile left."),
            Text("Draw: nobody has a tile left."),
        )
    },
    hints={
        StepKind.CELL: Text(
            "On an empty hex next to a tile of another colour. Later, tiles are removed and "
            "only the largest connected part stays. The first player without a tile wins."
        ),
        StepKind.PIECE: Text(
            "If the rest falls apart, only the largest part stays. The first without a tile wins."
        ),
        StepKind.COLOUR: Text(
            "You will remove tiles of this colour, so look where many can be cut off at once. "
            "Its player gets your colour. The next player then removes the first tile."
        ),
        StepKind.SUBSET: Text("They are equally large; the others are cut off."),
    },
    lens=Text("Cut-offs", "lens"),
)
