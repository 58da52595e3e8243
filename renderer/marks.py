"""How the marks on a cell look, and the arrows between cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from renderer.lettering import BOLD, REGULAR
from renderer.pieces import STONE, Bench, draw_stone, stamp_middle
from renderer.scene import CellLook, Figure, Mark, MarkKind, Shape
from renderer.shapes import (
    Floats,
    Surface,
    circle,
    cross,
    edge,
    hexagon,
    outline,
    rounded_square,
    soft,
)
from renderer.themes import Rgb

_BADGE = 0.27  # of the pitch: in the middle of a cell
_SMALL_BADGE = 0.185  # beside a piece's own number
_LARGE = 70  # pixels of pitch from which a tile's name may be smaller beside it
_SMALLEST_NAMED = 20
_CORNER = (0.235, 0.205)  # of the pitch: where small badges sit


def draw_marks(surface: Surface, look: CellLook, bench: Bench, hexagonal: bool) -> None:
    """Draw every mark of ``look`` around the surface's middle, over its piece."""
    artist = _Artist(surface, look, bench, hexagonal)
    for mark in look.marks:
        _DRAWN[mark.kind](artist, mark)


class _Artist:
    """Draws the marks of one cell."""

    def __init__(self, surface: Surface, look: CellLook, bench: Bench, hexagonal: bool) -> None:
        self.surface, self.look, self.bench = surface, look, bench
        self.hexagonal = hexagonal
        self.pitch, self.theme = bench.pitch, bench.theme

    def origin(self, _: Mark) -> None:
        """A plain ring where the move began."""
        self._ring(0.33, 0.034, self.bench.last)

    def landed(self, _: Mark) -> None:
        """A glowing ring round a stone, or round the whole cell of a larger piece."""
        self._around(self.bench.last, 0.042, glow=True)

    def visited(self, _: Mark) -> None:
        """A small ring where a jump touched down."""
        self._ring(0.24, 0.03, self.bench.last)

    def captured(self, mark: Mark) -> None:
        """The captured stone, crossed out: small beside a piece that stands there now."""
        figure = self.look.figure
        if figure is None or figure.faded:
            self._cross(0.20, 0.06)
            return
        badge = self._corner_surface()
        draw_stone(badge, self.theme, mark.colour, 0.135 * self.pitch)
        self._cross(0.15, 0.045, badge)

    def flipped(self, mark: Mark) -> None:
        """A small disc, half in the old colour and half in the new."""
        badge = self._corner_surface()
        body = circle(badge.x, badge.y, 0.135 * self.pitch)
        figure = self.look.figure
        new = None if figure is None else figure.top
        badge.lay(self.bench.last, edge(body - np.float32(0.035 * self.pitch)))
        badge.lay(self.theme.material(mark.colour).base, edge(body))
        right = edge(np.maximum(body, -badge.x))
        badge.lay(self.theme.material(new).base, right)

    def swapped(self, _: Mark) -> None:
        """A dashed ring round the piece that was sent here."""
        angle = np.arctan2(self.surface.y, self.surface.x)
        dashes = np.clip((np.sin(angle * 8) + 0.35) * 5, 0, 1)
        self._ring(STONE + 0.048, 0.042, self.bench.last, dashes)

    def removed(self, _: Mark) -> None:
        """A cross where a player's own piece was taken off."""
        self._cross(0.20, 0.06)
        self._around(self.bench.last, 0.03, glow=False)

    def cut_off(self, _: Mark) -> None:
        """A small cross on a piece that the rules took."""
        self._cross(0.13, 0.04)

    def option(self, mark: Mark) -> None:
        """A number on a filled disc; a ring where options are not numbered."""
        figure = self.look.figure
        if not mark.text:
            self._ring(0.325, 0.026, self.theme.legal)
            return
        if figure is None:
            self._badge(self.surface, _BADGE, mark.text, down=-0.11)
        elif figure.shape in (Shape.STONE, Shape.TILE) or _single(figure):
            self._badge(self.surface, 0.25, mark.text)
        else:
            self._badge(self._corner_surface(), _SMALL_BADGE, mark.text)

    def reach(self, _: Mark) -> None:
        """A thin ring, in the ink of what stands there."""
        figure = self.look.figure
        colour = self.theme.legal if figure is None else self.theme.material(figure.top).ink
        self._ring(0.325, 0.026, colour)

    def taken(self, _: Mark) -> None:
        """The cell's border, doubled: light inside, dark outside."""
        self._around(self.theme.legal, 0.06, glow=False)
        self._around(self.bench.last, 0.03, glow=False)

    def chain(self, _: Mark) -> None:
        """A glowing border of the whole cell."""
        self._border(self.bench.last, 0.05, glow=True)

    def note(self, mark: Mark) -> None:
        """Words in the middle of the cell, in the ink of what stands there."""
        figure = self.look.figure
        ink = self.theme.coordinate if figure is None else self.theme.material(figure.top).ink
        if figure is not None:
            disc = circle(self.surface.x, self.surface.y, 0.24 * self.pitch)
            self.surface.lay(self.theme.material(figure.top).base, edge(disc))
        word = self.bench.lettering.word(mark.text, round(0.36 * self.pitch), BOLD)
        stamp_middle(self.surface, ink, word)

    def _around(self, colour: Rgb, width: float, *, glow: bool) -> None:
        figure = self.look.figure
        if figure is not None and figure.shape is not Shape.STONE:
            self._border(colour, width, glow=glow)
            return
        self._ring(STONE + 0.048, width, colour, glow=glow)

    def _border(self, colour: Rgb, width: float, *, glow: bool) -> None:
        inset = (0.5 - width / 2 - 0.015) * self.pitch
        shape = hexagon if self.hexagonal else rounded_square
        line = outline(
            shape(self.surface.x, self.surface.y, inset, 0.07 * self.pitch),
            max(width * self.pitch, 1.4),
        )
        if glow and self.bench.glow:
            self.surface.lay(colour, soft(line, width * self.pitch), 0.35)
        self.surface.lay(colour, edge(line))

    def _ring(
        self,
        radius: float,
        width: float,
        colour: Rgb,
        dashes: Floats | None = None,
        *,
        glow: bool = False,
    ) -> None:
        line = outline(
            circle(self.surface.x, self.surface.y, radius * self.pitch),
            max(width * self.pitch, 1.4),
        )
        if glow and self.bench.glow:
            self.surface.lay(colour, soft(line, width * self.pitch), 0.35)
        self.surface.lay(colour, edge(line) if dashes is None else edge(line) * dashes)

    def _cross(self, radius: float, width: float, surface: Surface | None = None) -> None:
        on = surface or self.surface
        strokes = cross(on.x, on.y, radius * self.pitch, max(width * self.pitch, 1.6))
        on.lay(self.theme.page, edge(strokes - np.float32(max(0.02 * self.pitch, 1))), 0.6)
        on.lay(self.bench.last, edge(strokes))

    def _badge(self, surface: Surface, radius: float, text: str, down: float = 0.0) -> None:
        x, y = surface.x, surface.y - np.float32(down * self.pitch)
        body = circle(x, y, radius * self.pitch)
        ink = _written_on(self.theme.turn)
        surface.lay(ink, edge(body - np.float32(max(0.02 * self.pitch, 1))))
        surface.lay(self.theme.turn, edge(body))
        share = 1.25 if len(text) == 1 else 1.1 if len(text) == 2 else 0.85
        word = self.bench.lettering.word(text, max(round(share * radius * self.pitch), 5), BOLD)
        stamp_middle(surface, ink, word, 0, down * self.pitch)

    def _corner_surface(self) -> Surface:
        right, down = (share * self.pitch for share in _CORNER)
        x, y = float(self.surface.x[0, 0]), float(self.surface.y[0, 0])
        return Surface(self.surface.pixels, (0.5 - x + right, 0.5 - y + down))


