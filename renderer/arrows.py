"""Arrows over a finished board: only the pixels they touch are computed, once for each arrow."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from renderer.layout import Layout
from renderer.palette import Indices, Ink
from renderer.scene import Arrow, MarkKind, Scene
from renderer.shapes import Floats, edge, segment
from renderer.themes import Theme
from rules.game import Cell

_WIDTH = 0.055  # of the pitch
_RULER = 0.03
_EDGE = 0.02  # how far the edge reaches beyond it
_HEAD = 3.0  # of the width: how long a head is
_HALF_HEAD = 1.7
_NUMBER = 0.42  # of the pitch: how far from its middle what is numbered hides an arrow
_PIECE = 0.395  # and what is not: no arrow seems to belong to what it only passes


@dataclass(frozen=True, slots=True)
class _Stroke:
    """The pixels that an arrow touches, counted from its start, and how much of each it covers.

    ``line`` is the arrow itself, ``around`` it and its edge.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    line: Floats
    around: Floats


def draw_arrow(
    frame: Indices, arrow: Arrow, scene: Scene, layout: Layout, theme: Theme, ink: Ink
) -> None:
    """Draw ``arrow`` between the pieces, rings or names at its ends, below all on its way."""
    (ax, ay), (bx, by) = layout.centre(arrow.start), layout.centre(arrow.end)
    pitch, length = layout.pitch, math.hypot(bx - ax, by - ay)
    width = max((_RULER if arrow.plain else _WIDTH) * pitch, 1.6)
    back, front = _clearances(arrow, scene, layout, length, width)
    reach = max(_EDGE * pitch, 1.0)
    heads = 0 if arrow.plain else 2 if arrow.both_ways else 1
    stroke = _stroke(bx - ax, by - ay, round(back, 1), round(front, 1), width, reach, heads)
    rows, columns = stroke.rows + ay, stroke.columns + ax
    shown = (rows >= 0) & (rows < frame.shape[0]) & (columns >= 0) & (columns < frame.shape[1])
    for x, y, radius in _on_the_way(arrow, scene, layout, length):
        shown &= np.hypot(columns - x, rows - y) > radius
    rows, columns = rows[shown], columns[shown]
    pixels = ink.look_up(frame[rows, columns])
    line = theme.badge if arrow.plain else theme.last
    for colour, coverage in ((theme.edge, 0.85 * stroke.around[shown]), (line, stroke.line[shown])):
        pixels += (np.asarray(colour, np.float32) - pixels) * coverage[:, None]
    frame[rows, columns] = ink.index(pixels)


@functools.lru_cache(maxsize=256)
def _stroke(
    across: int, down: int, back: float, front: float, width: float, reach: float, heads: int
) -> _Stroke:
    """The stroke of an arrow that leads so many pixels right and down."""
    length = math.hypot(across, down)
    along = (across / length, down / length)
    margin = math.ceil(_HEAD * width + reach)
    left, top = min(across, 0) - margin, min(down, 0) - margin
    x = np.arange(left, max(across, 0) + margin + 1, dtype=np.float32)[None, :]
    y = np.arange(top, max(down, 0) + margin + 1, dtype=np.float32)[:, None]
    beside = y * along[0] - x * along[1]
    ahead = x * along[0] + y * along[1] - np.float32(back)
    shape = _shape(ahead, beside, length - back - front, width, heads)
    rows, columns = np.nonzero(shape < reach + 0.5)
    touched = shape[rows, columns]
    around = edge(touched - np.float32(reach))
    return _Stroke(rows + top, columns + left, edge(touched), around)


def _on_the_way(
    arrow: Arrow, scene: Scene, layout: Layout, length: float
) -> list[tuple[int, int, float]]:
    """The middles and radii of what an arrow passes below: pieces, and numbers in their place."""
    (ax, ay), (bx, by) = layout.centre(arrow.start), layout.centre(arrow.end)
    found = []
    for cell, look in scene.looks.items():
        stands = look.figure is not None and not look.figure.gone
        if (stands or look.crowded) and cell not in (arrow.start, arrow.end):
            x, y = layout.centre(cell)
            if math.hypot(x - ax, y - ay) + math.hypot(x - bx, y - by) < length + layout.pitch:
                numbered = look.crowded or (look.figure is not None and look.figure.numbered)
                found.append((x, y, (_NUMBER if numbered else _PIECE) * layout.pitch))
    return found


def _clearances(
    arrow: Arrow, scene: Scene, layout: Layout, length: float, width: float
) -> tuple[float, float]:
    """How far from the middles of its cells an arrow begins and ends, in pixels."""
    back, front = (_clearance(scene, cell, layout.pitch) for cell in (arrow.start, arrow.end))
    heads = _HEAD * width * (2 if arrow.both_ways else 1)
    over = back + front + heads - length
    return (back - over / 2, front - over / 2) if over > 0 else (back, front)


def _clearance(scene: Scene, cell: Cell, pitch: int) -> float:
    look = scene.looks.get(cell)
    if look is not None and look.figure is not None and not look.figure.gone:
        return 0.47 * pitch
    kinds = {mark.kind for mark in look.marks} if look is not None else set()
    return (0.4 if MarkKind.ORIGIN in kinds else 0.3) * pitch


def _shape(ahead: Floats, across: Floats, length: float, width: float, heads: int) -> Floats:
    """The distance to an arrow from 0 to ``length`` pixels ahead, with 0, 1 or 2 heads."""
    head = _HEAD * width
    start, end = head * (heads > 1), head * (heads > 0)
    shaft = segment(ahead - np.float32(start), across, max(length - end - start, 0.0), width)
    shape = np.minimum(shaft, _head(length - ahead, across, width)) if heads else shaft
    return np.minimum(shape, _head(ahead, across, width)) if heads > 1 else shape


def _head(behind: Floats, across: Floats, width: float) -> Floats:
    """A triangle whose point is at 0 and whose foot is behind it."""
    head, half = _HEAD * width, _HALF_HEAD * width
    slant = (np.abs(across) - behind * (half / head)) * (head / math.hypot(head, half))
    shape: Floats = np.maximum(behind - head, slant)
    return shape
