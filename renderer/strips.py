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
_APART = 14  # between panels, at least
_SHARES = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)  # of the usual size, for words that would not fit
_SMALLEST = 4  # pixels of a letter


@dataclass(frozen=True, slots=True)
class _Words:
    """A panel's name and facts as they are set, and the room that all of it takes in a row."""

    panel: Panel
    name: Floats
    facts: Floats | None
    width: float


def draw_header(
    theme: Theme, panels: tuple[Panel, ...], size: int, lettering: Lettering
) -> Surface:
    """The strip above the board: the first panel at the left, the last at the right.

    Where they would not fit, the facts of all are smaller.
    """
    scale = size / 1000
    surface = Surface.plain(size, round(HEADER * scale), theme.page)
    room = size - 2 * _MARGIN * scale
    for share in _SHARES:
        words = [_set(panel, lettering, scale, share) for panel in panels]
        free = room - sum(panel.width for panel in words)
        if free >= (len(panels) - 1) * _APART * scale:
            break
    left = _MARGIN * scale
    for number, panel in enumerate(words, 1):
        mirrored = number == len(words) > 1
        _draw_panel(surface, panel, theme, lettering, left, mirrored=mirrored)
        left += panel.width + free / max(len(panels) - 1, 1)
    return surface


def _set(panel: Panel, lettering: Lettering, scale: float, share: float) -> _Words:
    """The words of ``panel`` with facts of ``share`` of their usual size."""
    gap = _GAP * scale
    name = lettering.word(panel.name, _letters(_NAME, scale), BOLD)
    width = _ICON * scale + gap + name.shape[1]
    if not panel.facts:
        return _Words(panel, name, None, width)
    facts = lettering.word(panel.facts, _letters(_FACTS, share * scale), REGULAR)
    return _Words(panel, name, facts, width + gap + facts.shape[1])


def _letters(height: float, scale: float) -> int:
    return max(round(height * scale), _SMALLEST)


def _draw_panel(
    surface: Surface,
    words: _Words,
    theme: Theme,
    lettering: Lettering,
    left: float,
    *,
    mirrored: bool,
) -> None:
    """Piece, name and facts in a row from ``left``, or back to it."""
    scale = surface.pixels.shape[1] / 1000
    icon, y = _ICON * scale, _MIDDLE * scale
    spans = [icon, words.name.shape[1], *([] if words.facts is None else [words.facts.shape[1]])]
    starts = _starts(spans, _GAP * scale, left, words.width, mirrored)
    _draw_icon(surface, words.panel, Bench(theme, lettering, round(icon)), starts[0] + icon / 2, y)
    _put(surface, words.name, theme.text, starts[1], y)
    if words.facts is not None:
        _put(surface, words.facts, theme.secondary, starts[2], y + scale)
    if words.panel.strong:
        _underline(surface, theme.turn, starts[1], words.name.shape[1], scale)


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
    for share in _SHARES:
        word = lettering.word(text, _letters(_FACTS, share * scale))
        if word.shape[1] <= size - 2 * _MARGIN * scale:
            break
    _put(surface, word, theme.secondary, (size - word.shape[1]) / 2, (FOOTER - 34) * scale)
    return surface
