"""Convex shapes around points: what the plate below a board is cut to."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

Corner: TypeAlias = tuple[float, float]
"""Right of and below an origin, in any unit."""

_HAIR = 1e-3
_STRAIGHT = 1e-9  # how far from a line the middles of cells in a row may be by rounding
_AROUND = ((-_HAIR, -_HAIR), (_HAIR, -_HAIR), (_HAIR, _HAIR), (-_HAIR, _HAIR))


def hull(points: Iterable[Corner]) -> tuple[Corner, ...]:
    """The corners of the smallest convex shape that holds ``points``, one after the other.

    A point alone, or points in a line, are given a hair's breadth, so that there are sides.
    """
    ordered = sorted(set(points))
    corners = (*_half(ordered), *_half(ordered[::-1]))
    if len(corners) > 2:
        return corners
    return hull((x + right, y + down) for x, y in ordered for right, down in _AROUND)


def widened(corners: Sequence[Corner], by: float) -> tuple[Corner, ...]:
    """A convex shape with all its sides moved out by ``by``; its corners stay sharp."""
    sides = [_moved(start, end, by) for start, end in pairwise((*corners, corners[0]))]
    return tuple(_crossing(one, other) for one, other in pairwise((sides[-1], *sides)))


_Side: TypeAlias = tuple[float, float, float]
"""The line of all ``(x, y)`` with ``a * x + b * y == c``; ``(a, b)`` points outward."""


def _half(ordered: Sequence[Corner]) -> list[Corner]:
    """The corners along one side of ``ordered`` points, without the last."""
    kept: list[Corner] = []
    for point in ordered:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= _STRAIGHT:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(first: Corner, second: Corner, third: Corner) -> float:
    ahead, aside = second[0] - first[0], second[1] - first[1]
    return ahead * (third[1] - first[1]) - aside * (third[0] - first[0])


def _moved(start: Corner, end: Corner, by: float) -> _Side:
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    a, b = down / length, -across / length
    return a, b, a * start[0] + b * start[1] + by


def _crossing(one: _Side, other: _Side) -> Corner:
    a, b, c = one
    d, e, f = other
    area = a * e - b * d
    return (c * e - b * f) / area, (a * f - c * d) / area
