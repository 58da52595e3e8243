"""Shapes as signed distances in pixels, and a surface to put them on with smooth edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from renderer.themes import Rgb

Corner: TypeAlias = tuple[float, float]
"""Right of and below an origin, in any unit."""

HEAD = 3.0
"""How long an arrow's head is, of the arrow's width."""

_HALF_HEAD = 1.7
_BAND = 40  # rows
_HAIR = 1e-3
_STRAIGHT = 1e-9  # how far from a line the middles of cells in a row may be by rounding
_AROUND = ((-_HAIR, -_HAIR), (_HAIR, -_HAIR), (_HAIR, _HAIR), (-_HAIR, _HAIR))
_Side: TypeAlias = tuple[float, float, float]
"""The line of all ``(x, y)`` with ``a * x + b * y == c``; ``(a, b)`` points outward."""
Floats: TypeAlias = NDArray[np.float32]
"""Numbers for every pixel of a surface."""
_ROOT = np.float32(math.sqrt(3) / 2)


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


def edge(distance: Floats) -> Floats:
    """How much of each pixel lies inside a shape, 0 to 1: one pixel from outside to inside."""
    inside: Floats = np.clip(np.float32(0.5) - distance, 0, 1)
    return inside


def soft(distance: Floats, spread: float) -> Floats:
    """The same with a wide, smooth edge that reaches ``spread`` pixels either way."""
    share: Floats = np.clip(0.5 - distance / (2 * spread), 0, 1)
    return share * share * (3 - 2 * share)


def outline(distance: Floats, width: float) -> Floats:
    """The distance to a line of ``width`` pixels along a shape's border."""
    return np.abs(distance) - np.float32(width / 2)


def from_middle(x: Floats, y: Floats) -> Floats:
    """The distance from the origin, in a fifth of the time that ``np.hypot`` takes."""
    distance: Floats = np.sqrt(x * x + y * y)
    return distance


def circle(x: Floats, y: Floats, radius: float) -> Floats:
    """A disc around the origin."""
    return from_middle(x, y) - np.float32(radius)


def hexagon(x: Floats, y: Floats, inradius: float, corner: float = 0.0) -> Floats:
    """A hexagon standing on a corner, with corners rounded by ``corner`` pixels."""
    inner = inradius - corner
    half_x, half_y = 0.5 * x, 0.5 * y
    tall_x, tall_y = _ROOT * x, _ROOT * y
    east, rising, falling = np.abs(x), np.abs(half_x - tall_y), np.abs(half_x + tall_y)
    ahead = np.maximum(np.maximum(east, rising), falling)  # towards the nearest side
    along = np.where(rising >= falling, np.abs(tall_x + half_y), np.abs(tall_x - half_y))
    along = np.where(ahead == east, np.abs(y), along)
    ahead = ahead - np.float32(inner)
    beside = along - np.float32(inner / math.sqrt(3))  # beyond the side's end
    distance: Floats = np.where(beside > 0, from_middle(ahead, beside), ahead) - np.float32(corner)
    return distance


def rounded_square(x: Floats, y: Floats, half: float, corner: float = 0.0) -> Floats:
    """A square of ``2 * half`` pixels with corners rounded by ``corner`` pixels."""
    return rounded_box(x, y, half, half, corner)


def rounded_box(
    x: Floats, y: Floats, half_width: float, half_height: float, corner: float
) -> Floats:
    """A box around the origin with corners rounded by ``corner`` pixels."""
    across, up = np.abs(x) - (half_width - corner), np.abs(y) - (half_height - corner)
    outside = from_middle(np.maximum(across, 0), np.maximum(up, 0))
    return (outside + np.minimum(np.maximum(across, up), 0) - corner).astype(np.float32)


def polygon(x: Floats, y: Floats, corners: Sequence[Corner], corner: float = 0.0) -> Floats:
    """A convex shape of at least three ``corners`` in order, grown and rounded by ``corner``."""
    inside = np.full(np.broadcast_shapes(x.shape, y.shape), -np.inf, np.float32)
    away = np.full_like(inside, np.inf)
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        length = math.hypot(bx - ax, by - ay)
        across, down = (bx - ax) / length, (by - ay) / length
        along = (x - ax) * across + (y - ay) * down
        beside = (x - ax) * down - (y - ay) * across
        inside = np.maximum(inside, beside)
        beyond = along - np.clip(along, 0, length)
        away = np.minimum(away, beside * beside + beyond * beyond)
    distance: Floats = np.where(inside > 0, np.sqrt(away), inside) - np.float32(corner)
    return distance.astype(np.float32)


def triangle(x: Floats, y: Floats, radius: float) -> Floats:
    """An equilateral triangle with a corner upward; ``radius`` is from the middle to a corner."""
    slanted = np.abs(x) * np.float32(math.sqrt(3) / 2) - y / 2
    return np.maximum(slanted, y) - np.float32(radius / 2)


