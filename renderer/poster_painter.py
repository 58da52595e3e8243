"""Posters as pictures."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from renderer.charts.canvas import Canvas
from renderer.charts.expectations import ExpectationsChart, draw_expectations
from renderer.charts.style import LABEL
from renderer.lettering import Lettering
from renderer.palette import Indices, Ink
from renderer.poster import MOST_STILLS, Poster, Still
from renderer.scene import Scene
from renderer.scenes import build_scene
from renderer.shapes import Floats, Surface, edge, rounded_box
from renderer.strips import Strips, share_scene
from renderer.themes import BOLD, REGULAR, Rgb, Theme, mixed
from rules.texts import sentences

WIDTH, HEIGHT = 1200, 1500
FRAME = 206
"""How wide and high a board of the filmstrip is, in pixels."""

_MARGIN = 44
_ROOM = WIDTH - 2 * _MARGIN
_TITLE = (42, 54)  # the middle of the line, and its letters
_SUBTITLE = 30  # the letters
_PANELS = 65  # from the top
_WIDE = (830, 900)  # how wide their strip is at least and at most, and the board at most
_HIGH, _SPAN = 0.126, 0.972  # of its width, how high and wide the panels are
_FREE = 14  # above and below the board
_STEP = 216  # from a board of the film to the next: as far as nine holes
_GAP = _STEP - FRAME
_ABOVE, _BELOW = 24, 42  # the strip's borders
_FILM = _ABOVE + FRAME + _BELOW
_CAPTION = 30
_HOLE = (7, 7, 3)  # half of its width and height, and its corners
_HOLES = 24  # from one to the next
_RESULT = (42, 50)  # the letters, and the line
_SWING = (28, 35)
_RIBBON = (670, 182)
_INNER = 20  # so much further in the ribbon's drawing begins than the page's margin
_LETTERS = 28  # of the ribbon's words
_LEAST, _SPARE, _SEVERAL = 0.2, 1.15, 3
_MOST_LINES = 5

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
        theme, film = self._theme, poster.film[:MOST_STILLS]
        picture = poster.card.picture
        frame = self._plain(WIDTH, HEIGHT, theme.page)
        title = self._word(picture.say(poster.card.title), _TITLE[1], BOLD, _ROOM)
        self._stamp(frame, title, theme.text, _MARGIN, _TITLE[0])
        room = _ROOM - title.shape[1] - _MARGIN
        if room > _MARGIN:
            word = self._word(picture.say(poster.subtitle), _SUBTITLE, REGULAR, room)
            right = WIDTH - _MARGIN - word.shape[1]
            self._stamp(frame, word, theme.secondary, right, _TITLE[0] + 4)
        scene = share_scene(poster.card, self._lettering)
        bottom = HEIGHT - _FREE
        if film:
            bottom -= _FILM
            self._put_film(frame, film, bottom)
        bottom = self._put_told(frame, poster, scene, bottom)
        self._put_board(frame, scene, bottom - _FREE)
        return frame

    def _word(self, text: str, letters: int, weight: int, room: int) -> Floats:
        return self._lettering.fitted(self._lettering.legible(text), letters, weight, room)

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
        """The result, and below it the ribbon and the swing; where that begins."""
        picture, position = poster.card.picture, poster.card.picture.position
        names = [scene.panels[position.colour_of(seat)].name for seat in range(len(scene.panels))]
        swing = picture.say(sentences(*(text.of(who=names[seat]) for text, seat in poster.swing)))
        left, high = _MARGIN, 0
        if poster.ribbon is not None:
            ribbon = self._ribbon(poster, poster.ribbon)
            high, left = ribbon.shape[0], _INNER + ribbon.shape[1]
            _put(frame, ribbon, _INNER, bottom - high)
        swings = self._lines(swing, _SWING[0], REGULAR, left)
        top = bottom - max(high, len(swings) * _SWING[1] + _FREE)
        self._write(frame, swings, _SWING, self._theme.secondary, (left, top))
        results = self._lines(scene.result, _RESULT[0], BOLD, _MARGIN)
        top -= len(results) * _RESULT[1]
        self._write(frame, results, _RESULT, self._theme.text, (_MARGIN, top))
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
        return [self._lettering.fitted(line, letters, weight, most) for line in lines]

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

    def _put_board(self, frame: Indices, scene: Scene, bottom: int) -> None:
        """Who played, as on a share card, and the board."""
        least, most = _WIDE
        top = _PANELS + round(least * _HIGH) + _FREE
        board = self._board(scene, most, bottom - top)
        high, wide = board.shape
        _put(frame, board, (WIDTH - wide) // 2, top + (bottom - top - high) // 2)
        size = min(max(round(wide / _SPAN), least), most)
        materials = self._theme.materials(scene.colours)
        strips = Strips(self._theme, materials, size, self._lettering, self._ink)
        _put(frame, strips.header(scene.panels), (WIDTH - size) // 2, _PANELS)

    def _board(self, scene: Scene, wide: int, high: int) -> Indices:
        """The board without the bare page around it, where its coordinates would stand."""
        board = self._boards(scene, wide, high)
        used = board != self._plain(1, 1, self._theme.page)
        rows, columns = (np.flatnonzero(used.any(axis)) for axis in (1, 0))
        return board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]

    def _ribbon(self, poster: Poster, chart: ExpectationsChart) -> Indices:
        """The ribbon with the names of the colours, in words as large as others here.

        The furthest that one of two was ahead takes nearly all of its height.
        """
        wide, high = (round(length * LABEL / _LETTERS) for length in _RIBBON)
        wording = poster.card.picture.wording
        canvas = Canvas(self._theme, self._lettering, high, wide, wording)
        expected = chart.expected
        if len(chart.names) < _SEVERAL:
            most = _SPARE * max(_LEAST, *(abs(each) for step in expected for each in step))
            expected = tuple(tuple(each / most for each in step) for step in expected)
        shown = replace(chart, names=("",) * len(chart.names), expected=expected)
        draw_expectations(canvas, shown)
        return self._ink.index(canvas.pixels(_RIBBON))

    def _put_film(self, frame: Indices, film: tuple[Still, ...], top: int) -> None:
        """The strip, and its boards with words below them where no holes are."""
        theme, strip = self._theme, self._strip(len(film))
        left = (WIDTH - strip.shape[1]) // 2
        _put(frame, strip, left, top)
        for number, still in enumerate(film):
            board = self._halved(self._board(build_scene(still.picture), 2 * FRAME, 2 * FRAME))
            height, width = board.shape
            ground = self._plain(FRAME, FRAME, theme.page)
            _put(ground, board, (FRAME - width) // 2, (FRAME - height) // 2)
            x = left + _GAP + number * _STEP
            _put(frame, ground, x, top + _ABOVE)
            word = self._lettering.fitted(still.picture.say(still.caption), _CAPTION, BOLD, FRAME)
            holes = 2 * _HOLES * math.ceil(word.shape[1] / 2 / _HOLES)
            y, unpierced = top + _FILM - _BELOW // 2, self._plain(holes, _HOLES, self._film_colour)
            _put(frame, unpierced, x + (FRAME - holes) // 2, y - _HOLES // 2)
            self._stamp(frame, word, theme.text, x + (FRAME - word.shape[1]) / 2, y)

    def _strip(self, stills: int) -> Indices:
        """A piece of film, with holes along both sides."""
        theme, long = self._theme, stills * _STEP + _GAP
        wide, tall, corner = _HOLE
        bands = []
        for page in Surface.plain(long, _FILM, theme.page).bands():
            strip = rounded_box(page.x - long / 2, page.y - _FILM / 2, long / 2, _FILM / 2, 10)
            page.lay(self._film_colour, edge(strip))
            along = (page.x - _GAP - FRAME / 2) % _HOLES - _HOLES / 2
            across = np.minimum(np.abs(page.y - _ABOVE / 2), np.abs(page.y - (_FILM - _BELOW / 2)))
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


def _put(frame: Indices, part: Indices, left: int, top: int) -> None:
    frame[top : top + part.shape[0], left : left + part.shape[1]] = part
