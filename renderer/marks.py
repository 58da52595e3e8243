"""How the marks on a cell look, and the arrows between cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from renderer.lettering import BOLD, REGULAR
from renderer.pieces import STONE, Bench, draw_stone, stamp_middle
from renderer.scene import CellLook, Mark, MarkKind
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
from rules.game import Shape

# Of the pitch: how large badges are, and where they sit.
_BADGE = 0.25
_TILE_BADGE = 0.21
_RAISED = (0.0, -0.13)  # above a name
_RAISED_ON_TILE = (0.0, -0.11)
_SMALL_BADGE = 0.215
_BESIDE = (0.24, 0.165)  # a piece's own number
_CORNER = (0.235, 0.205)

_DIGITS = {1: 1.4, 2: 1.2}  # of a badge's radius: the letters of so many digits
_MANY_DIGITS = 0.9
_SMALLEST_NAMED = 20  # pixels of pitch
_SPACED = str.maketrans({",": ",\u200a", "-": "\u2212"})


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
        badge = self._at(_CORNER)
        draw_stone(badge, self.theme, mark.colour, 0.135 * self.pitch)
        self._cross(0.15, 0.045, badge)

    def flipped(self, mark: Mark) -> None:
        """A small disc, half in the old colour and half in the new."""
        badge = self._at(_CORNER)
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
        self._cross(0.16, 0.06, self._above_name())
        self._around(self.bench.last, 0.03, glow=False)

    def cut_off(self, _: Mark) -> None:
        """A small cross on a piece that the rules took."""
        self._cross(0.13, 0.04, self._above_name())

    def option(self, mark: Mark) -> None:
        """A number on a filled disc; a ring where options are not numbered."""
        figure = self.look.figure
        if not mark.text:
            self._ring(0.325, 0.026, self.theme.legal)
            return
        if figure is None:
            self._badge(self._at(_RAISED) if self.hexagonal else self.surface, _BADGE, mark.text)
        elif figure.shape is Shape.TILE:
            self._badge(self._above_name(), _TILE_BADGE, mark.text)
        elif figure.numbered:
            self._badge(self._at(_BESIDE), _SMALL_BADGE, mark.text)
        else:
            self._badge(self.surface, _BADGE, mark.text)

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
        self._shine(colour, line, width, glow)
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
        self._shine(colour, line, width, glow)
        self.surface.lay(colour, edge(line) if dashes is None else edge(line) * dashes)

    def _shine(self, colour: Rgb, line: Floats, width: float, glow: bool) -> None:
        """Light around a line, and an edge that parts it from a piece of its colour."""
        if glow and self.bench.glow:
            self.surface.lay(colour, soft(line, width * self.pitch), 0.35)
            self.surface.lay(written_on(colour), edge(line - np.float32(0.014 * self.pitch)), 0.45)

    def _cross(self, radius: float, width: float, surface: Surface | None = None) -> None:
        on = surface or self.surface
        strokes = cross(on.x, on.y, radius * self.pitch, max(width * self.pitch, 1.6))
        on.lay(self.theme.page, edge(strokes - np.float32(max(0.02 * self.pitch, 1))), 0.6)
        on.lay(self.bench.last, edge(strokes))

    def _badge(self, surface: Surface, radius: float, text: str) -> None:
        body = circle(surface.x, surface.y, radius * self.pitch)
        ink = written_on(self.theme.turn)
        surface.lay(ink, edge(body - np.float32(max(0.02 * self.pitch, 1))))
        surface.lay(self.theme.turn, edge(body))
        share = _DIGITS.get(len(text), _MANY_DIGITS)
        word = self.bench.lettering.word(text, max(round(share * radius * self.pitch), 5), BOLD)
        stamp_middle(surface, ink, word)

    def _above_name(self) -> Surface:
        figure = self.look.figure
        tile = figure is not None and figure.shape is Shape.TILE
        return self._at(_RAISED_ON_TILE) if tile else self.surface

    def _at(self, place: tuple[float, float]) -> Surface:
        """The surface, counted from a place right of and below its middle, in pitches."""
        right, down = (share * self.pitch for share in place)
        x, y = float(self.surface.x[0, 0]), float(self.surface.y[0, 0])
        return Surface(self.surface.pixels, (0.5 - x + right, 0.5 - y + down))


def written_on(colour: Rgb) -> Rgb:
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


def draw_coordinate(surface: Surface, name: str, look: CellLook, bench: Bench) -> None:
    """The cell's name: in the middle of a bare cell, small below a number, at a tile's foot.

    Only a tile may lie on the cell. Cells with a note, and very small ones, go without.
    """
    figure, pitch, theme = look.figure, bench.pitch, bench.theme
    if pitch < _SMALLEST_NAMED:
        return
    wide, text = "," in name, name.translate(_SPACED)
    if figure is not None:
        word = bench.lettering.word(text, max(round(0.19 * pitch), 6), REGULAR)
        ink = theme.text if figure.faded else theme.material(figure.top).ink
        stamp_middle(surface, ink, word, 0, 0.23 * pitch)
        return
    if any(mark.kind is MarkKind.NOTE for mark in look.marks):
        return
    colour = theme.secondary if look.open else theme.coordinate
    share, down = (0.18 if wide else 0.22, 0.265) if look.offered else (0.2 if wide else 0.27, 0)
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
