"""Where the letters of suggested moves lie on a cell."""

import math
from dataclasses import dataclass

from renderer.pieces import RISE
from renderer.scene import CellLook, MarkKind
from rules.game import Shape

# Of the pitch.
_SHARED = {2: 0.32, 3: 0.48}  # half the width of a badge for so many letters
_SHARED_HIGH = 0.21  # and half its height
_LOWER = 0.2  # on a piece with a number of its own
_BEGUN = 0.21  # half the height of the letters of moves that begin in a cell, in its corner
_BEGUN_BELOW = 0.24  # or in its lower half, where they are two
_HEX_CORNER = 0.3  # how far from the middle that is
_SQUARE_CORNER = 0.265  # sideways and upward
_BELOW_PLUS = 0.16


@dataclass(frozen=True, slots=True)
class SharedBadge:
    """A badge for letters: half its width and height, and its ``place``, in pitches."""

    texts: tuple[str, ...]
    wide: float
    high: float
    place: tuple[float, float]


def shared_badge(look: CellLook) -> SharedBadge | None:
    """The badge of a cell that has two or three letters; None for any other."""
    texts = lettered(look)
    if len(texts) not in _SHARED:
        return None
    figure, down = look.figure, 0.0
    if figure is not None and figure.shape is Shape.TILE:
        down = -RISE
    elif figure is not None and figure.numbered:
        down = _LOWER
    elif figure is None and is_new(look):
        down = _BELOW_PLUS
    return SharedBadge(texts, _SHARED[len(texts)], _SHARED_HIGH, (0.0, down))


def begun_badge(look: CellLook, hexagonal: bool) -> SharedBadge | None:
    """The badge with the letters of the moves that begin in a cell; None for any other."""
    for mark in look.marks:
        if mark.kind is MarkKind.BEGINS:
            texts, turn = tuple(mark.text.split()), math.radians(mark.aside)
            if len(texts) > 1:
                return SharedBadge(texts, _SHARED[2], _BEGUN, (0.0, _BEGUN_BELOW))
            right, down = math.cos(turn), math.sin(turn)
            away = _HEX_CORNER if hexagonal else _SQUARE_CORNER / max(abs(right), abs(down))
            return SharedBadge(texts, _BEGUN, _BEGUN, (away * right, away * down))
    return None


def lettered(look: CellLook) -> tuple[str, ...]:
    """The letters of moves that end in a cell, and a plus that belongs to a single one.

    A plus has no room of its own where the same move begins.
    """
    told = next((each.text for each in look.marks if each.kind is MarkKind.OPTION), "").split()
    begun = any(mark.kind is MarkKind.START for mark in look.marks)
    return (*told, "+") if len(told) == 1 and begun and is_new(look) else tuple(told)


def is_new(look: CellLook) -> bool:
    """Whether a new piece comes there."""
    return any(mark.kind is MarkKind.ADDED for mark in look.marks)
