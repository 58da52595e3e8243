"""How the marks on a cell look."""

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from renderer.badges import Badge, begun_badge, ended_badge
from renderer.grounds import draw_band, draw_ground, draw_side, draw_zone
from renderer.pieces import PLAIN, RISE, STONE, DrawContext, draw_flat, stamp_middle, top_of
from renderer.scene import CellLook, Mark, MarkKind, Presence
from renderer.shapes import (
    Floats,
    Surface,
    arrow,
    circle,
    cross,
    dashes,
    edge,
    hexagon,
    outline,
    plus,
    rounded_box,
    rounded_square,
    segment,
    slash,
    turning,
)
from renderer.themes import BOLD, REGULAR, Rgb, written_on
from rules.game import Shape

# Of the pitch: how large badges are, and where they sit.
_BADGE = 0.27
_SMALL_BADGE = 0.215
_SIGN_ON_TILE = (0.0, -0.21)
_SIGN_BESIDE_PATTERN = (-0.13, -0.21)
_BESIDE = (0.8, 0.6)  # a piece's own number: the direction
_SLANT = 0.92  # how much of that leads to the nearest side of a hex
_WITHIN = 0.465  # from the middle: what a side leaves room for
# two arrows that pass: how long, how far from the middle between them, and how broad
_SWAP = {True: (0.38, 0.085, 0.042), False: (0.52, 0.125, 0.065)}  # above something, or not
_SWAP_ON_DISC, _SWAP_CORNER = (0.25, 0.065, 0.03), (0.29, -0.25)
_OPPOSITE = -0.35  # of a letter's way from the middle: beside it
_ORIGIN = {False: 0.29, True: 0.37}  # the ring where a move began, and one round something
_AWAY = 0.37  # from the middle: beside what was taken
_CORNER = 0.28
_FLIP = (0.36, 0.17)  # from the middle, and its radius
_RING = 0.41  # round a piece that is pointed out
_STRUCK = (0.09, 0.24)  # a stroke beside a number: how far right and down, and half its length
_HEX_CORNER = (0.318, -0.184)
_SQUARE_CORNER = (0.33, -0.33)
_SHARED_END = 0.18  # from its end to the middle of its first letter
_SHARED_LETTERS = 0.32
_DIGITS = {1: 1.4, 2: 1.25}  # of a badge's radius: the letters of so many digits
_MANY_DIGITS = 0.9
_LINE = 0.055  # of the pitch: a mark's line without its edges
_FINE = 0.03
_EDGE = 0.022  # how far the edge reaches beyond it, either way
_STRENGTH, _BESIDE_STRENGTH = (0.21, 0.21), (-0.17, -0.17)  # corners of a stone
_ZONE_LETTER = 0.4  # the radius of its badge
_NAME, _TILE_NAME, _LARGEST_TILE_NAME = 0.32, 0.30, 0.44
_BELOW_SIGN, _BELOW_PATTERN = 0.14, 0.07  # where the middle of a name is below something smaller
_LARGEST_NAME = 0.4  # of small cells, so that it is legible
QUIET = 0.68
"""How strong the name of a board's bare cell is, so that the pieces are seen first."""

_OPEN = 0.85  # the same of a place for a tile, which has no cell's border
_PLUS, _PLUS_ON_TILE = 0.15, 0.135  # the disc with a plus

_ANGLED = (MarkKind.CHAIN, MarkKind.SIDE)
_LANDINGS = (MarkKind.LANDED, MarkKind.PART, MarkKind.START)

_Strokes: TypeAlias = Callable[[Floats, Floats, float, float], Floats]


