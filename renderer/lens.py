"""How a lens looks: what matters for the goal stands out, what does not steps back."""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from renderer.layout import Layout, Point
from renderer.palette import Indices, Ink
from renderer.pieces import RISE, DrawContext, stamp_middle
from renderer.request import PictureRequest
from renderer.scene import CellLook, Figure, Mark, MarkKind, Presence, Scene
from renderer.scenes import build_scene
from renderer.scenes.choices import between
from renderer.shapes import (
    Floats,
    Surface,
    arrow,
    circle,
    edge,
    from_middle,
    hexagon,
    outline,
    rounded_box,
    segment,
)
from renderer.themes import BOLD, Material, written_on
from rules.game import Colour, Position
from rules.lens import Lens, Link, Spot

# Of the pitch.
_BOND = 0.15
_PIECE = 0.41
_RING = 0.44
_DOT = 0.37
_LINE = 0.07
_EDGE = 0.022
_BOLD_EDGE = 0.04  # of what has the colour of a side
_ARROW = 0.085
_FROM, _TO = 0.1, 0.51  # where an arrow begins on its piece, and ends outside a ring
_PLATE = 0.36  # what chips lie on, which leaves a tile's border free
_LETTERS = 0.29
_SINGLE = 0.37
_CHIP = 0.92  # how high a chip is, of its letters
_AROUND = 0.28  # and how much wider than its words
_GAP = 0.04  # between chips

_COVERED = (Mark(MarkKind.COVERED),)

_Count: TypeAlias = tuple[Colour | None, str]


def lens_scene(request: PictureRequest, lens: Lens) -> Scene:
    """The position without its last move. What does not matter looks as what does not count."""
    scene = build_scene(replace(request, events=(), options=(), draft=(), suggested=()))
    spots, crossed = {spot.cell: spot for spot in lens.spots}, CellLook(marks=_COVERED)
    on_the_way = (cell for link in lens.links for cell in between(scene.board, *link.ends))
    looks = {
        cell: _look(look.figure, spots.get(cell))
        for cell, look in scene.looks.items()
        if look.figure is not None
    }
    looks = {**dict.fromkeys(on_the_way, crossed), **looks}
    return replace(scene, looks=looks, arrows=(), footer=request.say(lens.legend))


def _look(figure: Figure, spot: Spot | None) -> CellLook:
    if spot is None:
        return CellLook(figure)
    if spot.faint:
        uncounted = replace(figure, presence=Presence.UNCOUNTED)
        return CellLook(uncounted, (Mark(MarkKind.CUT_OFF),))
    return CellLook(figure, _COVERED if spot.counts else ())


def draw_lens(
    frame: Indices, lens: Lens, position: Position, layout: Layout, context: DrawContext, ink: Ink
) -> None:
    """Lay what a lens tells over the picture of its scene."""
    board = _Board(frame, position, layout, context, ink)
    for link in lens.links:
        if not link.acts:
            board.bond(link)
    for spot in lens.spots:
        if not spot.faint:
            board.point_out(spot)
    for link in lens.links:
        if link.acts:
            board.arrow(link)


@dataclass(frozen=True, slots=True)
class _Chip:
    """A number on the colour of whom it counts, so many pixels wide and high."""

    material: Material
    word: Floats
    wide: float
    high: float


def _in_rows(counts: Iterable[_Count]) -> list[list[_Count]]:
    """Two numbers of one digit stand side by side; a longer one has a row to itself."""
    rows: list[list[_Count]] = []
    for count in counts:
        if rows and len(rows[-1]) == 1 and len(rows[-1][0][1]) == len(count[1]) == 1:
            rows[-1].append(count)
        else:
            rows.append([count])
    return rows


