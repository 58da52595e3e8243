"""Where the letters of suggested moves lie on a cell."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from renderer.pieces import RISE
from renderer.scene import CellLook, MarkKind
from rules.game import Shape

# Of the pitch.
_WIDE = {1: 0.27, 2: 0.31, 3: 0.42}  # half the width of a badge for so many letters
_HIGH = {1: 0.27, 2: 0.185, 3: 0.185}  # and half its height
_LOWER = {2: 0.3, 3: 0.25}  # how far down it lies on a piece
_IN_CORNER = 0.2  # the radius of a badge beside a number or a cross, or where moves begin
_HEX_CORNER = 0.33  # how far from the middle that is
_SQUARE_CORNER = 0.275  # sideways and upward
_UPPER = -30  # degrees: in which corner the second badge of a cell is
_BELOW_PLUS = 0.16


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge for letters: half its width and height, and its ``place``, in pitches."""

    texts: tuple[str, ...]
    wide: float
    high: float
    place: tuple[float, float]


def badges(look: CellLook, hexagonal: bool) -> Iterator[Badge]:
    """The badges with letters of suggested moves on a cell."""
    if look.suggested:
        for found in (ended_badge(look, hexagonal), begun_badge(look, hexagonal)):
            if found is not None:
                yield found


def ended_badge(look: CellLook, hexagonal: bool) -> Badge | None:
    """The badge with the letters of the moves that end in a cell; None for any other."""
    texts, figure, down = lettered(look), look.figure, 0.0
    if not texts:
        return None
    numbered = look.stop or (figure is not None and figure.numbered)
    if len(texts) == 1 and (numbered or _is_taken(look)):
        upper = bool(_told(look, MarkKind.BEGINS))
        return _in_corner(look, MarkKind.OPTION, hexagonal, upper=upper)
    if figure is not None and figure.shape is Shape.TILE:
        down = -RISE
    elif figure is not None or look.stop:
        down = _LOWER.get(len(texts), 0.0)
    elif len(texts) > 1 and is_new(look):
        down = _BELOW_PLUS
    return _below(texts, down)


def begun_badge(look: CellLook, hexagonal: bool) -> Badge | None:
    """The badge with the letters of the moves that begin in a cell; None for any other."""
    texts = _told(look, MarkKind.BEGINS)
    if len(texts) > 1:
        return _below(texts, _LOWER[len(texts)])
    upper = len(lettered(look)) > 1
    return _in_corner(look, MarkKind.BEGINS, hexagonal, upper=upper) if texts else None


def _is_taken(look: CellLook) -> bool:
    return any(mark.kind is MarkKind.CAPTURED for mark in look.marks)


def _told(look: CellLook, kind: MarkKind) -> tuple[str, ...]:
    """What the mark of a kind says."""
    return tuple(text for mark in look.marks if mark.kind is kind for text in mark.text.split())


def _below(texts: tuple[str, ...], down: float) -> Badge:
    return Badge(texts, _WIDE[len(texts)], _HIGH[len(texts)], (0.0, down))


def _in_corner(look: CellLook, kind: MarkKind, hexagonal: bool, *, upper: bool) -> Badge:
    """The badge of a mark with one letter where no arrow leads, or away from another badge."""
    mark = next(each for each in look.marks if each.kind is kind)
    beside_number = mark.aside + 180 * (look.stop and _is_taken(look))
    turn = math.radians(_UPPER if upper else beside_number)
    right, down = math.cos(turn), math.sin(turn)
    away = _HEX_CORNER if hexagonal else _SQUARE_CORNER / max(abs(right), abs(down))
    return Badge((mark.text,), _IN_CORNER, _IN_CORNER, (away * right, away * down))


def lettered(look: CellLook) -> tuple[str, ...]:
    """The letters of moves that end in a cell, and a plus that belongs to a single one.

    A plus has no room of its own where the same move begins.
    """
    told = _told(look, MarkKind.OPTION)
    begun = any(mark.kind is MarkKind.START for mark in look.marks)
    return (*told, "+") if len(told) == 1 and begun and is_new(look) else told


def is_new(look: CellLook) -> bool:
    """Whether a new piece comes there."""
    return any(mark.kind is MarkKind.ADDED for mark in look.marks)