def draw_below(surface: Surface, look: CellLook, context: DrawContext, hexagonal: bool) -> None:
    """Draw the marks that lie under the cell's piece."""
    if context.theme.tint and look.has(MarkKind.LANDED):
        body = (hexagon if hexagonal else rounded_square)(
            surface.x, surface.y, 0.5 * context.pitch, 0.07 * context.pitch
        )
        surface.lay(context.theme.last, edge(body), context.theme.tint)
    for mark in sorted(look.marks, key=lambda each: each.kind is not MarkKind.CHAIN):
        if mark.kind is MarkKind.ZONE:
            draw_zone(surface, mark, context, hexagonal)
        elif mark.kind is MarkKind.SIDE:
            draw_side(surface, mark, context, hexagonal)
        elif mark.kind is MarkKind.CHAIN:
            draw_band(surface, mark, context)
        elif mark.kind is MarkKind.WON:
            draw_ground(surface, look, context, hexagonal)
        elif mark.kind in _LANDINGS and _tall(look):
            _DRAWN[mark.kind](_Artist(surface, look, context, hexagonal), mark)


def draw_marks(surface: Surface, look: CellLook, context: DrawContext, hexagonal: bool) -> None:
    """Draw the other marks of ``look`` around the surface's middle, over its piece."""
    artist = _Artist(surface, look, context, hexagonal)
    for mark in sorted(look.marks, key=_order):
        if mark.kind in _DRAWN and not (mark.kind in _LANDINGS and _tall(look)):
            _DRAWN[mark.kind](artist, mark)


def _tall(look: CellLook) -> bool:
    """Whether its piece reaches over the cell's border."""
    return look.figure is not None and look.figure.numbered


def _order(mark: Mark) -> bool:
    """Numbers come last, over everything else."""
    return mark.kind is MarkKind.OPTION or (mark.kind is MarkKind.VISITED and bool(mark.text))


