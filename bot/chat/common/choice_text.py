"""What stands on the choices of a step."""

from collections.abc import Sequence

from bot.services.composer import Part
from rules.game import Step, StepKind

MOVE, PLACE = "Move", "Place"
_ARROWS = {
    "N": "↑",
    "NE": "↗",
    "E": "→",
    "SE": "↘",
    "S": "↓",
    "SW": "↙",
    "W": "←",
    "NW": "↖",
}
_TOP, _MIDDLE, _BOTTOM = "the top", "the middle", "the bottom"
_BANDS = {2: (_TOP, _BOTTOM), 3: (_TOP, _MIDDLE, _BOTTOM)}


def option(number: str, step: Step, *, turned: bool = False) -> str:
    """A choice by its number on the board: ``3 · d4``; parts by their direction: ``↗ 4+2``.

    Where parts are chosen, the board shows distances instead, which are the heights of the parts.
    """
    if step.kind is StepKind.SPLIT:
        return _label(step, turned)
    return f"{number} · {_label(step, turned)}"


def plain(step: Step) -> str:
    """A choice that has no place on the board: ``Pass``."""
    return step.label[:1].upper() + step.label[1:]


def both(numbers: Sequence[str]) -> str:
    """The numbers of a choice with several places: ``1 + 3``."""
    return " + ".join(numbers)


def way_in(part: Part, *, turned: bool = False) -> str:
    """To begin a move, among these choices: ``Move``, ``Place at the top``."""
    verb = PLACE if part.kind is StepKind.CELL else MOVE
    return verb if part.bands == 1 else f"{verb} {_where(part, turned)}"


def band(part: Part, *, turned: bool = False) -> str:
    """Where the choices of a part lie, in the picture as it is shown: ``the top``."""
    number = part.bands - 1 - part.band if turned else part.band
    known = _BANDS.get(part.bands)
    return known[number] if known else f"part {number + 1} of {part.bands}"


def _where(part: Part, turned: bool) -> str:
    lies = band(part, turned=turned)
    if part.kind is StepKind.PIECE:
        return f"from {lies}"
    if part.kind is StepKind.LANDING:
        return f"to {lies}"
    return f"at {lies}" if lies in (_TOP, _BOTTOM) else f"in {lies}"


def _label(step: Step, turned: bool) -> str:
    """The label with an arrow in place of a direction, as the board is shown.

    An empty cell is told by its name alone: phones have little room, and the question says more.
    """
    if step.kind is StepKind.CELL:
        return step.cells[0]
    first, _, rest = step.label.partition(" ")
    if step.kind not in (StepKind.SPLIT, StepKind.DIRECTION) or first not in _ARROWS:
        return step.label
    arrows = list(_ARROWS.values())
    arrow = arrows[(list(_ARROWS).index(first) + 4 * turned) % len(arrows)]
    return f"{arrow} {rest}".rstrip()
