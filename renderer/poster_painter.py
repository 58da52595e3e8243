"""Posters as pictures."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from renderer.charts.canvas import Canvas
from renderer.charts.style import LABEL
from renderer.layout import BESIDE, roomiest
from renderer.lettering import Lettering
from renderer.palette import Indices, Ink
from renderer.poster import MOST_STILLS, Poster, Still
from renderer.scene import CellLook, MarkKind, Scene
from renderer.scenes import build_scene
from renderer.shapes import Floats, Surface, circle, edge, rounded_box
from renderer.strips import PANELS, Strips, share_scene
from renderer.themes import BOLD, REGULAR, Rgb, Theme, mixed

WIDTH, HEIGHT = 1200, 1500
FRAME = 206
"""How wide and high a board of the filmstrip is, in pixels."""

_STEP = 216  # from a board of the film to the next: as far as nine holes
_GAP = _STEP - FRAME
_ROOM = MOST_STILLS * _STEP + _GAP  # all is as wide as a film
_MARGIN = (WIDTH - _ROOM) // 2
_EDGE = 40  # above and below all
_TITLE, _SUBTITLE = 60, 36
_SCALE, _UNDER_TITLE = 1.2, 18  # of the panels, and the space above them
_CAPITAL = 0.73  # of the letters, how high capitals are
_FREE = 20  # around the board, and above the film
_ABOVE, _BELOW = 24, 42  # the strip's borders
_FILM = _ABOVE + FRAME + _BELOW
_CAPTION = 36
_DOT = (15, 10)  # its radius, and that of what is within; as on the ribbon
_HOLE = (7, 7, 3)  # half of its width and height, and its corners
_HOLES = 24  # from one to the next
_RESULT = (40, 45)  # the letters, and the line
_SWING = (36, 41)
_RIBBONS, _RIBBON_HIGH = (660, 570, 480), 212  # with numbers; narrow for many words beside one
_APART = 8  # between the two
_INNER = (30, 18)  # from where the ribbon's drawing begins to what is seen
_LETTERS = 36  # of the ribbon's words
_LEAST, _SPARE, _SEVERAL = 0.2, 1.15, 3
_MOST_LINES = 6
_SMALL = {MarkKind.CAPTURED, MarkKind.FLIPPED}
_NUMBERS = 1.45  # how much larger than usual the numbers of pieces are

Boards: TypeAlias = Callable[[Scene, int, int], Indices]
"""Draws the board alone, within so many pixels across and down."""


class PosterPainter:
    """Draws posters in one theme, for pieces of one palette."""

    def __init__(self, theme: Theme, lettering: Lettering, ink: Ink, boards: Boards) -> None:
        self._theme, self._lettering, self._ink = theme, lettering, ink
        self._boards = boards
        self._film_colour = mixed(theme.page, theme.text, 0.13)

    def paint(self, poster: Poster) -> Indices:
        """The poster, a palette index for every pixel; its film is cut after MOST_STILLS."""
        frame = self._plain(WIDTH, HEIGHT, self._theme.page)
        scene = share_scene(poster.card, self._lettering)
        film = HEIGHT - _EDGE - _FILM
        told = self._put_told(frame, poster, scene, film - _FREE)
        axis = self._put_board(frame, poster, scene, told - _FREE)
        self._put_film(frame, poster.film[:MOST_STILLS], film, axis)
        return frame

    def _word(self, text: str, letters: int, weight: int, room: int) -> Floats:
        """The word without what is free beside it, so that all words begin below each other."""
        word = self._lettering.fitted(text, letters, weight, room)
        inked = np.flatnonzero(word.any(0))
        return word[:, inked[0] : inked[-1] + 1] if inked.size else word

    def _plain(self, width: int, height: int, colour: Rgb) -> Indices:
        entry = self._ink.index(np.array([colour], np.float32))[0]
        return np.full((height, width), entry, np.uint8)

    def _stamp(self, frame: Indices, word: Floats, colour: Rgb, x: float, y: float) -> None:
        """Write a word that begins at ``x`` and has its middle at ``y``."""
        height, width = word.shape
        top, left = round(y - height / 2), round(x)
        box = frame[top : top + height, left : left + width]
        under = Surface(self._ink.look_up(box), (0, 0))
        under.stamp(colour, word, 0, 0)
        box[:] = self._ink.index(under.pixels)

    def _put_told(self, frame: Indices, poster: Poster, scene: Scene, bottom: int) -> int:
        """The ribbon, and beside it the result and the swing; where they begin."""
        picture, position = poster.card.picture, poster.card.picture.position
        names = [scene.panels[position.colour_of(seat)].name for seat in range(len(scene.panels))]
        swing = [picture.say(text.of(who=names[seat])) for text, seat in poster.swing]
        for ribbon in _RIBBONS:
            left = _MARGIN + ribbon - _INNER[0]
            results = self._lines(scene.result, _RESULT[0], BOLD, left)
            # each sentence begins on a line of its own
            swings = [
                line for each in swing for line in self._lines(each, _SWING[0], REGULAR, left)
            ]
            told = len(results) * _RESULT[1] + (_APART if swings else 0)
            high = max(_RIBBON_HIGH, told + len(swings) * _SWING[1])
            if high <= _RIBBON_HIGH + _SWING[1]:
                break
        top = bottom - high
        drawn = self._ribbon(poster, (ribbon, high + 2 * _INNER[1]))
        _put(frame, drawn, _MARGIN - _INNER[0], top - _INNER[1])
        self._write(frame, results, _RESULT, self._theme.text, (left, top))
        self._write(frame, swings, _SWING, self._theme.secondary, (left, top + told))
        return top

    def _lines(self, text: str, letters: int, weight: int, left: int) -> list[Floats]:
        """The text in lines about as long as each other, so that no word is left alone."""
        most = room = WIDTH - _MARGIN - left
        number = len(self._lettering.lines(text, letters, weight, room))
        while room > letters and (
            len(self._lettering.lines(text, letters, weight, room - letters)) == number
        ):
            room -= letters
        lines = self._lettering.lines(text, letters, weight, room)[:_MOST_LINES]
        return [self._word(line, letters, weight, most) for line in lines]

    def _write(
        self,
        frame: Indices,
        words: list[Floats],
        measures: tuple[int, int],
        colour: Rgb,
        place: tuple[int, int],
    ) -> None:
        left, top = place
        for number, word in enumerate(words):
            self._stamp(frame, word, colour, left, top + (number + 0.5) * measures[1])

    def _put_board(self, frame: Indices, poster: Poster, scene: Scene, bottom: int) -> int:
        """What was played, who played, as on a share card, and the board in the middle below.

        Gives the axis of an open field that runs across.
        """
        header_top = _EDGE + round(_CAPITAL * _TITLE) + _UNDER_TITLE
        top = header_top + round((PANELS[1] - PANELS[0]) * _SCALE) + _FREE
        room = round(_ROOM / (1 - BESIDE / 500)), bottom - top
        axis = roomiest(scene.board, scene.looks, room)
        board = self._board(replace(scene, axis=axis), *room, _NUMBERS)
        high, wide = board.shape
        _put(frame, board, (WIDTH - wide) // 2, (top + bottom - high) // 2)
        self._put_title(frame, poster)
        materials = self._theme.materials(scene.colours)
        beside, above = (round(length * _SCALE) for length in (BESIDE, PANELS[0]))
        drawn = (self._theme, materials, _ROOM + 2 * beside, self._lettering, self._ink)
        strips = Strips(*drawn, scale=_SCALE, ground=self._film_colour)
        _put(frame, strips.header(scene.panels), _MARGIN - beside, header_top - above)
        return axis

    def _put_title(self, frame: Indices, poster: Poster) -> None:
        """The title, and on its line the subtitle if there is room."""
        theme, picture = self._theme, poster.card.picture
        title, subtitle = (
            self._lettering.legible(picture.say(each))
            for each in (poster.card.title, poster.subtitle)
        )
        word, middle = self._word(title, _TITLE, BOLD, _ROOM), _EDGE + _CAPITAL * _TITLE / 2
        self._stamp(frame, word, theme.text, _MARGIN, middle)
        room = _ROOM - word.shape[1] - _MARGIN
        if room > _MARGIN:
            word = self._word(subtitle, _SUBTITLE, REGULAR, room)
            right, below = WIDTH - _MARGIN - word.shape[1], _CAPITAL * (_TITLE - _SUBTITLE) / 2
            self._stamp(frame, word, theme.secondary, right, middle + below)

    def _board(self, scene: Scene, wide: int, high: int, numbers: float = 0) -> Indices:
        """The board without the bare page around it, where its coordinates would stand."""
        looks = {cell: _simpler(look, numbers) for cell, look in scene.looks.items()}
        board = self._boards(replace(scene, looks=looks), wide, high)
        used = board != self._plain(1, 1, self._theme.page)
        rows, columns = (np.flatnonzero(used.any(axis)) for axis in (1, 0))
        return board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]

    def _ribbon(self, poster: Poster, size: tuple[int, int]) -> Indices:
        """The ribbon with the names of the colours, in words as large as others here.

        The furthest that one of two was ahead before the end takes nearly all of its height.
        """
        across, down = (round(length * LABEL / _LETTERS) for length in size)
        chart, wording = poster.ribbon, poster.card.picture.wording
        canvas = Canvas(self._theme, self._lettering, down, across, wording)
        expected = chart.expected
        if len(chart.names) < _SEVERAL:
            most = _SPARE * max(_LEAST, *(abs(each) for step in expected[:-1] for each in step))
            expected = tuple(
                tuple(max(-1, min(each / most, 1)) for each in step) for step in expected
            )
        shown = replace(chart, names=("",) * len(chart.names), expected=expected)
        shown.draw(canvas)
        return self._ink.index(canvas.pixels(size))

    def _put_film(self, frame: Indices, film: tuple[Still, ...], top: int, axis: int) -> None:
        """The strip, with boards in its middle, and words below them.

        They lie as the large one does, with the same ``axis`` across. Where the match turned is the
        dot that is on the ribbon too.
        """
        theme = self._theme
        _put(frame, self._strip(), _MARGIN, top)
        for number, still in enumerate(film):
            scene = replace(build_scene(still.picture), axis=axis)
            board = self._halved(self._board(scene, 2 * FRAME, 2 * FRAME))
            height, width = board.shape
            ground = self._plain(FRAME, FRAME, theme.page)
            _put(ground, board, (FRAME - width) // 2, (FRAME - height) // 2)
            x = _MARGIN + _GAP + number * _STEP + (MOST_STILLS - len(film)) * _STEP // 2
            _put(frame, ground, x, top + _ABOVE)
            aside = 5 * _DOT[0] // 2 if still.turned else 0
            word = self._word(still.picture.say(still.caption), _CAPTION, BOLD, FRAME - aside)
            y, left = top + _FILM - _BELOW // 2, x + (FRAME - aside - word.shape[1]) / 2
            self._stamp(frame, word, theme.text, left + aside, y)
            if not still.turned:
                continue
            for radius, colour in zip(_DOT, (theme.edge, theme.last), strict=True):
                self._stamp(frame, _disc(radius), colour, left + _DOT[0] - radius, y)

    def _strip(self) -> Indices:
        """A piece of film, with holes above."""
        theme, long = self._theme, _ROOM
        wide, tall, corner = _HOLE
        bands = []
        for page in Surface.plain(long, _FILM, theme.page).bands():
            strip = rounded_box(page.x - long / 2, page.y - _FILM / 2, long / 2, _FILM / 2, 10)
            page.lay(self._film_colour, edge(strip))
            along = (page.x - _GAP - FRAME / 2) % _HOLES - _HOLES / 2
            across = page.y - _ABOVE / 2
            inside = np.abs(page.x - long / 2) < long / 2 - _GAP - FRAME / 2 + 4 * _HOLES
            page.lay(theme.page, edge(rounded_box(along, across, wide, tall, corner)) * inside)
            bands.append(self._ink.index(page.pixels))
        return np.concatenate(bands)

    def _halved(self, board: Indices) -> Indices:
        """The same half as large, each pixel the middle of four."""
        rows, columns = (length // 2 * 2 for length in board.shape)
        pixels = self._ink.look_up(board[:rows, :columns])
        down = pixels[::2] + pixels[1::2]
        return self._ink.index(((down[:, ::2] + down[:, 1::2]) / 4).astype(np.float32))


def _simpler(look: CellLook, numbers: float) -> CellLook:
    """``look`` without what is too small on a poster: what its piece took or was, stops' numbers.

    The piece's own number is ``numbers`` times as large as usual.
    """
    marks, stands = look.marks, look.figure is not None and not look.figure.gone
    kept = (mark for mark in marks if not (stands and mark.kind in _SMALL))
    plain = (replace(mark, text="") if mark.kind is MarkKind.VISITED else mark for mark in kept)
    figure = look.figure and replace(look.figure, number=numbers)
    return replace(look, figure=figure, marks=tuple(plain))


def _disc(radius: int) -> Floats:
    """The coverage of a disc."""
    place = np.arange(-radius, radius, dtype=np.float32) + np.float32(0.5)
    return edge(circle(place[None], place[:, None], radius))


def _put(frame: Indices, part: Indices, left: int, top: int) -> None:
    frame[top : top + part.shape[0], left : left + part.shape[1]] = part