class _Artist:
    """Draws the marks of one cell."""

    def __init__(
        self, surface: Surface, look: CellLook, context: DrawContext, hexagonal: bool
    ) -> None:
        self.surface, self.look, self.context = surface, look, context
        self.hexagonal = hexagonal
        self.pitch, self.theme = context.pitch, context.theme
        self.line, self.rim = self.theme.last, self.theme.edge
        if look.suggested:
            self.line, self.rim = self.theme.badge, written_on(self.theme.badge)

    def origin(self, _: Mark) -> None:
        """A ring where the move began, round a name, what stands there or touched down again."""
        figure, again = self.look.figure, self.look.has(MarkKind.VISITED)
        wide = _ORIGIN[again or self.hexagonal]
        radius = wide if figure is None or figure.gone else STONE + 0.05
        self._line(circle(self.surface.x, self.surface.y, radius * self.pitch))

    def landed(self, _: Mark) -> None:
        """The border of the whole cell, whatever lies on it."""
        self._line(self._border(_LINE))

    def part(self, _: Mark) -> None:
        """A finer border."""
        self._line(self._border(_FINE), _FINE)

    def added(self, _: Mark) -> None:
        """A plus in the corner: the piece was not on the board before."""
        corner = self._at(_HEX_CORNER if self.hexagonal else _SQUARE_CORNER)
        figure = self.look.figure
        share = _PLUS_ON_TILE if figure is not None and figure.shape is Shape.TILE else _PLUS
        body = circle(corner.x, corner.y, max(share * self.pitch, 5))
        corner.lay(self.rim, edge(body - np.float32(max(_EDGE * self.pitch, 1))))
        corner.lay(self.line, edge(body))
        strokes = plus(corner.x, corner.y, 0.6 * share * self.pitch, max(0.045 * self.pitch, 1.4))
        corner.lay(written_on(self.line), edge(strokes))

    def visited(self, mark: Mark) -> None:
        """A small ring where a jump touched down, or which of the landings so far it was."""
        if mark.text:
            taken = self.look.has(MarkKind.CAPTURED)
            place = self._aside(mark, _AWAY) if taken else self.surface
            self._badge(place, _SMALL_BADGE, mark.text, self.line)
        else:
            self._line(circle(self.surface.x, self.surface.y, 0.25 * self.pitch), 0.035)

    def captured(self, mark: Mark) -> None:
        """The captured stone, crossed out: small beside a piece that has come there since."""
        figure = self.look.figure
        if figure is None or figure.gone or self.look.suggested:
            self._strike(cross, 0.17, 0.055)
            return
        badge = self._aside(mark, _CORNER)
        body = circle(badge.x, badge.y, 0.23 * self.pitch)
        draw_flat(badge, self.context.material(mark.colour), body)
        self._strike(cross, 0.13, 0.045, badge)

    def flipped(self, mark: Mark) -> None:
        """The old colour on a small disc, with an arrow that turns, beside the new one."""
        material = self.context.material(mark.colour)
        away, radius = _FLIP
        badge = self._aside(mark, away)
        body = circle(badge.x, badge.y, radius * self.pitch)
        badge.lay(written_on(material.base), edge(body - np.float32(max(0.02 * self.pitch, 1))))
        badge.lay(material.base, edge(body))
        strokes = turning(badge.x, badge.y, 0.1 * self.pitch, max(0.042 * self.pitch, 1.8))
        badge.lay(material.ink, edge(strokes))

    def swapped(self, _: Mark) -> None:
        """Two arrows that pass each other, in the ink of the piece; on a disc beside a number."""
        figure = self.look.figure
        material = self.context.material(figure.top if figure is not None else None)
        surface, pitch = self._above_name(), self.pitch
        measures = _SWAP[surface is not self.surface]
        badge = ended_badge(self.look, self.hexagonal) if self.look.suggested else None
        if badge is not None:
            right, down = badge.place
            surface, measures = self._at((_OPPOSITE * right, _OPPOSITE * down)), _SWAP[True]
        elif self.look.has(MarkKind.STRENGTH):
            surface, measures = self._at(_SWAP_CORNER), _SWAP_ON_DISC
            body = circle(surface.x, surface.y, _FLIP[1] * pitch)
            surface.lay(material.ink, edge(body - np.float32(max(_EDGE * pitch, 1))))
            surface.lay(material.base, edge(body))
        long, away, width = (length * pitch for length in measures)
        x, y = surface.x, surface.y
        for way in (1, -1):
            ahead, aside = way * x + np.float32(long / 2), way * y + np.float32(away)
            sign = arrow(ahead, aside, long, max(width, 1.2))
            surface.lay(material.ink, edge(sign))

    def removed(self, _: Mark) -> None:
        """A cross where a player took a piece of their own off, and the border of a last move.

        Where that has won, the border has the winner's colour already.
        """
        self._strike(cross, 0.13, 0.05, self._above_name())
        if all(mark.kind is not MarkKind.WON for mark in self.look.marks):
            self._line(self._border(_LINE))

    def cut_off(self, _: Mark) -> None:
        """What the rules took or do not count has a stroke through it, beside its number."""
        figure = self.look.figure
        if figure is not None and figure.shape is Shape.TILE:
            self._strike(slash, 0.15, 0.05, self._above_name())
        else:
            up = 0 if figure is None else top_of(figure, self.pitch) / self.pitch
            away, radius = _STRUCK if figure is not None and figure.numbered else (0, 0.34)
            self._strike(slash, radius, 0.062, self._at((away, away - up)))

    def distance(self, mark: Mark) -> None:
        """How far it is to where a part of a stack may land."""
        figure = self.look.figure
        if figure is not None and figure.numbered:
            self._badge_beside(mark.text)
        else:
            self._badge(self.surface, _SMALL_BADGE, mark.text, self.theme.badge)

    def option(self, mark: Mark) -> None:
        """A number or letters on a badge; a ring where options are not numbered."""
        figure = self.look.figure
        if not mark.text:
            ring = circle(self.surface.x, self.surface.y, 0.34 * self.pitch)
            line = outline(ring, max(0.026 * self.pitch, 1.4))
            self.surface.lay(self.theme.legal, edge(line))
        elif self.look.suggested:
            self._letters(ended_badge(self.look, self.hexagonal))
        elif figure is not None and figure.numbered:
            self._badge_beside(mark.text)
        elif self.look.has(MarkKind.STRENGTH):
            self._badge(self._at(_BESIDE_STRENGTH), _SMALL_BADGE, mark.text, self.theme.badge)
        else:
            tile = figure is not None and figure.shape is Shape.TILE
            place = self._at((0.0, -RISE)) if tile else self.surface
            self._badge(place, _BADGE, mark.text, self.theme.badge)

    def zone(self, mark: Mark) -> None:
        """The letter of a zone, large, on one of its cells."""
        if mark.text:
            self._badge(self.surface, _ZONE_LETTER, mark.text, self.theme.badge)

    def strength(self, mark: Mark) -> None:
        """What a piece counts: in its middle, or in a corner beside the number of a choice."""
        if self.look.offered:
            self._badge(self._at(_STRENGTH), _SMALL_BADGE, mark.text, self.theme.plate)
        else:
            self._write(mark.text, _NAME, self.surface)

    def taken(self, _: Mark) -> None:
        """The cell's border in the colour of choices."""
        border = self._border(0.075)
        ink = written_on(self.theme.badge)
        self.surface.lay(ink, edge(outline(border, 0.11 * self.pitch)))
        self.surface.lay(self.theme.badge, edge(outline(border, 0.075 * self.pitch)))

    def begins(self, _: Mark) -> None:
        """The letters of the moves that begin there, in a corner of the border."""
        self._letters(begun_badge(self.look, self.hexagonal))

    def stuck(self, _: Mark) -> None:
        """A bar across a piece that cannot move, below its number."""
        figure = self.look.figure
        if figure is None:
            return
        counts = self.look.has(MarkKind.STRENGTH)
        numbered = figure.numbered or counts
        down = (0.24 if numbered else 0) * self.pitch - top_of(figure, self.pitch)
        long = (0.18 if numbered else 0.26) * self.pitch
        x, y = self.surface.x + np.float32(long / 2), self.surface.y - np.float32(down)
        bar = segment(x, y, long, max(0.045 * self.pitch, 1.6))
        ink = self.theme.badge if counts else self.context.material(figure.top).ink
        self.surface.lay(ink, edge(bar - counts * 0.025 * self.pitch))

    def touching(self, _: Mark) -> None:
        """A ring around a piece, as in the lens."""
        x, y, pitch = self.surface.x, self.surface.y, self.pitch
        ring = outline(circle(x, y, _RING * pitch), 0.07 * pitch)
        ink = written_on(self.theme.badge)
        self.surface.lay(ink, edge(ring - np.float32(_EDGE * pitch)))
        self.surface.lay(self.theme.badge, edge(ring))

    def note(self, mark: Mark) -> None:
        """Words in the middle of the cell, in the ink of what stands there."""
        figure = self.look.figure
        if figure is not None:
            disc = circle(self.surface.x, self.surface.y, 0.24 * self.pitch)
            self.surface.lay(self.context.material(figure.top).base, edge(disc))
        self._write(mark.text, 0.38, self.surface)

    def _line(self, shape: Floats, width: float = _LINE) -> None:
        """A bright line along a shape's border between two of the other kind."""
        inner = outline(shape, max(width * self.pitch, 1.6))
        outer = inner - np.float32(max(_EDGE * self.pitch, 1.0))
        self.surface.lay(self.rim, 0.9 * edge(outer))
        self.surface.lay(self.line, edge(inner))

    def _border(self, width: float) -> Floats:
        inset = (0.5 - width / 2 - _EDGE - 0.012) * self.pitch
        shape = hexagon if self.hexagonal else rounded_square
        border: Floats = shape(self.surface.x, self.surface.y, inset, 0.07 * self.pitch)
        return border

    def _strike(
        self, shape: _Strokes, radius: float, width: float, surface: Surface | None = None
    ) -> None:
        on = surface or self.surface
        strokes = shape(on.x, on.y, radius * self.pitch, max(width * self.pitch, 1.8))
        on.lay(self.rim, edge(strokes - np.float32(max(0.028 * self.pitch, 1))), 0.9)
        on.lay(self.line, edge(strokes))

    def _measures(self, radius: float, text: str) -> tuple[int, float]:
        """The letters of ``text`` on a badge, and the badge's radius in pixels."""
        letters = self.context.letters(_DIGITS.get(len(text), _MANY_DIGITS) * radius)
        return letters, max(radius * self.pitch, 0.36 * letters * max(len(text), 2))

    def _badge_beside(self, text: str) -> None:
        """A badge as far from a piece's own number as there is room in the cell."""
        away = (_WITHIN - self._measures(_SMALL_BADGE, text)[1] / self.pitch) / _SLANT
        right, down = _BESIDE
        place = self._at((right * away, down * away))
        self._badge(place, _SMALL_BADGE, text, self.theme.badge)

    def _badge(self, surface: Surface, radius: float, text: str, colour: Rgb) -> None:
        letters, size = self._measures(radius, text)
        body = circle(surface.x, surface.y, size)
        ink = written_on(colour)
        surface.lay(ink, edge(body - np.float32(max(0.024 * self.pitch, 1))))
        surface.lay(colour, edge(body))
        stamp_middle(surface, ink, self.context.lettering.word(text, letters, BOLD))

    def _letters(self, badge: Badge | None) -> None:
        """The letters of suggested moves."""
        if badge is None:
            return
        texts, pitch, theme = badge.texts, self.pitch, self.theme
        surface, ink = self._at(badge.place), written_on(theme.badge)
        sizes = badge.wide * pitch, badge.high * pitch, badge.high * pitch
        body = rounded_box(surface.x, surface.y, *sizes)
        surface.lay(ink, edge(body - np.float32(max(0.024 * pitch, 1))))
        surface.lay(theme.badge, edge(body))
        letters = self.context.letters(max(_SHARED_LETTERS, _DIGITS[1] * badge.high))
        step = 2 * (badge.wide - _SHARED_END) * pitch / max(len(texts) - 1, 1)
        for number, text in enumerate(texts):
            word = self.context.lettering.word(text, letters, BOLD)
            stamp_middle(surface, ink, word, (number - (len(texts) - 1) / 2) * step)

    def _write(self, text: str, share: float, surface: Surface) -> None:
        """Words in the ink of what stands on the cell."""
        figure = self.look.figure
        ink = self.theme.coordinate
        if figure is not None and not figure.gone:
            ink = self.context.material(figure.top).ink
        word = self.context.lettering.word(text, self.context.letters(share), BOLD)
        stamp_middle(surface, ink, word)

    def _above_name(self) -> Surface:
        """Above a tile's name, or the middle of any other cell."""
        figure = self.look.figure
        if figure is None or figure.shape is not Shape.TILE:
            return self.surface
        patterned = figure.presence is Presence.TAKEN and figure.top not in PLAIN
        return self._at(_SIGN_BESIDE_PATTERN if patterned else _SIGN_ON_TILE)

    def _aside(self, mark: Mark, away: float) -> Surface:
        turn = math.radians(mark.aside)
        return self._at((away * math.cos(turn), away * math.sin(turn)))

    def _at(self, place: tuple[float, float]) -> Surface:
        """The surface, counted from a place right of and below its middle, in pitches."""
        right, down = (share * self.pitch for share in place)
        x, y = float(self.surface.x[0, 0]), float(self.surface.y[0, 0])
        return Surface(self.surface.pixels, (0.5 - x + right, 0.5 - y + down))


