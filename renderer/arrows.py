"""Arrows over a finished board: only the pixels they touch are computed, once for each arrow."""

import functools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from renderer.badges import badges, ended_badge
from renderer.layout import Layout, Point
from renderer.palette import Indices, Ink
from renderer.pieces import top_of
from renderer.scene import BARE, Arrow, MarkKind, Scene
from renderer.shapes import HEAD, Floats, edge, head, segment
from renderer.themes import Theme, written_on
from rules.game import Cell, Shape

_WIDTH = 0.062  # of the pitch
_SUGGESTED = 0.075
_RULER = 0.03
_EDGE = 0.02  # how far the edge reaches beyond it
_RING = 0.34  # of the pitch: where an arrow begins outside the ring of its origin
_DASH = 2.5  # of an arrow's width: half of a dash and the hole behind it
_HOLE = 0.9  # and half of the hole
_SHORTEST = 0.3  # of the pitch: between neighbours an arrow is hardly more than its head
_BADGES = 0.3  # of the pitch: how far from its middle what has two numbers hides an arrow
_NUMBER = 0.25  # and what has one
_HEIGHT = 0.19  # and the number of a stack where an arrow ends behind it
_LETTER = 0.11  # and a letter of a name, half of its width, and half of its height
_NAME = 0.175
_DISC = 0.38  # and a stack that it passes below
_PIECE = 0.42  # how far from the middle of a piece an arrow ends
_RIM = 0.36  # and from that of a stack one that is suggested
_FAR = 1.5  # of the pitch: how long an arrow is that passes something
_BESIDE = 0.06  # how much wider than its letters a name is


_Passed: TypeAlias = tuple[int, int, float, float]
"""The middle of what hides an arrow, and how far that reaches sideways and upward."""

_Written: TypeAlias = Mapping[Cell, tuple[Point, _Passed]]
"""What is written on cells, with the cells' middles."""


@dataclass(frozen=True, slots=True)
class _Hiding:
    """What arrows pass below: numbers, names, letters, and stacks but where an arrow ends."""

    numbers: _Written
    names: _Written
    letters: tuple[_Passed, ...]
    stacks: _Written


