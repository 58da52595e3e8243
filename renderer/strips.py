"""The header, which says whose turn it is and what each colour has, and the footer."""

import math
from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import numpy as np

from renderer.kept import Kept
from renderer.layout import BESIDE, HEADER
from renderer.lettering import Lettering
from renderer.palette import Indices, Ink
from renderer.pieces import DrawContext, draw_figure
from renderer.request import ShareCard
from renderer.scene import CellLook, Figure, Panel, Presence, Scene, figure_of
from renderer.scenes import build_scene
from renderer.shapes import Floats, Surface, circle, edge, outline, polygon, rounded_box
from renderer.themes import BOLD, REGULAR, Material, Rgb, Theme, mixed, written_on

# In thousandths of the picture's width. The smallest words, of 34, are ten pixels high where it is
# shown 300 pixels wide.
_APART = 12  # between panels
_PANEL = (8, 126)  # from where to where panels go, from the top
_CORNER = 14
_FRAME = 5
_BAR = 9  # below the side to move where strips are calm: a frame takes twice the bytes
_PADDING = 14
_ICON = 74  # the pitch that its piece would have on a board
_NAME = (47, 42)  # the middle of the line, and its letters
_FACTS = (95, 35)
_DID = 35  # the letters of what is said beside a name, and the gap between them
_GAP = 9
_CROWN = 34
_CROWN_AT = (0.30, -0.36)  # of the icon's pitch, from its middle: on the piece's corner
_FOOT = (26, 34)  # half of the line's height, and its letters
_RESULT = (30, 40)
_DOT = " \u00b7 "
"""What stands between facts."""
_MOST_LINES = 3
_MOST_BYTES = 4 << 20

# Of the crown's width, from its middle.
_CROWN_POINTS = ((-0.42, -0.16), (0.0, -0.34), (0.42, -0.16))
_CROWN_BAND = ((-0.36, 0.28), (-0.36, 0.38), (0.36, 0.38), (0.36, 0.28))
_PEARL = 0.075