_DRAWN: Mapping[MarkKind, Callable[[_Artist, Mark], None]] = {
    MarkKind.ORIGIN: _Artist.origin,
    MarkKind.LANDED: _Artist.landed,
    MarkKind.PART: _Artist.part,
    MarkKind.ADDED: _Artist.added,
    MarkKind.VISITED: _Artist.visited,
    MarkKind.CAPTURED: _Artist.captured,
    MarkKind.FLIPPED: _Artist.flipped,
    MarkKind.SWAPPED: _Artist.swapped,
    MarkKind.REMOVED: _Artist.removed,
    MarkKind.CUT_OFF: _Artist.cut_off,
    MarkKind.DISTANCE: _Artist.distance,
    MarkKind.OPTION: _Artist.option,
    MarkKind.ZONE: _Artist.zone,
    MarkKind.STRENGTH: _Artist.strength,
    MarkKind.TAKEN: _Artist.taken,
    MarkKind.START: _Artist.taken,
    MarkKind.BEGINS: _Artist.begins,
    MarkKind.STUCK: _Artist.stuck,
    MarkKind.TOUCHING: _Artist.touching,
    MarkKind.NOTE: _Artist.note,
}


def names_bare_cells(hexagonal: bool, context: DrawContext) -> bool:
    """Whether bare cells are large enough for their names, and the board has no edge for them."""
    return hexagonal and round(_LARGEST_NAME * context.pitch) >= context.smallest


