"""How a lens looks: what matters for the goal stands out, what does not steps back."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from renderer.layout import Layout, Point
from renderer.palette import Indices, Ink
from renderer.pieces import RISE, DrawContext, stamp_middle
from renderer.request import PictureRequest
from renderer.scene import Arrow, CellLook, Figure, Mark, MarkKind, Presence, Scene
from renderer.scenes import build_scene
from renderer.shapes import (
    Floats,
    Surface,
    circle,
    edge,
    from_middle,
    hexagon,
    outline,
    rounded_box,
    segment,
)
from renderer.themes import BOLD, Rgb, written_on
from rules.game import Colour, Position
from rules.geometry.board import Board
from rules.lens import Lens, Link, Spot

# Of the pitch.
_BOND = 0.15
_PIECE = 0.41
_RING = 0.44
_DOT = 0.34
_LINE = 0.07
_EDGE = 0.022
_CHIP = 0.215
_WIDE = (0.215, 0.18, 0.118)  # half the width of one chip, of two, and of three
_GAP = 0.045  # between them
_TILE = 0.455
_LETTERS = 1.25  # of a chip's radius, with one digit


def lens_scene(request: PictureRequest, lens: Lens) -> Scene:
    """The position without its last move. What does not matter looks as what does not count."""
    scene = build_scene(replace(request, events=(), options=(), draft=(), suggested=()))
    spots = {spot.cell: spot for spot in lens.spots}
    return replace(
        scene,
        looks={
            cell: _look(look.figure, spots.get(cell))
            for cell, look in scene.looks.items()
            if look.figure is not None
        },
        arrows=tuple(
            Arrow(link.start, link.end, suggested=True)
            for link in lens.links
            if not _is_bond(link, scene.board)
        ),
        footer=request.say(lens.legend),
    )


def _look(figure: Figure, spot: Spot | None) -> CellLook:
    if spot is None:
        return CellLook(figure)
    if spot.faint:
        uncounted = replace(figure, presence=Presence.UNCOUNTED)
        return CellLook(uncounted, (Mark(MarkKind.CUT_OFF),))
    return CellLook(figure, (Mark(MarkKind.COVERED),) if spot.counts else ())


def draw_lens(
    frame: Indices, lens: Lens, position: Position, layout: Layout, context: DrawContext, ink: Ink
) -> None:
    """Lay what a lens tells over the picture of its scene."""
    board = _Board(frame, position, layout, context, ink)
    for link in lens.links:
        if _is_bond(link, position.variant.board):
            board.bond(link)
    for spot in lens.spots:
        if not spot.faint:
            board.point_out(spot)


def _is_bond(link: Link, board: Board) -> bool:
    """Whether a link leads to a neighbour."""
    return bool(board.neighbours[board.index[link.start]] >> board.index[link.end] & 1)


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
        start, end = (self._layout.centre(cell) for cell in (link.start, link.end))
        middle = (round((start[0] + end[0]) / 2), round((start[1] + end[1]) / 2))
        length = math.dist(start, end)
        right, down = (np.float32((end[axis] - start[axis]) / length) for axis in (0, 1))
        with self._at(middle, 0.95) as patch:
            ahead = (
                patch.x * np.float32(right) + patch.y * np.float32(down) + np.float32(length / 2)
            )
            beside = patch.y * np.float32(right) - patch.x * np.float32(down)
            shape = segment(ahead, beside, length, _BOND * self._pitch)
            for at, cell in ((ahead, link.start), (length - ahead, link.end)):
                gap = (_PIECE if cell in self._pieces else _DOT) * self._pitch
                shape = np.maximum(shape, np.float32(gap) - from_middle(at, beside))
            if link.colour is None:
                self._line(patch, shape, self._context.theme.badge)
                return
            material = self._context.material(link.colour)
            patch.lay(material.rim, edge(shape - np.float32(_EDGE * self._pitch)))
            patch.lay(material.base, edge(shape))

    def point_out(self, spot: Spot) -> None:
        """A ring, or how many of whom."""
        with self._at(self._layout.centre(spot.cell), 0.6) as patch:
            if spot.counts:
                tile = hexagon(
                    patch.x,
                    patch.y + np.float32(RISE * self._pitch),
                    _TILE * self._pitch,
                    0.08 * self._pitch,
                )
                self._line(patch, outline(tile, _LINE * self._pitch), self._context.theme.badge)
                self._count(patch, spot)
                return
            radius = (_RING if spot.cell in self._pieces else _DOT) * self._pitch
            ring = outline(circle(patch.x, patch.y, radius), _LINE * self._pitch)
            self._line(patch, ring, self._context.theme.badge)

    def _count(self, patch: Surface, spot: Spot) -> None:
        wide = _WIDE[len(spot.counts) - 1] * self._pitch
        for number, (colour, told) in enumerate(spot.counts):
            right = (2 * number - len(spot.counts) + 1) * (wide + _GAP * self._pitch / 2)
            self._chip(patch, colour, told, right, wide)

    def _chip(
        self, patch: Surface, colour: Colour | None, told: str, right: float, wide: float
    ) -> None:
        """A number on the colour of whom it counts; ``wide`` is half its width."""
        high, down = _CHIP * self._pitch, -RISE * self._pitch
        material = self._context.material(colour)
        body = rounded_box(patch.x - right, patch.y - down, wide, high, min(wide, 0.6 * high))
        self._line(patch, body, material.base)
        patch.lay(material.rim, edge(outline(body + np.float32(0.05 * high), 0.1 * high)), 0.7)
        letters = min(max(_LETTERS * high, self._context.smallest), 2.1 * wide)
        size = max(round(letters if len(told) < 3 else 1.2 * wide), 6)
        word = self._context.lettering.word(told, size, BOLD)
        stamp_middle(patch, material.ink, word, right, down)

    def _line(self, patch: Surface, shape: Floats, colour: Rgb) -> None:
        patch.lay(written_on(colour), edge(shape - _EDGE * self._pitch))
        patch.lay(colour, edge(shape))

    @contextmanager
    def _at(self, middle: Point, reach: float) -> Iterator[Surface]:
        """What lies so many pitches around a place, to be drawn on."""
        x, y = middle
        far = round(reach * self._pitch)
        top, left = max(y - far, 0), max(x - far, 0)
        box = self._frame[top : y + far + 1, left : x + far + 1]
        patch = Surface(self._ink.look_up(box), (x - left + 0.5, y - top + 0.5))
        yield patch
        box[:] = self._ink.index(patch.pixels)