class Strips:
    """Draws the strips of pictures of one width. Threads must take turns.

    Where pictures follow each other, ``calm`` strips change little between them.
    """

    def __init__(
        self,
        theme: Theme,
        materials: tuple[Material, ...],
        size: int,
        lettering: Lettering,
        ink: Ink,
        *,
        calm: bool = False,
    ) -> None:
        self._calm = calm
        self._theme, self._size, self._lettering, self._ink = theme, size, lettering, ink
        self._scale = size / 1000
        self._context = DrawContext(theme, materials, lettering, round(_ICON * self._scale), 1)
        self._stock: Kept[Hashable, Indices] = Kept(_MOST_BYTES, lambda part: part.nbytes)

    @property
    def cached_bytes(self) -> int:
        return self._stock.size

    def header(self, panels: tuple[Panel, ...]) -> Indices:
        """The strip above the board: a panel for each colour, side by side."""
        strip = self._empty(HEADER)
        if not panels:
            return strip
        width = (self._size - (2 * BESIDE + (len(panels) - 1) * _APART) * self._scale) / len(panels)
        top, bottom = (round(end * self._scale) for end in _PANEL)
        for number, panel in enumerate(panels):
            left = round(BESIDE * self._scale + number * (width + _APART * self._scale))
            shown = (panel, round(width), bottom - top)
            box = self._stock.get(shown, partial(self._panel, *shown))
            strip[top:bottom, left : left + box.shape[1]] = box[:, : self._size - left]
        return strip

    def footer(self, result: str, said: str) -> Indices:
        """The strip below the board: how it ended, if it has, and what happened last."""
        theme, lettering = self._theme, self._lettering
        parts = [
            self._line(line, measures, weight, colour)
            for text, measures, weight, colour in (
                (result, _RESULT, BOLD, theme.text),
                (said, _FOOT, REGULAR, theme.secondary),
            )
            for line in lettering.lines(text, self._letters(measures[1]), weight, self._room)[
                :_MOST_LINES
            ]
        ]
        return np.concatenate([*parts, self._empty(BESIDE / 2 if parts else BESIDE)])

    @property
    def _room(self) -> float:
        return self._size - 2 * BESIDE * self._scale

    def _letters(self, height: float) -> int:
        return max(round(height * self._scale), 4)

    def _line(self, text: str, measures: tuple[int, int], weight: int, colour: Rgb) -> Indices:
        half, height = measures
        word = self._fitting(text, height, weight, self._room)
        strip = self._empty(2 * half)
        _put(
            strip,
            self._coloured(word, colour, self._theme.page),
            self._size / 2,
            half * self._scale,
        )
        return strip

    def _empty(self, height: float) -> Indices:
        page = self._ink.index(np.array([self._theme.page], np.float32))[0]
        return np.full((round(height * self._scale), self._size), page, np.uint8)

    def _panel(self, panel: Panel, width: int, height: int) -> Indices:
        """A box with the piece, the name and below it the facts.

        What its player did gives way to no name: in a narrow box it stands where the facts do.
        """
        below, ink = self._ground(panel)
        state = (width, height, panel.strong, panel.winner, panel.drawn, panel.figure)
        box = self._stock.get(state, lambda: self._box(panel, width, height)).copy()
        start = (2 * _PADDING + 0.86 * _ICON) * self._scale
        end = width - _PADDING * self._scale
        plain_ground = below == self._theme.page
        secondary = self._theme.secondary if plain_ground else ink
        did, told = self._did(panel, end - start), panel.facts
        name = self._fitting(panel.name, _NAME[1], BOLD, end - start)
        if name.shape[1] + did.shape[1] > end - start:
            did, told = did[:, :0], panel.did
        if panel.left:
            name = _struck(name)
        words: list[tuple[Floats, float, int, Rgb]] = [
            (name, start, _NAME[0], secondary if panel.left else ink),
            (did, start + name.shape[1], _NAME[0], ink),
        ]
        if told:
            facts = self._facts(told, end - start)
            words.append((facts, start, _FACTS[0], secondary))
        for word, left, middle, colour in words:
            y = (middle - _PANEL[0]) * self._scale
            _put(box, self._coloured(word, colour, below), left + word.shape[1] / 2, y)
        return box

    def _did(self, panel: Panel, room: float) -> Floats:
        """What is said beside a panel's name, with the space before it; nothing wide as a rule."""
        if not panel.did:
            return np.zeros((1, 0), np.float32)
        if panel.drawn:
            said = self._pill(f"\u00bd {panel.did}")
        else:
            said = self._fitting(f"\u00b7 {panel.did}", _DID, REGULAR, room)
        return np.pad(said, ((0, 0), (self._letters(_GAP), 0)))

    def _pill(self, said: str) -> Floats:
        """Words that are left free in a filled shape."""
        word = self._fitting(said, _DID, BOLD, math.inf)
        free = np.pad(word, ((0, 0), (self._letters(_GAP),) * 2))
        high, wide = free.shape
        body = Surface.plain(wide, high, (0, 0, 0))
        x, y = body.x - np.float32(wide / 2), body.y - np.float32(high / 2)
        shape = rounded_box(x, y, wide / 2, high / 2, self._letters(_CORNER))
        return np.asarray(edge(shape) * (1 - free), np.float32)

    def _facts(self, told: str, room: float) -> Floats:
        """As many whole facts as there is room for; of a single one, its beginning."""
        while _DOT in told and self._fitting(told, _FACTS[1], REGULAR, math.inf).shape[1] > room:
            told = told.rpartition(_DOT)[0]
        return self._fitting(told, _FACTS[1], REGULAR, room)

    def _fitting(self, text: str, letters: int, weight: int, room: float) -> Floats:
        """``text``, or as many of its letters as there is room for, and an ellipsis."""
        return self._lettering.fitted(text, self._letters(letters), weight, room)

    def _ground(self, panel: Panel) -> tuple[Rgb, Rgb]:
        """The colour of a panel's box, and of its words."""
        theme = self._theme
        if panel.winner:
            return theme.win, written_on(theme.win)
        if panel.strong and not self._calm:
            return mixed(theme.page, theme.text, 0.14), theme.text
        return theme.page, theme.text

    def _box(self, panel: Panel, width: int, height: int) -> Indices:
        """The box with what is drawn in it, without words."""
        scale, theme = self._scale, self._theme
        below, ink = self._ground(panel)
        surface = Surface.plain(width, height, theme.page)
        middle = Surface(surface.pixels, (width / 2, height / 2))
        body = rounded_box(middle.x, middle.y, width / 2, height / 2, _CORNER * scale)
        middle.lay(below, edge(body))
        if panel.drawn:
            frame = outline(body + np.float32(_FRAME * scale / 2), _FRAME * scale)
            middle.lay(theme.secondary, edge(frame))
        elif panel.strong and self._calm:
            rows = round(_BAR * scale)
            surface.pixels[-rows:, round(_CORNER * scale) : -round(_CORNER * scale)] = theme.turn
        elif panel.strong:
            frame = outline(body + np.float32(_FRAME * scale / 2), _FRAME * scale)
            middle.lay(theme.turn, edge(frame))
        icon_x = (_PADDING + 0.43 * _ICON) * scale
        icon = Surface(surface.pixels, (icon_x, height / 2))
        draw_figure(icon, plain(panel.figure), self._context)
        if panel.winner:
            right, down = (share * _ICON * scale for share in _CROWN_AT)
            crown = Surface(surface.pixels, (icon_x + right, height / 2 + down))
            _draw_crown(crown, ink, below, _CROWN * scale)
        return self._ink.index(surface.pixels)

    def _coloured(self, word: Floats, colour: Rgb, below: Rgb) -> Indices:
        """``word`` written on a ground of one colour."""
        return self._stock.get(("ramp", colour, below), partial(self._ramp, colour, below))[
            (word * np.float32(255) + np.float32(0.5)).astype(np.uint8)
        ]

    def _ramp(self, colour: Rgb, below: Rgb) -> Indices:
        """The entries from one colour to another, for each of 256 steps."""
        ground, steps = np.array(below, np.float32), np.linspace(0, 1, 256, dtype=np.float32)
        return self._ink.index(ground + (np.array(colour, np.float32) - ground) * steps[:, None])


