"""Where the letters of suggested moves lie on a cell."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from renderer.pieces import RISE
from renderer.scene import CellLook, MarkKind
from rules.game import Shape

# Of the pitch.
_WIDE = {1: 0.27, 2: 0.31, 3: 0.42}  # half the width of a badge for so many letters
_HIGH = {1: 0.27, 2: 0.185, 3: 0.185}  # and half its height
_LOWER = {2: 0.3, 3: 0.25}  # how far down it lies on a piece
_AT_FOOT = {2: (0.29, 0.16, 0.29), 3: (0.4, 0.15, 0.232)}  # all three below a number or a sign
_IN_CORNER = 0.18  # the radius of a badge beside a number or a cross, or where moves begin
_HEX_CORNER = 0.34  # how far from the middle that is
_SQUARE_CORNER = 0.29  # sideways and upward
_UPPER = {False: -30, True: -150}  # degrees: the second badge of a cell, or beside a plus too
_BELOW = 90
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
    texts, figure, down = _told(look, MarkKind.OPTION), look.figure, 0.0
    if not texts:
        return None
    numbered = look.stop or (figure is not None and figure.numbered)
    if len(texts) == 1 and (numbered or look.has(MarkKind.CAPTURED) or look.has(MarkKind.SWAPPED)):
        upper = bool(_told(look, MarkKind.BEGINS))
        return _in_corner(look, MarkKind.OPTION, hexagonal, upper=upper)
    if figure is not None and figure.shape is Shape.TILE:
        down = -RISE
    elif figure is not None or look.stop:
        return _lower(look, texts)
    elif len(texts) > 1 and look.has(MarkKind.ADDED):
        down = _BELOW_PLUS
    return _below(texts, down)


def begun_badge(look: CellLook, hexagonal: bool) -> Badge | None:
    """The badge with the letters of the moves that begin in a cell; None for any other."""
    texts = _told(look, MarkKind.BEGINS)
    if len(texts) > 1:
        aside = next(mark.aside for mark in look.marks if mark.kind is MarkKind.BEGINS)
        badge = _lower(look, texts)
        return badge if aside == _BELOW else replace(badge, place=(0.0, -badge.place[1]))
    upper = len(_told(look, MarkKind.OPTION)) > 1
    return _in_corner(look, MarkKind.BEGINS, hexagonal, upper=upper) if texts else None


def _lower(look: CellLook, texts: tuple[str, ...]) -> Badge:
    """The badge with letters on a piece."""
    numbered = look.figure is not None and look.figure.numbered
    if len(texts) > 1 and (numbered or look.has(MarkKind.SWAPPED)):
        wide, high, down = _AT_FOOT[len(texts)]
        return Badge(texts, wide, high, (0.0, down))
    return _below(texts, _LOWER.get(len(texts), 0.0))


def _told(look: CellLook, kind: MarkKind) -> tuple[str, ...]:
    """What the mark of a kind says."""
    return tuple(text for mark in look.marks if mark.kind is kind for text in mark.text.split())


def _below(texts: tuple[str, ...], down: float) -> Badge:
    return Badge(texts, _WIDE[len(texts)], _HIGH[len(texts)], (0.0, down))


def _in_corner(look: CellLook, kind: MarkKind, hexagonal: bool, *, upper: bool) -> Badge:
    """The badge of a mark with one letter where no arrow leads, or away from another badge."""
    mark, new = next(each for each in look.marks if each.kind is kind), look.has(MarkKind.ADDED)
    beside_number = mark.aside + 180 * (look.stop and look.has(MarkKind.CAPTURED))
    turn = math.radians(_UPPER[new] if upper else _BELOW if new else beside_number)
    right, down = math.cos(turn), math.sin(turn)
    away = _HEX_CORNER if hexagonal else _SQUARE_CORNER / max(abs(right), abs(down))
    return Badge((mark.text,), _IN_CORNER, _IN_CORNER, (away * right, away * down))