def _single(figure: Figure) -> bool:
    """Whether it is a pile without a number on it."""
    return figure.shape is Shape.PILE and figure.height == 1


def _written_on(colour: Rgb) -> Rgb:
    """What is legible on ``colour``."""
    return (20, 22, 26) if sum(colour) > 382 else (255, 255, 255)


_DRAWN: Mapping[MarkKind, Callable[[_Artist, Mark], None]] = {
    MarkKind.ORIGIN: _Artist.origin,
    MarkKind.LANDED: _Artist.landed,
    MarkKind.VISITED: _Artist.visited,
    MarkKind.CAPTURED: _Artist.captured,
    MarkKind.FLIPPED: _Artist.flipped,
    MarkKind.SWAPPED: _Artist.swapped,
    MarkKind.REMOVED: _Artist.removed,
    MarkKind.CUT_OFF: _Artist.cut_off,
    MarkKind.OPTION: _Artist.option,
    MarkKind.REACH: _Artist.reach,
    MarkKind.TAKEN: _Artist.taken,
    MarkKind.CHAIN: _Artist.chain,
    MarkKind.NOTE: _Artist.note,
}


def draw_coordinate(surface: Surface, text: str, look: CellLook, bench: Bench) -> None:
    """The cell's name: in the middle of a bare cell, small below a number, at a tile's foot.

    Cells with another piece or a note, and very small ones, go without.
    """
    figure, pitch, theme = look.figure, bench.pitch, bench.theme
    if pitch < _SMALLEST_NAMED:
        return
    wide = "," in text
    if figure is not None:
        if figure.shape is not Shape.TILE:
            return
        share = 0.155 if pitch > _LARGE else 0.19
        word = bench.lettering.word(text, max(round(share * pitch), 6), REGULAR)
        stamp_middle(surface, theme.material(figure.top).ink, word, 0, 0.30 * pitch)
        return
    if any(mark.kind is MarkKind.NOTE for mark in look.marks):
        return
    colour = theme.secondary if look.open else theme.coordinate
    numbered = any(mark.kind is MarkKind.OPTION and mark.text for mark in look.marks)
    share, down = (0.19, 0.315) if numbered else (0.2 if wide else 0.27, 0)
    word = bench.lettering.word(text, max(round(share * pitch), 6), REGULAR)
    stamp_middle(surface, colour, word, 0, down * pitch)


def draw_open_cell(surface: Surface, bench: Bench) -> None:
    """A dashed hexagon where a tile may go."""
    x, y, pitch = surface.x, surface.y, bench.pitch
    shape = hexagon(x, y, 0.45 * pitch, 0.08 * pitch)
    dashes = np.clip((np.sin(np.arctan2(y, x) * 27) + 0.25) * 6, 0, 1)
    colour = bench.theme.secondary
    surface.lay(colour, edge(shape), 0.05)
    surface.lay(colour, edge(outline(shape, 1.6)) * dashes, 0.75)