def _draw_crown(surface: Surface, colour: Rgb, below: Rgb, width: float) -> None:
    """A crown around the surface's middle, parted from what lies below it: who won."""
    x, y = surface.x, surface.y
    shape = polygon(x, y, [(across * width, down * width) for across, down in _CROWN_BAND[::-1]])
    for (left, right), (across, down) in zip(
        ((-0.40, -0.02), (-0.24, 0.24), (0.02, 0.40)), _CROWN_POINTS, strict=True
    ):
        spike = [(across, down), (right, 0.22), (left, 0.22)]
        shape = np.minimum(shape, polygon(x, y, [(a * width, d * width) for a, d in spike]))
        pearl = circle(x - np.float32(across * width), y - np.float32(down * width), _PEARL * width)
        shape = np.minimum(shape, pearl)
    surface.lay(below, edge(shape - np.float32(0.1 * width)))
    surface.lay(colour, edge(shape))


def plain(figure: Figure) -> Figure:
    """``figure`` without a number, as it stands for its colour."""
    return Figure(figure.shape, figure.colours, 0)


def _struck(word: Floats) -> Floats:
    """``word`` with a line through its middle."""
    struck = word.copy()
    middle, half = len(word) // 2, max(len(word) // 24, 1)
    struck[middle - half : middle + half] = 1
    return struck


def _put(strip: Indices, part: Indices, x: float, y: float) -> None:
    """Put ``part`` with its middle at ``x`` and ``y``, cut at the strip's border."""
    height, width = part.shape
    left, top = round(x - width / 2), round(y - height / 2)
    across, down = max(-left, 0), max(-top, 0)
    box = strip[top + down : top + height, left + across : left + width]
    box[:] = part[down : down + box.shape[0], across : across + box.shape[1]]


def share_scene(card: ShareCard, lettering: Lettering) -> Scene:
    """The card as a scene: names in the header instead of colours, and the title at the foot."""
    scene = build_scene(card.picture)
    wide, outcome = len(scene.panels) < 3, card.picture.outcome
    drawn = outcome is not None and outcome.drawn
    panels = tuple(
        replace(
            _named(panel if wide else replace(panel, facts=""), card.names[panel.seat], lettering),
            did=panel.did if drawn else "",
        )
        for panel in scene.panels
    )
    traces = {
        cell: CellLook(figure_of(scene.shape, piece, Presence.DEPARTED))
        for cell, piece in card.stood
    }
    looks = {**traces, **scene.looks}
    return replace(
        scene, looks=looks, panels=panels, footer=card.picture.say(card.title), named=False
    )


def _named(panel: Panel, name: str, lettering: Lettering) -> Panel:
    """``panel`` with a player's name over the colour; the colour where the name cannot be set."""
    legible = lettering.legible(name)
    facts = _DOT.join(filter(None, (panel.name, panel.facts)))
    return replace(panel, name=legible, facts=facts) if legible else panel
