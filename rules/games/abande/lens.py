"""What counts now: in Abande a piece counts while an enemy piece is beside it."""

from rules.games.abande.info import NAMES
from rules.games.abande.turns import EMPTY, board_of, height, lonely
from rules.lens import Lens, Spot
from rules.texts import Text


def lens_of(variant: str, stacks: bytes) -> Lens:
    """The pieces that do not count, and the points if the match ended now."""
    names, alone = board_of(variant).names, lonely(variant, stacks)
    points = [0, 0]
    for cell, stack in enumerate(stacks):
        if stack != EMPTY:
            points[stack & 1] += 0 if cell in alone else height(stack)
    (white, first), (black, second) = zip(NAMES, points, strict=True)
    now = Text(
        "Points if it ended now: {white} {first}, {black} {second}.",
        white=white,
        first=first,
        black=black,
        second=second,
    )
    cells = " ".join(names[cell] for cell in alone)
    told = legend = Text("Every piece counts.")
    if cells:
        told = Text("Not counting: {cells}.", cells=cells)
        legend = Text("Pieces struck through do not count.")
    return Lens((now, told), legend, tuple(Spot(names[cell], faint=True) for cell in alone))
