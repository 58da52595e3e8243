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
from renderer.themes import BOLD, Material, mixed, written_on
from rules.game import Colour, Position
from rules.lens import RANGE, Lens, Link, Spot
from rules.texts import Text, sentences

# Of the pitch.
_BOND = 0.15
_PIECE = 0.41
_RING = 0.44
_DOT = 0.37
_LINE = 0.07
_EDGE = 0.022
_BOLD_EDGE = 0.04  # of what has the colour of a side
_ARROW = 0.085
_TO = 0.51  # where an arrow ends, outside a ring
_START = 0.12  # the dot where it begins
_NEXT = 1.5  # what is nearer is a neighbour
_PLATE = 0.36  # what chips lie on, which leaves a tile's border free
_LETTERS = 0.29
_SINGLE = 0.37
_CHIP = 0.92  # how high a chip is, of its letters
_AROUND = 0.28  # and how much wider than its words
_GAP = 0.04  # between chips
_PALER = 0.5  # what dark letters lie on: how much of the colour's highlight is in it
_SUM_UP, _SUM_DOT, _SUM_DOWN = 0.09, 0.055, 0.17  # a sum, and the colours of what it counts

_RANGES = Text("0\u20132: depends on the choice.")
_SUMS = Text("Above dots: for these colours together.")

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
    for cell in lens.stuck:
        looks[cell] = replace(looks[cell], marks=(Mark(MarkKind.STUCK),))
    return replace(scene, looks=looks, arrows=())


def _look(figure: Figure, spot: Spot | None) -> CellLook:
    if spot is None:
        return CellLook(figure)
    if spot.faint:
        uncounted = replace(figure, presence=Presence.UNCOUNTED)
        return CellLook(uncounted, (Mark(MarkKind.CUT_OFF),))
    return CellLook(figure, _COVERED if spot.counts else ())


def legend_of(lens: Lens, context: DrawContext) -> Text:
    """What the marks mean that :func:`draw_lens` draws with ``context``."""
    counted = [spot for spot in lens.spots if spot.counts]
    placed = [spot for spot in counted if _placed(spot, context)]
    ranges = any(RANGE in told for spot in placed for _, told in spot.counts)
    summed = len(placed) < len(counted)
    return sentences(lens.legend, _RANGES if ranges else None, _SUMS if summed else None)


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
    afar = [link for link in lens.links if link.acts and board.is_far(link)]
    for link in afar:
        board.arrow(link)
    for start in {link.start for link in afar}:
        board.begin(start)


@dataclass(frozen=True, slots=True)
class _Chip:
    """A number on the colour of whom it counts, so many pixels wide and high.

    Its middle is ``right`` of that of its plate, and ``down``.
    """

    material: Material
    word: Floats
    wide: float
    high: float
    right: float = 0
    down: float = 0

    @property
    def corner(self) -> float:
        return 0.25 * self.high

    def fits(self, room: float) -> bool:
        """Whether it lies in a hexagon with this inradius."""
        across = abs(self.right) + self.wide / 2
        along = abs(self.down) + self.high / 2 - self.corner
        slanted = (across - self.corner) / 2 + along * math.sqrt(0.75) + self.corner
        return max(across, slanted) <= room


def _in_rows(counts: Iterable[_Count]) -> list[list[_Count]]:
    """Two numbers of one digit stand side by side; a longer one has a row to itself."""
    rows: list[list[_Count]] = []
    for count in counts:
        if rows and len(rows[-1]) == 1 and len(rows[-1][0][1]) == len(count[1]) == 1:
            rows[-1].append(count)
        else:
            rows.append([count])
    return rows


def _placed(spot: Spot, context: DrawContext) -> tuple[_Chip, ...]:
    """A chip for each number as large as their plate has room for; none where it has too little."""
    share = _LETTERS if spot.counts[1:] else _SINGLE
    for letters in range(context.letters(share), context.smallest - 1, -1):
        chips = tuple(_chips(spot, letters, context))
        if all(chip.fits(_PLATE * context.pitch) for chip in chips):
            return chips
    return ()


def _chips(spot: Spot, letters: int, context: DrawContext) -> Iterator[_Chip]:
    """Short numbers in pairs, ranges in a row each."""
    gap = _GAP * context.pitch
    rows = [[_chip(*each, letters, context) for each in row] for row in _in_rows(spot.counts)]
    for number, row in enumerate(rows):
        right = (gap - sum(chip.wide + gap for chip in row)) / 2
        down = (number - (len(rows) - 1) / 2) * (row[0].high + gap)
        for chip in row:
            yield replace(chip, right=right + chip.wide / 2, down=down)
            right += chip.wide + gap


def _chip(colour: Colour | None, told: str, letters: int, context: DrawContext) -> _Chip:
    word = context.lettering.word(told, letters, BOLD)
    high = _CHIP * letters
    wide = max(word.shape[1] + _AROUND * letters, high)
    return _Chip(context.material(colour), word, wide, high)


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

    def is_far(self, link: Link) -> bool:
        """Whether its ends are no neighbours; a ring alone tells of a neighbour."""
        return math.dist(*map(self._layout.centre, link.ends)) > _NEXT * self._pitch

    def arrow(self, link: Link) -> None:
        """From a piece to the ring round what it acts on, over both."""
        with self._along(link) as (patch, ahead, beside, length):
            shape = arrow(ahead, beside, length - _TO * self._pitch, _ARROW * self._pitch)
            self._line(patch, shape)

    def begin(self, start: str) -> None:
        """A dot where arrows begin: those that cross a piece have none on it."""
        with self._at(self._layout.centre(start), (0.3, 0.3)) as patch:
            self._line(patch, circle(patch.x, patch.y, _START * self._pitch))

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
        """How many of whom; where there is no room for that, how many, and dots tell of whom."""
        pitch = self._pitch
        x, y = 0.5 - float(patch.x[0, 0]), 0.5 - float(patch.y[0, 0])
        face = Surface(patch.pixels, (x, y - RISE * pitch))
        self._line(face, hexagon(face.x, face.y, _PLATE * pitch, 0.1 * pitch))
        chips = _placed(spot, self._context)
        for chip in chips:
            self._lay(face, chip)
        if not chips:
            self._sum_up(face, spot)

    def _lay(self, face: Surface, chip: _Chip) -> None:
        """A number on the colour of whom it counts."""
        material = chip.material
        x, y = face.x - np.float32(chip.right), face.y - np.float32(chip.down)
        body = rounded_box(x, y, chip.wide / 2, chip.high / 2, chip.corner)
        fill = material.base
        if sum(material.ink) < sum(fill):
            fill = mixed(fill, material.high, _PALER)
        face.lay(written_on(fill), edge(body - np.float32(_EDGE * self._pitch)))
        face.lay(fill, edge(body))
        stamp_middle(face, material.ink, chip.word, chip.right, chip.down)

    def _sum_up(self, face: Surface, spot: Spot) -> None:
        letters = self._context.letters(_SINGLE)
        word = self._context.lettering.word(str(spot.total), letters, BOLD)
        ink = written_on(self._context.theme.badge)
        stamp_middle(face, ink, word, 0, -_SUM_UP * self._pitch)
        for number, (colour, _) in enumerate(spot.counts):
            right = (number - (len(spot.counts) - 1) / 2) * 4 * _SUM_DOT * self._pitch
            x, y = face.x - np.float32(right), face.y - np.float32(_SUM_DOWN * self._pitch)
            self._line(face, circle(x, y, _SUM_DOT * self._pitch), colour)

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
