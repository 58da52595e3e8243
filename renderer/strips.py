"""The header, which says whose turn it is and what each colour has, and the footer."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from renderer.layout import FOOTER, HEADER
from renderer.lettering import BOLD, REGULAR, Lettering
from renderer.pieces import Bench, draw_figure
from renderer.scene import Panel, Shape
from renderer.shapes import Floats, Surface, edge
from renderer.themes import Rgb, Theme

# In thousandths of the picture's side.
_MIDDLE = 40
_NAME = 30
_FACTS = 24
_ICON = 50  # the pitch that its piece would have on a board
_GAP = 13
_MARGIN = 30
_UNDERLINE = (24, 4)  # below the middle, and thick
_SMALLEST = 0.55  # of the usual size, for words that would not fit
_SMALLEST_SIZE = 4  # pixels


@dataclass(frozen=True, slots=True)
class _Writing:
    """Words set for a strip: at most ``room`` pixels wide, smaller where they must be."""

    lettering: Lettering
    scale: float

    def fit(self, text: str, height: float, weight: int, room: float) -> Floats:
        size = max(round(height * self.scale), _SMALLEST_SIZE)
        word = self.lettering.word(text, size, weight)
        smallest = max(round(_SMALLEST * size), _SMALLEST_SIZE)
        while word.shape[1] > room and size > smallest:
            size -= 1
            word = self.lettering.word(text, size, weight)
        while len(text) > 1 and word.shape[1] > room:
            text = text[:-2] + "\u2026"
            word = self.lettering.word(text, size, weight)
        return word


def draw_header(
    theme: Theme, panels: tuple[Panel, ...], size: int, lettering: Lettering
) -> Surface:
    """The strip above the board: a panel at the left, one at the right, a third between them."""
    scale = size / 1000
    surface = Surface.plain(size, round(HEADER * scale), theme.page)
    room = (size - 2 * _MARGIN * scale) / max(len(panels), 1) - _GAP * scale
    for number, panel in enumerate(panels):
        share = number / (len(panels) - 1) if len(panels) > 1 else 0.0
        _draw_panel(surface, panel, theme, _Writing(lettering, scale), share, room)
    return surface


def _draw_panel(
    surface: Surface, panel: Panel, theme: Theme, writing: _Writing, share: float, room: float
) -> None:
    """Piece, name and facts in a row; ``share`` is 0 at the left end and 1 at the right."""
    scale = writing.scale
    gap, icon = _GAP * scale, _ICON * scale
    name = writing.fit(panel.name, _NAME, BOLD, room - icon - gap)
    left_over = room - icon - 2 * gap - name.shape[1]
    facts = writing.fit(panel.facts, _FACTS, REGULAR, left_over) if panel.facts else None
    width = icon + gap + name.shape[1] + (0 if facts is None else gap + facts.shape[1])
    free = surface.pixels.shape[1] - 2 * _MARGIN * scale - width
    left = _MARGIN * scale + share * free
    mirrored = share == 1
    y = _MIDDLE * scale
    spans = [icon, name.shape[1], *([] if facts is None else [facts.shape[1]])]
    starts = _starts(spans, gap, left, width, mirrored)
    _draw_icon(
        surface, panel, Bench(theme, writing.lettering, round(icon)), starts[0] + icon / 2, y
    )
    _put(surface, name, theme.text, starts[1], y)
    if facts is not None:
        _put(surface, facts, theme.secondary, starts[2], y + scale)
    if panel.strong:
        _underline(surface, theme.turn, starts[1], name.shape[1], scale)


def _starts(
    spans: list[float], gap: float, left: float, width: float, mirrored: bool
) -> list[float]:
    starts, place = [], left
    for span in spans:
        starts.append(2 * left + width - place - span if mirrored else place)
        place += span + gap
    return starts


def _draw_icon(surface: Surface, panel: Panel, bench: Bench, x: float, y: float) -> None:
    figure = panel.figure
    if figure.shape in (Shape.STACK, Shape.PILE):
        figure = replace(figure, shape=Shape.STONE)
    reach = bench.pitch
    top, left = max(round(y) - reach, 0), max(round(x) - reach, 0)
    pixels = surface.pixels[top : round(y) + reach, left : round(x) + reach]
    draw_figure(Surface(pixels, (x - left, y - top)), figure, bench)


def _put(surface: Surface, word: Floats, colour: Rgb, left: float, y: float) -> None:
    surface.stamp(colour, word, round(left), round(y - word.shape[0] / 2))


def _underline(surface: Surface, colour: Rgb, left: float, width: float, scale: float) -> None:
    below, thick = (length * scale for length in _UNDERLINE)
    bar = Surface(surface.pixels, (left + width / 2, _MIDDLE * scale + below + thick / 2))
    half = max(thick, 2) / 2
    inside = np.maximum(np.abs(bar.x) - np.float32(width / 2), np.abs(bar.y) - np.float32(half))
    bar.lay(colour, edge(inside))


def draw_footer(theme: Theme, text: str, size: int, lettering: Lettering) -> Surface:
    """The strip below the board, with ``text`` in its middle."""
    scale = size / 1000
    surface = Surface.plain(size, round(FOOTER * scale), theme.page)
    if text:
        room = size - 2 * _MARGIN * scale
        word = _Writing(lettering, scale).fit(text, _FACTS, REGULAR, room)
        left = (size - word.shape[1]) / 2
        _put(surface, word, theme.secondary, left, (FOOTER - 34) * scale)
    return surface