def segment(x: Floats, y: Floats, length: float, width: float) -> Floats:
    """A stroke with round ends from the origin to ``length`` pixels right of it."""
    return from_middle(x - np.clip(x, 0, length), y) - np.float32(width / 2)


def arrow(ahead: Floats, across: Floats, length: float, width: float) -> Floats:
    """The distance to an arrow from 0 to ``length`` pixels ahead."""
    shaft = segment(ahead, across, max(length - HEAD * width, 0.0), width)
    return np.minimum(shaft, head(length - ahead, across, width))


def turning(x: Floats, y: Floats, radius: float, width: float) -> Floats:
    """Three quarters of a circle around the origin, clockwise, with a head on the left."""
    angle, long = np.arctan2(y, x), HEAD * width
    beyond = angle - np.clip(angle, -math.pi / 2, math.pi)
    arc = from_middle(from_middle(x, y) - radius, radius * beyond) - np.float32(width / 2)
    tip = head(y + np.float32(0.8 * long), x + np.float32(radius), width)
    distance: Floats = np.minimum(arc, tip)
    return distance


def head(behind: Floats, across: Floats, width: float) -> Floats:
    """A triangle whose point is at 0 and whose foot is behind it."""
    long, half = HEAD * width, _HALF_HEAD * width
    slant = (np.abs(across) - behind * (half / long)) * (long / math.hypot(long, half))
    shape: Floats = np.maximum(behind - long, slant)
    return shape


def cross(x: Floats, y: Floats, radius: float, width: float) -> Floats:
    """Two strokes crossing at the origin, each reaching ``radius`` pixels diagonally."""
    return np.minimum(slash(x, y, radius, width), slash(x, -y, radius, width))


def slash(x: Floats, y: Floats, radius: float, width: float) -> Floats:
    """A stroke through the origin that rises to the right, as one of a cross."""
    half = math.sqrt(0.5)
    return segment((x - y) * half + radius, (x + y) * half, 2 * radius, width)


def plus(x: Floats, y: Floats, radius: float, width: float) -> Floats:
    """Two strokes crossing at the origin, each reaching ``radius`` pixels to both sides."""
    return np.minimum(
        segment(x + radius, y, 2 * radius, width), segment(y + radius, x, 2 * radius, width)
    )


def dashes(surface: Surface, number: int) -> Floats:
    """How much is left of a line around the middle that is cut into ``number`` dashes."""
    share: Floats = np.clip((np.sin(np.arctan2(surface.y, surface.x) * number) + 0.25) * 6, 0, 1)
    return share


class Surface:
    """Pixels that shapes are laid over, with ``x`` and ``y`` counted from a given middle."""

    def __init__(self, pixels: Floats, middle: tuple[float, float]) -> None:
        """Draw on ``pixels`` (rows, columns, 3) around ``middle``, which lies between pixels."""
        height, width = pixels.shape[:2]
        self.pixels = pixels
        self.x = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5 - middle[0])
        self.y = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5 - middle[1])

    @classmethod
    def plain(cls, width: int, height: int, colour: Rgb) -> Surface:
        """A surface of one colour, counted from its top left."""
        return cls(np.full((height, width, 3), colour, np.float32), (0, 0))

    def lay(
        self, colour: Rgb | Floats, coverage: NDArray[np.floating], strength: float = 1.0
    ) -> None:
        """Lay a colour, or a colour for every pixel, over what is there."""
        share, laid = coverage * np.float32(strength), np.asarray(colour, np.float32)
        for channel in range(3):  # half the time of all at once
            part = self.pixels[..., channel]
            part += (laid[..., channel] - part) * share

    def bands(self) -> Iterator[Surface]:
        """A large surface in parts, one below the other, whose work fits a processor's cache."""
        for top in range(0, len(self.pixels), _BAND):
            part = Surface(self.pixels[top : top + _BAND], (0, 0))
            part.x, part.y = self.x, self.y[top : top + _BAND]
            yield part

    def stamp(
        self, colour: Rgb, coverage: Floats, left: int, top: int, strength: float = 1
    ) -> None:
        """Lay a smaller coverage whose corner lies at ``left`` and ``top``, cut at the border."""
        height, width = self.pixels.shape[:2]
        rows = slice(max(top, 0), min(top + coverage.shape[0], height))
        columns = slice(max(left, 0), min(left + coverage.shape[1], width))
        part = coverage[rows.start - top : rows.stop - top, columns.start - left :]
        part = part[:, : columns.stop - columns.start]
        under = self.pixels[rows, columns]
        under += (np.asarray(colour, np.float32) - under) * (part * np.float32(strength))[..., None]
