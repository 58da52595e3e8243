"""The header, which says whose turn it is and what each colour has, and the footer."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from renderer.layout import FOOTER, HEADER
from renderer.lettering import BOLD, REGULAR, Lettering
from renderer.palette import Indices, Ink
from renderer.pieces import Bench, draw_figure
from renderer.scene import Figure, Panel
from renderer.shapes import Floats, Surface, edge
from renderer.themes import Rgb, Theme
from rules.game import Shape

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


class Strips:
    """Draws the strips of pictures of one size. Several threads may use it."""

    def __init__(self, theme: Theme, size: int, lettering: Lettering, ink: Ink) -> None:
        self._theme, self._size, self._lettering, self._ink = theme, size, lettering, ink
        self._scale = size / 1000
        self._bench = Bench(theme, lettering, round(_ICON * self._scale))
        self._page = np.array(theme.page, np.float32)
        self._icons: dict[Figure, Indices] = {}  # as many as there are shapes and colours

    @property
    def kept(self) -> int:
        """The bytes held."""
        return sum(icon.nbytes for icon in tuple(self._icons.values()))

    def header(self, panels: tuple[Panel, ...]) -> Indices:
        """The strip above the board: the first panel at the left, the last at the right.

        Where they would not fit, the facts of all are smaller.
        """
        strip = self._empty(HEADER)
        room = self._size - 2 * _MARGIN * self._scale
        for share in _SHARES:
            words = [self._set(panel, share) for panel in panels]
            free = room - sum(panel.width for panel in words)
            if free >= (len(panels) - 1) * _APART * self._scale:
                break
        left = _MARGIN * self._scale
        for number, panel in enumerate(words, 1):
            self._draw_panel(strip, panel, left, mirrored=number == len(words) > 1)
            left += panel.width + free / max(len(panels) - 1, 1)
        return strip

    def footer(self, text: str) -> Indices:
        """The strip below the board, with ``text`` in its middle."""
        strip = self._empty(FOOTER)
        if not text:
            return strip
        for share in _SHARES:
            word = self._lettering.word(text, self._letters(_FACTS * share))
            if word.shape[1] <= self._size - 2 * _MARGIN * self._scale:
                break
        left, y = (self._size - word.shape[1]) / 2, (FOOTER - 34) * self._scale
        self._write(strip, word, self._theme.secondary, left, y)
        return strip

    def _empty(self, height: int) -> Indices:
        page = self._ink.index(self._page[None])[0]
        return np.full((round(height * self._scale), self._size), page, np.uint8)

    def _letters(self, height: float) -> int:
        return max(round(height * self._scale), _SMALLEST)

    def _set(self, panel: Panel, share: float) -> _Words:
        """The words of ``panel`` with facts of ``share`` of their usual size."""
        gap = _GAP * self._scale
        name = self._lettering.word(panel.name, self._letters(_NAME), BOLD)
        width = _ICON * self._scale + gap + name.shape[1]
        if not panel.facts:
            return _Words(panel, name, None, width)
        facts = self._lettering.word(panel.facts, self._letters(_FACTS * share), REGULAR)
        return _Words(panel, name, facts, width + gap + facts.shape[1])

    def _draw_panel(self, strip: Indices, words: _Words, left: float, *, mirrored: bool) -> None:
        """Piece, name and facts in a row from ``left``, or back to it."""
        theme, icon, y = self._theme, _ICON * self._scale, _MIDDLE * self._scale
        spans = [icon, words.name.shape[1]]
        spans += [] if words.facts is None else [words.facts.shape[1]]
        starts = _starts(spans, _GAP * self._scale, left, words.width, mirrored)
        self._put(strip, self._icon(words.panel.figure), starts[0] + icon / 2, y)
        self._write(strip, words.name, theme.text, starts[1], y)
        if words.facts is not None:
            self._write(strip, words.facts, theme.secondary, starts[2], y + self._scale)
        if words.panel.strong:
            self._underline(strip, starts[1], words.name.shape[1])

    def _icon(self, figure: Figure) -> Indices:
        """A small piece of the figure's colour, alone."""
        shape = Shape.TILE if figure.shape is Shape.TILE else Shape.STONE
        plain = replace(figure, shape=shape)
        icon = self._icons.get(plain)
        if icon is None:
            side = round(1.2 * self._bench.pitch)
            surface = Surface.plain(side, side, self._theme.page)
            draw_figure(Surface(surface.pixels, (side / 2, side / 2)), plain, self._bench)
            icon = self._icons[plain] = self._ink.index(surface.pixels)
        return icon

    def _write(self, strip: Indices, word: Floats, colour: Rgb, left: float, y: float) -> None:
        """Lay ``word`` on the page; ``y`` is its middle."""
        pixels = self._page + (np.array(colour, np.float32) - self._page) * word[..., None]
        self._put(strip, self._ink.index(pixels), left + word.shape[1] / 2, y)

    def _underline(self, strip: Indices, left: float, width: int) -> None:
        below, thick = (length * self._scale for length in _UNDERLINE)
        half = max(thick, 2) / 2
        bar = Surface.plain(width + 4, round(2 * half) + 4, self._theme.page)
        x, y = bar.x - np.float32(width / 2 + 2), bar.y - np.float32(half + 2)
        inside = np.maximum(np.abs(x) - np.float32(width / 2), np.abs(y) - np.float32(half))
        bar.lay(self._theme.turn, edge(inside))
        middle = _MIDDLE * self._scale + below + thick / 2
        self._put(strip, self._ink.index(bar.pixels), left + width / 2, middle)

    @staticmethod
    def _put(strip: Indices, part: Indices, x: float, y: float) -> None:
        """Put ``part`` with its middle at ``x`` and ``y``, cut at the strip's border."""
        height, width = part.shape
        left, top = round(x - width / 2), round(y - height / 2)
        across, down = max(-left, 0), max(-top, 0)
        box = strip[top + down : top + height, left + across : left + width]
        box[:] = part[down : down + box.shape[0], across : across + box.shape[1]]


def _starts(
    spans: list[float], gap: float, left: float, width: float, mirrored: bool
) -> list[float]:
    starts, place = [], left
    for span in spans:
        starts.append(2 * left + width - place - span if mirrored else place)
        place += span + gap
    return starts
