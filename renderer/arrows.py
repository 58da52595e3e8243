"""Arrows over a finished board: only the pixels they touch are computed."""

from __future__ import annotations

import math

import numpy as np

from renderer.layout import Layout
from renderer.palette import Indices, Ink
from renderer.scene import Arrow, MarkKind, Scene
from renderer.shapes import Floats, edge, segment
from renderer.themes import Theme
from rules.game import Cell

_WIDTH = 0.06  # of the pitch
_DARK = (20, 20, 20)
_HEAD = 2.9  # of the width: how long a head is
_HALF_HEAD = 1.55
_HIDDEN = 0.4  # of the pitch: how far from its middle a numbered piece hides an arrow


def draw_arrow(
    frame: Indices, arrow: Arrow, scene: Scene, layout: Layout, theme: Theme, ink: Ink
) -> None:
    """Draw ``arrow`` between the pieces, rings or names at its ends."""
    (ax, ay), (bx, by) = layout.centre(arrow.start), layout.centre(arrow.end)
    length = math.hypot(bx - ax, by - ay)
    along = ((bx - ax) / length, (by - ay) / length)
    width = max(_WIDTH * layout.pitch, 1.6)
    back, front = _clearances(arrow, scene, layout, length, width)
    margin = math.ceil(2 * _HEAD * width)
    left, top = max(min(ax, bx) - margin, 0), max(min(ay, by) - margin, 0)
    box = frame[top : max(ay, by) + margin, left : max(ax, bx) + margin]
    x = np.arange(box.shape[1], dtype=np.float32)[None, :] + np.float32(left - ax)
    y = np.arange(box.shape[0], dtype=np.float32)[:, None] + np.float32(top - ay)
    across = y * along[0] - x * along[1]
    rows, columns = np.nonzero(np.abs(across) < 2 * width + 3)
    ahead = x[0, columns] * along[0] + y[rows, 0] * along[1] - np.float32(back)
    shape = _shape(ahead, across[rows, columns], length - back - front, width, arrow.both_ways)
    shown = shape < 2.5
    for ax, ay in _numbers_on_the_way(arrow, scene, layout):
        shown &= np.hypot(x[0, columns] - ax, y[rows, 0] - ay) > _HIDDEN * layout.pitch
    rows, columns, shape = rows[shown], columns[shown], shape[shown]
    pixels = ink.look_up(box[rows, columns])
    for colour, coverage in (
        (_DARK, 0.35 * edge(shape - np.float32(1.6))),
        (theme.last, 0.85 * edge(shape)),
    ):
        pixels += (np.asarray(colour, np.float32) - pixels) * coverage[:, None]
    box[rows, columns] = ink.index(pixels)


def _numbers_on_the_way(arrow: Arrow, scene: Scene, layout: Layout) -> list[tuple[int, int]]:
    """The pieces that an arrow passes below, for their numbers are to be read.

    Their middles are counted from the arrow's start.
    """
    ax, ay = layout.centre(arrow.start)
    return [
        (x - ax, y - ay)
        for cell, look in scene.looks.items()
        if cell not in (arrow.start, arrow.end) and look.figure is not None
        if look.figure.numbered and not look.figure.faded
        for x, y in (layout.centre(cell),)
    ]


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
    if look is not None and look.figure is not None and not look.figure.faded:
        return 0.47 * pitch
    kinds = {mark.kind for mark in look.marks} if look is not None else set()
    return (0.36 if MarkKind.ORIGIN in kinds else 0.28) * pitch


def _shape(ahead: Floats, across: Floats, length: float, width: float, both_ways: bool) -> Floats:
    """The distance to an arrow from 0 to ``length`` pixels ahead."""
    head = _HEAD * width
    back = head if both_ways else 0.0
    shaft = segment(ahead - np.float32(back), across, max(length - head - back, 0.0), width)
    body = np.minimum(shaft, _head(length - ahead, across, width))
    return np.minimum(body, _head(ahead, across, width)) if both_ways else body


def _head(behind: Floats, across: Floats, width: float) -> Floats:
    """A triangle whose point is at 0 and whose foot is behind it."""
    head, half = _HEAD * width, _HALF_HEAD * width
    slant = (np.abs(across) - behind * (half / head)) * (head / math.hypot(head, half))
    shape: Floats = np.maximum(behind - head, slant)
    return shape