class _Board:
    """A picture that is drawn on, cell by cell."""

    def __init__(
        self, frame: Indices, position: Position, layout: Layout, context: DrawContext, ink: Ink
    ) -> None:
        self._pieces = position.pieces()
        self._frame, self._layout = frame, layout
        self._context, self._ink, self._pitch = context, ink, layout.pitch

    def bond(self, link: Link) -> None:
        """A band between two neighbours, hidden below their pieces."""
        with self._along(link) as (patch, ahead, beside, length):
            shape = segment(ahead, beside, length, _BOND * self._pitch)
            for at, cell in ((ahead, link.start), (length - ahead, link.end)):
                gap = (_PIECE if cell in self._pieces else _DOT) * self._pitch
                shape = np.maximum(shape, np.float32(gap) - from_middle(at, beside))
            self._line(patch, shape, link.colour)

    def arrow(self, link: Link) -> None:
        """From a piece to the ring round what it acts on, over both."""
        with self._along(link) as (patch, ahead, beside, length):
            back, width = np.float32(_FROM * self._pitch), _ARROW * self._pitch
            shape = arrow(ahead - back, beside, length - (_FROM + _TO) * self._pitch, width)
            self._line(patch, shape)

    def point_out(self, spot: Spot) -> None:
        """A ring, or how many of whom."""
        if spot.counts:
            with self._at(self._layout.centre(spot.cell), (0.6, 0.6)) as patch:
                self._count(patch, spot)
            return
        radius = (_RING if spot.cell in self._pieces else _DOT) * self._pitch
        for colour in spot.colours or (None,):
            with self._at(self._layout.centre(spot.cell), (0.6, 0.6)) as patch:
                ring = outline(circle(patch.x, patch.y, radius), _LINE * self._pitch)
                self._line(patch, ring, colour)
            radius -= (_LINE + _BOLD_EDGE) * self._pitch

    def _count(self, patch: Surface, spot: Spot) -> None:
        """A chip for each number: short ones in pairs, ranges in a row each."""
        gap, up = _GAP * self._pitch, RISE * self._pitch
        plate = hexagon(patch.x, patch.y + np.float32(up), _PLATE * self._pitch, 0.1 * self._pitch)
        self._line(patch, plate)
        share = _LETTERS if spot.counts[1:] else _SINGLE
        rows = [[self._chip(*each, share) for each in row] for row in _in_rows(spot.counts)]
        for number, row in enumerate(rows):
            right = (gap - sum(chip.wide + gap for chip in row)) / 2
            down = (number - (len(rows) - 1) / 2) * (row[0].high + gap) - up
            for chip in row:
                self._lay(patch, chip, right + chip.wide / 2, down)
                right += chip.wide + gap

    def _chip(self, colour: Colour | None, told: str, share: float) -> _Chip:
        letters = max(round(share * self._pitch), self._context.smallest)
        word = self._context.lettering.word(told, letters, BOLD)
        high = _CHIP * letters
        wide = max(word.shape[1] + _AROUND * letters, high)
        return _Chip(self._context.material(colour), word, wide, high)

    def _lay(self, patch: Surface, chip: _Chip, right: float, down: float) -> None:
        """A number on the colour of whom it counts."""
        x, y = patch.x - np.float32(right), patch.y - np.float32(down)
        body = rounded_box(x, y, chip.wide / 2, chip.high / 2, 0.25 * chip.high)
        patch.lay(written_on(chip.material.base), edge(body - np.float32(_EDGE * self._pitch)))
        patch.lay(chip.material.base, edge(body))
        stamp_middle(patch, chip.material.ink, chip.word, right, down)

    def _line(self, patch: Surface, shape: Floats, colour: Colour | None = None) -> None:
        """A shape in a side's colour, or in that of marks, with a contrasting edge."""
        fill, width = self._context.theme.badge, _EDGE
        if colour is not None:
            fill, width = self._context.material(colour).base, _BOLD_EDGE
        patch.lay(written_on(fill), edge(shape - np.float32(width * self._pitch)))
        patch.lay(fill, edge(shape))

    @contextmanager
    def _along(self, link: Link) -> Iterator[tuple[Surface, Floats, Floats, float]]:
        """What lies around a link, how far ahead of its start and beside it, and its length."""
        start, end = (self._layout.centre(cell) for cell in link.ends)
        middle = (round((start[0] + end[0]) / 2), round((start[1] + end[1]) / 2))
        across, down, length = end[0] - start[0], end[1] - start[1], math.dist(start, end)
        right, below = np.float32(across / length), np.float32(down / length)
        reach = (abs(across) / 2 / self._pitch + 0.3, abs(down) / 2 / self._pitch + 0.3)
        with self._at(middle, reach) as patch:
            ahead = patch.x * right + patch.y * below + np.float32(length / 2)
            yield patch, ahead, patch.y * right - patch.x * below, length

    @contextmanager
    def _at(self, middle: Point, reach: tuple[float, float]) -> Iterator[Surface]:
        """What lies so many pitches beside and above a place, to be drawn on."""
        (x, y), (across, up) = middle, (round(each * self._pitch) for each in reach)
        top, left = max(y - up, 0), max(x - across, 0)
        box = self._frame[top : y + up + 1, left : x + across + 1]
        patch = Surface(self._ink.look_up(box), (x - left + 0.5, y - top + 0.5))
        yield patch
        box[:] = self._ink.index(patch.pixels)
