"""What counts now: in Abande a piece counts while an enemy piece is beside it."""

from rules.game import Colour
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


def changes_of(variant: str, was: bytes, now: bytes, side: Colour) -> tuple[Text, ...]:
    """Which cells bring other points than before, and why: ``c5 is covered: White \u22121.``"""
    points = [_points(variant, stacks, side) for stacks in (was, now)]
    told = list[Text]()
    for cell, (before, after) in enumerate(zip(*points, strict=True)):
        if before == after:
            continue
        if was[cell] == now[cell]:
            why = _ALONE if after < before else _TOUCHES
        elif after:
            why = _STANDS
        else:
            why = _EMPTY if now[cell] == EMPTY else _COVERED
        number = f"{after - before:+}".replace("-", "\u2212")
        names = {"side": NAMES[side], "other": NAMES[1 - side]}
        told.append(why.of(cell=board_of(variant).names[cell], number=number, **names))
    return tuple(told)


def _points(variant: str, stacks: bytes, side: Colour) -> list[int]:
    """What each cell brings to a side."""
    alone = lonely(variant, stacks)
    return [
        height(stack) if stack != EMPTY and stack & 1 == side and cell not in alone else 0
        for cell, stack in enumerate(stacks)
    ]


_COVERED = Text("{cell} is covered: {side} {number}.")
_EMPTY = Text("{cell} is empty: {side} {number}.")
_STANDS = Text("{cell} holds a piece of {side}: {side} {number}.")
_TOUCHES = Text("{cell} touches {other} now: {side} {number}.")
_ALONE = Text("{cell} no longer touches {other}: {side} {number}.")
