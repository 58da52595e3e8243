"""The header, which says whose turn it is and what each colour has, and the footer."""

import math
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from renderer.kept import Stock
from renderer.layout import BESIDE, HEADER, roomiest
from renderer.lettering import Lettering
from renderer.palette import Indices, Ink
from renderer.pieces import DrawContext, draw_figure, draw_pattern
from renderer.request import ShareCard
from renderer.scene import Figure, Panel, Presence, Scene, Sign
from renderer.scenes import build_scene
from renderer.shapes import Floats, Surface, circle, edge, outline, polygon, rounded_box
from renderer.signs import draw_sign
from renderer.themes import BOLD, CROWN, REGULAR, Material, Rgb, Theme, mixed, written_on

# In thousandths of the picture's width. The smallest words, of 34, are ten pixels high where it is
# shown 300 pixels wide.
_APART = 12  # between panels
PANELS = (8, 126)  # from where to where panels go, from the top
_CORNER = 14
_FRAME = 5
_BAR = 9  # below the side to move where strips are calm: a frame takes twice the bytes
_PADDING = 10
_ICON = 74  # the pitch that its piece would have on a board
_NAME = (47, (42, 38, 34, 30))  # the middle of the line, and its letters: as large as they may be
_FACTS = (95, (35, 30))
_LINES = (45, 89)  # the middles of a name's, where it takes both
_NARROW = 3  # so many panels have no room for names on a line
_SIGN_BELOW = 95  # the middle of a sign that stands where the facts do
_DID = 35  # the letters of what is said beside a name, and the gap between them
_GAP = 9
_PILL = 46  # how high it is
_HATCHED = 0.46  # of the icon's pitch, from its middle: who has left
_CROWN = 30
_CROWN_AT = -0.56  # of the icon's pitch, from its middle: on the piece's head, away from the name
_LOWER = 0.12  # so much further down is a piece with a crown, which leaves its sign free
_FOOT = (26, 34)  # half of the line's height, and its letters
_RESULT = (30, 40)
_DOT = " \u00b7 "
"""What stands between facts."""
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_NOTHING = np.zeros((1, 0), np.float32)
_CARD = (950, 1100)  # what a card's tiles should have room in, across and down
_MOST_LINES = 3

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
        scale: float | None = None,
        ground: Rgb | None = None,
        stock: Stock | None = None,
    ) -> None:
        self._calm = calm
        self._theme, self._size, self._lettering, self._ink = theme, size, lettering, ink
        self._scale = size / 1000 if scale is None else scale
        self._bare = theme.page if ground is None else ground
        self._context = DrawContext(theme, materials, lettering, round(_ICON * self._scale), 1)
        self._own, self._stock = object(), stock or Stock()

    def _kept(self, shown: Hashable, make: Callable[[], Indices]) -> Indices:
        """The part of these strips that shows this, from the stock."""
        return self._stock.get((self._own, shown), make)

    def header(self, panels: tuple[Panel, ...]) -> Indices:
        """The strip above the board: a panel for each colour, side by side."""
        strip = self._empty(HEADER)
        if not panels:
            return strip
        width = (self._size - (2 * BESIDE + (len(panels) - 1) * _APART) * self._scale) / len(panels)
        top, bottom = (round(end * self._scale) for end in PANELS)
        letters, told = self._alike(panels, self._beside_icon(width))
        for number, panel in enumerate(told):
            left = round(BESIDE * self._scale + number * (width + _APART * self._scale))
            shown = (panel, round(width), bottom - top, letters, len(panels) >= _NARROW)
            box = self._kept(shown, partial(self._panel, *shown))
            strip[top:bottom, left : left + box.shape[1]] = box[:, : self._size - left]
        return strip

    def _beside_icon(self, width: float) -> float:
        """How much room words have in a panel."""
        return width - (3 * _PADDING + 0.86 * _ICON) * self._scale

    def _alike(self, panels: tuple[Panel, ...], room: float) -> tuple[int, tuple[Panel, ...]]:
        """The letters of names, and the panels with as many facts each.

        All names have the same letters but for those that have no room in them.
        """
        *larger, smallest = _NAME[1][:-1] if len(panels) >= _NARROW else _NAME[1]
        names = [each.name for each in panels if self._wide(each.name, smallest, BOLD) <= room]
        sizes = (
            each for each in larger if all(self._wide(name, each, BOLD) <= room for name in names)
        )
        told = [panel.facts.split(_DOT) for panel in panels]
        most = max(map(len, told))
        while most > 1 and any(
            len(facts) >= most and self._wide(_DOT.join(facts[:most]), _FACTS[1][0], REGULAR) > room
            for facts in told
        ):
            most -= 1
        shown = [_DOT.join(facts[:most]) for facts in told]
        alike = (replace(panel, facts=facts) for panel, facts in zip(panels, shown, strict=True))
        return max(sizes, default=smallest), tuple(alike)

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

    def _panel(self, panel: Panel, width: int, height: int, letters: int, narrow: bool) -> Indices:
        """A box with the piece, the name and below it the facts.

        What its player did gives way to no name: in a narrow box it stands where the facts do. They
        give way to the rest of a long name there, for the piece tells the colour too. No fact has
        larger letters than the name.
        """
        below, ink = self._ground(panel)
        state = (width, height, panel.strong, panel.winner, panel.sign, panel.figure)
        box = self._kept(state, lambda: self._box(panel, width, height)).copy()
        start = (2 * _PADDING + 0.86 * _ICON) * self._scale
        room = self._beside_icon(width)
        plain_ground = below == self._theme.page
        secondary = self._theme.secondary if plain_ground else ink
        named = secondary if panel.left or panel.sign is Sign.WITHOUT else ink
        words: list[tuple[Floats, float, float, Rgb]] = []
        both = self._in_two(panel, letters, room) if narrow else None
        if both is not None:
            words += [(each, start, y, named) for each, y in zip(both, _LINES, strict=True)]
            corner = self._corner(panel)
            words.append((corner, start + both[1].shape[1], _SIGN_BELOW, ink))
        else:
            letters = self._size_of(panel.name, (letters, _NAME[1][-1]), BOLD, room)
            name, did, told, sign = self._said(panel, letters, room)
            middle = _NAME[0] if told or sign.any() else (PANELS[0] + PANELS[1]) / 2
            words += [(name, start, middle, named), (did, start + name.shape[1], middle, ink)]
            right = start + room - sign.shape[1]
            while sign.any() and told and self._wide(told, _FACTS[1][-1], REGULAR) > right - start:
                told = told.rpartition(_DOT)[0]
            sizes = tuple(min(each, letters) for each in _FACTS[1])
            size = self._size_of(told, sizes, REGULAR, right - start)
            facts = self._fitting(told, size, REGULAR, right - start) if told else _NOTHING
            words.append((facts, start, _FACTS[0], secondary))
            words.append((sign, start + facts.shape[1], _SIGN_BELOW, ink))
        for word, left, y, colour in words:
            written, x = self._coloured(word, colour, below), left + word.shape[1] / 2
            _put(box, written, x, (y - PANELS[0]) * self._scale, word > 0)
        return box

    def _said(self, panel: Panel, letters: int, room: float) -> tuple[Floats, Floats, str, Floats]:
        """The name, what stands beside it, what stands below, and the sign at the end of that.

        Words give way to the name, which gives way to nothing; facts to those of a sign.
        """
        told, did = panel.facts, _NOTHING
        name = self._name(panel, panel.name, letters, room)
        if panel.sign is not None and not panel.did:
            return name, _NOTHING, told, self._corner(panel)
        if panel.sign is not None:
            whole, bare = (self._pill(panel.sign, words) for words in (panel.did, ""))
            if name.shape[1] + whole.shape[1] <= room:
                return name, whole, told, _NOTHING
            if name.shape[1] + bare.shape[1] <= room:
                return name, bare, panel.did, _NOTHING
            return name, _NOTHING, told, whole if whole.shape[1] <= room else bare
        if panel.did:
            said = self._fitting(f"\u00b7 {panel.did}", _DID, REGULAR, room)
            did = np.pad(said, ((0, 0), (self._letters(_GAP), 0)))
        if name.shape[1] + did.shape[1] > room:
            did, told = did[:, :0], panel.did
        return name, did, told, _NOTHING

    def _in_two(self, panel: Panel, letters: int, room: float) -> list[Floats] | None:
        """The two lines of a name that has no room on one, above its sign; None for any other."""
        rooms = room, room - self._corner(panel).shape[1]
        *larger, smallest = (each for each in _NAME[1] if each <= letters)
        for size in (*larger, smallest):
            letters = self._letters(size)
            last = size == smallest
            lines = self._lettering.in_two(panel.name, letters, BOLD, room, broken=last)
            both = list(zip(lines, rooms, strict=False))
            if last or all(self._wide(each, size, BOLD) <= free for each, free in both):
                break
        return (
            [self._name(panel, each, size, free) for each, free in both] if len(both) > 1 else None
        )

    def _corner(self, panel: Panel) -> Floats:
        """The sign without words that stands below at the end, if there is one."""
        return _NOTHING if panel.sign is None else self._pill(panel.sign, "")

    def _name(self, panel: Panel, text: str, size: int, room: float) -> Floats:
        """A line of a name, struck through as far as its letters go where its player left."""
        word = self._fitting(text, size, BOLD, room)
        if not panel.left or panel.sign is not None:
            return word
        cut = self._wide(text, size, BOLD) > room
        return _struck(word, word.shape[1] - (self._wide("\u2026", size, BOLD) if cut else 0))

    def _size_of(self, text: str, sizes: tuple[int, ...], weight: int, room: float) -> int:
        """The first of ``sizes`` in which ``text`` has room, or the last."""
        fitting = (each for each in sizes if self._wide(text, each, weight) <= room)
        return next(fitting, sizes[-1])

    def _pill(self, sign: Sign, said: str) -> Floats:
        """A sign and words that are left free in a filled shape, with the space before it."""
        gap, high = self._letters(_GAP), self._letters(_PILL)
        word = self._fitting(said, _DID, BOLD, math.inf) if said else np.zeros((1, 0), np.float32)
        wide = high + word.shape[1] + (gap // 2 if said else 0)
        pill = Surface.plain(gap + wide, high, _BLACK)
        shape = rounded_box(
            pill.x - np.float32(gap + wide / 2),
            pill.y - np.float32(high / 2),
            wide / 2,
            high / 2,
            self._letters(_CORNER),
        )
        drawn = draw_sign(
            sign, pill.x - np.float32(gap + high / 2), pill.y - np.float32(high / 2), 0.32 * high
        )
        pill.lay(_WHITE, edge(shape))
        pill.lay(_BLACK, edge(drawn))
        pill.stamp(_BLACK, word, gap + high - gap // 2, round((high - word.shape[0]) / 2))
        return pill.pixels[..., 0] / np.float32(255)

    def _fitting(self, text: str, letters: int, weight: int, room: float) -> Floats:
        """``text``, or as many of its letters as there is room for, and an ellipsis."""
        return self._lettering.fitted(text, self._letters(letters), weight, room)

    def _wide(self, text: str, letters: int, weight: int) -> int:
        width: int = self._fitting(text, letters, weight, math.inf).shape[1]
        return width

    def _ground(self, panel: Panel) -> tuple[Rgb, Rgb]:
        """The colour of a panel's box, and of its words."""
        theme = self._theme
        if panel.winner:
            return theme.win, written_on(theme.win)
        if panel.strong and not self._calm:
            return mixed(theme.page, theme.text, 0.14), theme.text
        return self._bare, theme.text

    def _box(self, panel: Panel, width: int, height: int) -> Indices:
        """The box with what is drawn in it, without words."""
        scale, theme = self._scale, self._theme
        below, ink = self._ground(panel)
        surface = Surface.plain(width, height, theme.page)
        middle = Surface(surface.pixels, (width / 2, height / 2))
        body = rounded_box(middle.x, middle.y, width / 2, height / 2, _CORNER * scale)
        middle.lay(below, edge(body))
        if panel.sign is Sign.DRAWN:
            frame = outline(body + np.float32(_FRAME * scale / 2), _FRAME * scale)
            middle.lay(theme.secondary, edge(frame))
        elif panel.strong and self._calm:
            rows = round(_BAR * scale)
            surface.pixels[-rows:, round(_CORNER * scale) : -round(_CORNER * scale)] = theme.turn
        elif panel.strong:
            frame = outline(body + np.float32(_FRAME * scale / 2), _FRAME * scale)
            middle.lay(theme.turn, edge(frame))
        icon_x = (_PADDING + 0.43 * _ICON) * scale
        icon_y = height / 2 + (_LOWER * _ICON * scale if panel.winner else 0)
        icon = Surface(surface.pixels, (icon_x, icon_y))
        draw_figure(icon, plain(panel.figure), self._context)
        if panel.figure.presence is Presence.UNCOUNTED:
            hatching = self._context.material(panel.figure.top).ink
            draw_pattern(icon, hatching, None, _HATCHED * _ICON * scale)
        if panel.winner:
            crown = Surface(surface.pixels, (icon_x, icon_y + _CROWN_AT * _ICON * scale))
            dark = min(ink, below, key=sum)
            _draw_crown(crown, CROWN, dark, _CROWN * scale)
        return self._ink.index(surface.pixels)

    def _coloured(self, word: Floats, colour: Rgb, below: Rgb) -> Indices:
        """``word`` written on a ground of one colour."""
        return self._kept(("ramp", colour, below), partial(self._ramp, colour, below))[
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


def _struck(word: Floats, until: int) -> Floats:
    """``word`` with a line through its middle, ``until`` so many pixels from its beginning."""
    struck = word.copy()
    middle, half = len(word) // 2, max(len(word) // 24, 1)
    struck[middle - half : middle + half, :until] = 1
    return struck


def _put(
    strip: Indices, part: Indices, x: float, y: float, shown: NDArray[np.bool_] | None = None
) -> None:
    """Put ``part``, or what is ``shown`` of it, around ``x`` and ``y``, cut at the border."""
    height, width = part.shape
    left, top = round(x - width / 2), round(y - height / 2)
    across, down = max(-left, 0), max(-top, 0)
    box = strip[top + down : top + height, left + across : left + width]
    within = np.s_[down : down + box.shape[0], across : across + box.shape[1]]
    np.copyto(box, part[within], where=True if shown is None else shown[within])


def share_scene(card: ShareCard, lettering: Lettering) -> Scene:
    """The card as a scene: names in the header instead of colours, and the title at the foot."""
    scene = build_scene(card.picture)
    narrow = len(scene.panels) >= _NARROW
    panels = tuple(
        _named(panel, card.names[panel.seat], lettering, narrow) for panel in scene.panels
    )
    axis = roomiest(scene.board, scene.looks, _CARD)
    footer = card.picture.say(card.title)
    return replace(scene, panels=panels, footer=footer, named=False, axis=axis)


def _named(panel: Panel, name: str, lettering: Lettering, narrow: bool) -> Panel:
    """``panel`` with a player's name over the colour; the colour where the name cannot be set.

    A ``narrow`` one has no room for facts: the colour alone is below the name, with a sign.
    """
    ended = panel.did if panel.sign and not narrow else ""
    legible = lettering.legible(name)
    colour = panel.name if legible else ""
    facts = _DOT.join(filter(None, [colour, "" if narrow else panel.facts]))
    return replace(panel, name=legible or panel.name, facts=facts, did=ended)