@dataclass(frozen=True, slots=True)
class _Stroke:
    """The pixels that an arrow touches, counted from its start, and how much of each it covers.

    ``line`` is the arrow itself, ``around`` it and its edge.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    line: Floats
    around: Floats


def draw_arrows(
    frame: Indices,
    scene: Scene,
    layout: Layout,
    theme: Theme,
    ink: Ink,
    *,
    named: bool = False,
) -> None:
    """Draw every arrow from its start to what is at its end, over pieces and below numbers.

    ``named`` says that bare cells have their names in their middles.
    """
    if scene.arrows:
        names = _names(scene, layout) if named else {}
        letters = tuple(_letters(scene, layout))
        hiding = _Hiding(_numbers(scene, layout), names, letters, _stacks(scene, layout))
        for arrow in scene.arrows:
            _draw_arrow(frame, arrow, scene, layout, theme, ink, hiding)


def _draw_arrow(
    frame: Indices,
    arrow: Arrow,
    scene: Scene,
    layout: Layout,
    theme: Theme,
    ink: Ink,
    hiding: _Hiding,
) -> None:
    (ax, ay), (bx, by) = layout.centre(arrow.start), layout.centre(arrow.end)
    pitch, length = layout.pitch, math.hypot(bx - ax, by - ay)
    width = max(_width(arrow) * pitch, 1.6)
    back, front = (_clearance(scene, cell, layout) for cell in (arrow.start, arrow.end))
    over = back + front + _SHORTEST * pitch - length
    if over > 0:
        if arrow.suggested:  # frames and letters beside each other say it
            return
        back, front = back - over / 2, front - over / 2
    reach = max(_EDGE * pitch, 1.0)
    stroke = _stroke(
        *(bx - ax, by - ay, round(back, 1), round(front, 1), width, reach),
        headed=not arrow.plain,
        dashed=arrow.dashed,
    )
    rows, columns = stroke.rows + ay, stroke.columns + ax
    shown = (rows >= 0) & (rows < frame.shape[0]) & (columns >= 0) & (columns < frame.shape[1])
    passed = _on_the_way(arrow, layout, hiding.numbers, pitch)
    if length > _FAR * pitch:
        passed += _on_the_way(arrow, layout, hiding.names, pitch / 4)
    for each in (*passed, *hiding.letters):
        shown &= _outside(rows, columns, each)
    share = 1 - front / length
    tip = round(ax + share * (bx - ax)), round(ay + share * (by - ay))
    ahead = ~_outside(rows, columns, (*tip, *2 * (2 * HEAD * width,)))
    for each in _on_the_way(arrow, layout, hiding.stacks, pitch):
        shown &= ahead | _outside(rows, columns, each)
    rows, columns = rows[shown], columns[shown]
    pixels = ink.look_up(frame[rows, columns])
    line, rim = theme.last, theme.edge
    if arrow.plain or arrow.suggested:
        line, rim = theme.badge, written_on(theme.badge)
    for colour, coverage in ((rim, 0.85 * stroke.around[shown]), (line, stroke.line[shown])):
        pixels += (np.asarray(colour, np.float32) - pixels) * coverage[:, None]
    frame[rows, columns] = ink.index(pixels)


def _outside(
    rows: NDArray[np.intp], columns: NDArray[np.intp], passed: _Passed
) -> NDArray[np.bool_]:
    """Which pixels what is passed does not hide."""
    x, y, wide, high = passed
    outside: NDArray[np.bool_] = np.hypot((columns - x) / wide, (rows - y) / high) > 1
    return outside


@functools.lru_cache(maxsize=256)
def _stroke(
    across: int,
    down: int,
    back: float,
    front: float,
    width: float,
    reach: float,
    *,
    headed: bool,
    dashed: bool,
) -> _Stroke:
    """The stroke of an arrow that leads so many pixels right and down; its head is not dashed."""
    length = math.hypot(across, down)
    along = (across / length, down / length)
    margin = math.ceil(HEAD * width + reach)
    left, top = min(across, 0) - margin, min(down, 0) - margin
    x = np.arange(left, max(across, 0) + margin + 1, dtype=np.float32)[None, :]
    y = np.arange(top, max(down, 0) + margin + 1, dtype=np.float32)[:, None]
    beside = y * along[0] - x * along[1]
    ahead = x * along[0] + y * along[1] - np.float32(back)
    long = length - back - front
    shaft = long - HEAD * width if headed else long
    shape = segment(ahead, beside, max(shaft, 0.0), width)
    if dashed:
        behind = (np.float32(shaft) - ahead) / np.float32(width) - np.float32(_DASH - _HOLE)
        gap = np.abs(behind / np.float32(_DASH) % 2 - 1) * np.float32(_DASH * width)
        shape = np.where(gap < np.float32(_HOLE * width), np.float32(reach + 1), shape)
    if headed:
        shape = np.minimum(shape, head(long - ahead, beside, width))
    rows, columns = np.nonzero(shape < reach + 0.5)
    touched = shape[rows, columns]
    around = edge(touched - np.float32(reach))
    return _Stroke(rows + top, columns + left, edge(touched), around)


def _letters(scene: Scene, layout: Layout) -> Iterator[_Passed]:
    """The badges with letters, which arrows pass below."""
    pitch = layout.pitch
    for cell, look in scene.looks.items():
        for badge in badges(look, layout.hexagonal):
            (x, y), (right, down) = layout.centre(cell), badge.place
            middle = round(x + right * pitch), round(y + down * pitch)
            yield *middle, badge.wide * pitch, badge.high * pitch


def _width(arrow: Arrow) -> float:
    if arrow.plain:
        return _RULER
    return _SUGGESTED if arrow.suggested else _WIDTH


def _numbers(scene: Scene, layout: Layout) -> _Written:
    """The numbers on a board."""
    found, pitch = {}, layout.pitch
    least = _HEIGHT if _suggests(scene) else _NUMBER
    for cell, look in scene.looks.items():
        x, y = middle = layout.centre(cell)
        up = round(top_of(look.figure, pitch)) if look.figure is not None else 0
        numbered = look.figure is not None and look.figure.numbered
        if numbered or look.crowded or look.stop or look.has(MarkKind.STRENGTH):
            reach = (_BADGES if look.crowded else least) * pitch
            found[cell] = middle, (x, y - up, reach, reach)
    return found


def _stacks(scene: Scene, layout: Layout) -> _Written:
    """Whole stacks, among suggestions."""
    found, disc = {}, _DISC * layout.pitch
    for cell, look in scene.looks.items() if _suggests(scene) else ():
        if look.figure is not None:
            x, y = middle = layout.centre(cell)
            found[cell] = middle, (x, y, disc, disc + round(top_of(look.figure, layout.pitch)))
    return found


def _suggests(scene: Scene) -> bool:
    """Whether stacks are suggested to move."""
    return scene.shape is Shape.STACK and any(look.suggested for look in scene.looks.values())


def _names(scene: Scene, layout: Layout) -> _Written:
    """The names of bare cells."""
    found, pitch = {}, layout.pitch
    for cell in layout.board.names:
        if cell not in scene.looks:
            middle = layout.centre(cell)
            found[cell] = (
                middle,
                (*middle, (len(cell) * _LETTER + _BESIDE) * pitch, _NAME * pitch),
            )
    return found


def _on_the_way(arrow: Arrow, layout: Layout, written: _Written, detour: float) -> list[_Passed]:
    """What an arrow passes below: what is written where the way is longer by less than a detour."""
    start, end = layout.centre(arrow.start), layout.centre(arrow.end)
    longest = math.dist(start, end) + detour
    return [
        passed
        for cell, (middle, passed) in written.items()
        if cell not in (arrow.start, arrow.end)
        and math.dist(start, middle) + math.dist(middle, end) < longest
    ]


def _clearance(scene: Scene, cell: Cell, layout: Layout) -> float:
    """How far from the middle of a cell an arrow begins or ends, in pixels."""
    look, pitch = scene.looks.get(cell, BARE), layout.pitch
    if look.figure is not None and not look.figure.gone:
        return (_RIM if look.suggested and scene.shape is Shape.STACK else _PIECE) * pitch
    if look.has(MarkKind.ORIGIN):
        return (_PIECE if look.stop else _RING) * pitch
    ended = ended_badge(look, layout.hexagonal) if look.suggested else None
    return max(0.3, ended.wide if ended is not None else 0.0) * pitch