def draw_coordinate(surface: Surface, name: str, look: CellLook, context: DrawContext) -> None:
    """The cell's name in its middle, or below a sign on a tile.

    Only a tile may lie on the cell. A name gives way to whatever else is written on a cell, and to
    cells that are too small for it.
    """
    figure, theme, letters = look.figure, context.theme, context.letters(_NAME)
    if look.has(MarkKind.COVERED):
        return
    fits = round(_LARGEST_NAME * context.pitch) >= context.smallest
    if figure is not None or look.open:  # beside tiles, of one size with them
        letters = context.letters(_TILE_NAME)
        fits = letters <= _LARGEST_TILE_NAME * context.pitch
    if not fits or look.offered or (figure is None and _is_written_on(look)):
        return
    word = context.lettering.word(name, letters, REGULAR)
    if figure is None:
        quiet = all(mark.kind in (MarkKind.ORIGIN, MarkKind.SIDE) for mark in look.marks)
        strength = (_OPEN if look.open else QUIET) if quiet else 1
        stamp_middle(surface, theme.coordinate, word, strength=strength)
        return
    ink = theme.coordinate if figure.gone else context.material(figure.top).ink
    down = _BELOW_SIGN * context.pitch if look.signed else 0
    if not look.signed and ((figure.top == 2 and not figure.gone) or look.has(MarkKind.ADDED)):
        down = _BELOW_PATTERN * context.pitch
    down -= 0 if figure.gone else RISE * context.pitch
    if figure.top is None:  # no line of its pattern runs through the name
        high, wide = (0.5 * length for length in word.shape)
        band = rounded_box(surface.x, surface.y - np.float32(down), wide, 0.8 * high, 0.5 * high)
        surface.lay(context.material(None).base, edge(band))
    stamp_middle(surface, ink, word, 0, down, 0.85)


def _is_written_on(look: CellLook) -> bool:
    return any(mark.text and mark.kind not in _ANGLED for mark in look.marks)


def draw_open_cell(surface: Surface, context: DrawContext) -> None:
    """A dashed hexagon where a tile may go."""
    x, y, pitch = surface.x, surface.y, context.pitch
    shape = hexagon(x, y, 0.45 * pitch, 0.08 * pitch)
    colour = context.theme.coordinate
    surface.lay(colour, edge(shape), 0.06)
    surface.lay(colour, edge(outline(shape, 1.6)) * dashes(surface, 27), 0.6)
