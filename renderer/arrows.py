"""Arrows over a finished board: only the pixels they touch are computed, once for each arrow."""

import functools
import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from renderer.layout import Layout, Point
from renderer.palette import Indices, Ink
from renderer.pieces import top_of
from renderer.scene import Arrow, MarkKind, Scene
from renderer.shapes import HEAD, Floats, arrow, edge
from renderer.themes import Theme
from rules.game import Cell

_WIDTH = 0.062  # of the pitch
_RULER = 0.03
_EDGE = 0.02  # how far the edge reaches beyond it
_DASH = 1.6  # of an arrow's width: half of a dash and the hole behind it
_HOLE = 0.55  # and half of the hole
_SHORTEST = 0.46  # of the pitch: between neighbours an arrow reaches over the rims of its pieces
_BADGES = 0.40  # of the pitch: how far from its middle what has two numbers hides an arrow
_NUMBER = 0.25  # and what has one
_LETTER = 0.11  # and a letter of a name, half of its width, and half of its height
_NAME = 0.175
_FAR = 1.5  # of the pitch: how long an arrow is that passes something
_BESIDE = 0.06  # how much wider than its letters a name is


_Passed: TypeAlias = tuple[int, int, float, float]
"""The middle of what hides an arrow, and how far that reaches sideways and upward."""


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
    frame: Indices,
    arrow: Arrow,
    scene: Scene,
    layout: Layout,
    theme: Theme,
    ink: Ink,
    *,
    named: bool = False,
) -> None:
    """Draw ``arrow`` from its start to what is at its end, over pieces and below numbers.

    ``named`` says that bare cells have their names in their middles.
    """
    (ax, ay), (bx, by) = layout.centre(arrow.start), layout.centre(arrow.end)
    pitch, length = layout.pitch, math.hypot(bx - ax, by - ay)
    width = max((_RULER if arrow.plain else _WIDTH) * pitch, 1.6)
    back, front = _clearances(arrow, scene, layout, length)
    reach = max(_EDGE * pitch, 1.0)
    heads = 0 if arrow.plain else 1
    stroke = _stroke(
        *(bx - ax, by - ay, round(back, 1), round(front, 1), width, reach, heads),
        arrow.dashed,
    )
    rows, columns = stroke.rows + ay, stroke.columns + ax
    shown = (rows >= 0) & (rows < frame.shape[0]) & (columns >= 0) & (columns < frame.shape[1])
    passed = _on_the_way(arrow, scene, layout)
    if named and length > _FAR * pitch:
        passed += _names_on_the_way(arrow, scene, layout)
    for x, y, wide, high in passed:
        shown &= np.hypot((columns - x) / wide, (rows - y) / high) > 1
    rows, columns = rows[shown], columns[shown]
    pixels = ink.look_up(frame[rows, columns])
    line = theme.badge if arrow.plain or arrow.suggested else theme.last
    for colour, coverage in ((theme.edge, 0.85 * stroke.around[shown]), (line, stroke.line[shown])):
        pixels += (np.asarray(colour, np.float32) - pixels) * coverage[:, None]
    frame[rows, columns] = ink.index(pixels)


@functools.lru_cache(maxsize=256)
def _stroke(
    across: int,
    down: int,
    back: float,
    front: float,
    width: float,
    reach: float,
    heads: int,
    dashed: bool,
) -> _Stroke:
    """The stroke of an arrow that leads so many pixels right and down; its head is never dashed."""
    length = math.hypot(across, down)
    along = (across / length, down / length)
    margin = math.ceil(HEAD * width + reach)
    left, top = min(across, 0) - margin, min(down, 0) - margin
    x = np.arange(left, max(across, 0) + margin + 1, dtype=np.float32)[None, :]
    y = np.arange(top, max(down, 0) + margin + 1, dtype=np.float32)[:, None]
    beside = y * along[0] - x * along[1]
    ahead = x * along[0] + y * along[1] - np.float32(back)
    long = length - back - front
    shape = arrow(ahead, beside, long, width, heads)
    if dashed:
        gap = np.abs((ahead / np.float32(_DASH * width)) % 2 - 1) * np.float32(_DASH * width)
        hole = (gap < np.float32(_HOLE * width)) & (ahead < long - HEAD * width)
        shape = np.where(hole, np.float32(reach + 1), shape)
    rows, columns = np.nonzero(shape < reach + 0.5)
    touched = shape[rows, columns]
    around = edge(touched - np.float32(reach))
    return _Stroke(rows + top, columns + left, edge(touched), around)


def _on_the_way(arrow: Arrow, scene: Scene, layout: Layout) -> list[_Passed]:
    """The numbers that an arrow passes below."""
    ends, found = (layout.centre(arrow.start), layout.centre(arrow.end)), []
    for cell, look in scene.looks.items():
        numbered = look.figure is not None and look.figure.numbered
        if not (numbered or look.crowded or look.stop) or cell in (arrow.start, arrow.end):
            continue
        x, y = layout.centre(cell)
        if _beside(ends, (x, y), layout.pitch):
            reach = (_BADGES if look.crowded else _NUMBER) * layout.pitch
            up = round(top_of(look.figure, layout.pitch)) if look.figure is not None else 0
            found.append((x, y - up, reach, reach))
    return found


def _names_on_the_way(arrow: Arrow, scene: Scene, layout: Layout) -> list[_Passed]:
    """The names of bare cells that an arrow passes below."""
    ends, found = (layout.centre(arrow.start), layout.centre(arrow.end)), []
    for cell in layout.board.names:
        if cell not in scene.looks and _beside(ends, layout.centre(cell), layout.pitch / 4):
            x, y = layout.centre(cell)
            wide = (len(cell) * _LETTER + _BESIDE) * layout.pitch
            found.append((x, y, wide, _NAME * layout.pitch))
    return found


def _beside(ends: tuple[Point, Point], place: Point, detour: float) -> bool:
    """Whether the way by ``place`` is longer than that between the ends by less than a detour."""
    start, end = ends
    return math.dist(start, place) + math.dist(place, end) < math.dist(start, end) + detour


def _clearances(arrow: Arrow, scene: Scene, layout: Layout, length: float) -> tuple[float, float]:
    """How far from the middles of its cells an arrow begins and ends, in pixels."""
    back, front = (_clearance(scene, cell, layout.pitch) for cell in (arrow.start, arrow.end))
    over = max(back + front + _SHORTEST * layout.pitch - length, 0.0)
    return back - over / 2, front - over / 2


def _clearance(scene: Scene, cell: Cell, pitch: int) -> float:
    look = scene.looks.get(cell)
    if look is not None and look.figure is not None and not look.figure.gone:
        return 0.42 * pitch
    marks = look.marks if look is not None else ()
    if any(mark.kind is MarkKind.ORIGIN for mark in marks) and not (look and look.stop):
        return 0.0
    return (0.4 if any(" " in mark.text for mark in marks) else 0.3) * pitch
