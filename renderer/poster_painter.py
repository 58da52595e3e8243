"""Posters as pictures."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from renderer.charts.canvas import Canvas
from renderer.charts.expectations import ExpectationsChart, draw_expectations
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
FRAME = 252
"""How wide and high a board of the filmstrip is, in pixels."""

_MARGIN = 44
_ROOM = WIDTH - 2 * _MARGIN
_TITLE = (46, 54)  # the middle of the line, and its letters
_SUBTITLE = 28  # the letters
_PANELS = 78  # from the top
_STRIPS = 900  # wide
_BELOW_PANELS = 196
_FILM = 318  # how high the filmstrip is
_STEP = 275  # from a frame of it to the next
_GAP = _STEP - FRAME
_CAPTION = 27
_HOLE = (7, 9, 3)  # half of its width and height, and its corners
_HOLES = 24  # from one to the next
_RESULT = (33, 42)  # the letters, and the line
_SWING = (25, 32)
_RIBBON = (640, 204)
_MOST_LINES = 5
_BELOW_LINES = 14

Boards: TypeAlias = Callable[[Scene, int, int], Indices]
"""Draws the board alone, within so many pixels across and down."""


class PosterPainter:
    """Draws posters in one theme, for pieces of one palette."""

    def __init__(self, theme: Theme, lettering: Lettering, ink: Ink, boards: Boards) -> None:
        self._theme, self._lettering, self._ink = theme, lettering, ink
        self._boards = boards

    def paint(self, poster: Poster) -> Indices:
        """The poster, a palette index for every pixel; its film is cut after MOST_STILLS."""
        theme, film = self._theme, poster.film[:MOST_STILLS]
        picture = poster.card.picture
        frame = self._plain(WIDTH, HEIGHT, theme.page)
        title = self._word(picture.say(poster.card.title), _TITLE[1], BOLD, _ROOM)
        self._stamp(frame, title, theme.text, _MARGIN + title.shape[1] / 2, _TITLE[0])
        room = _ROOM - title.shape[1] - _MARGIN
        if room > _MARGIN:
            word = self._word(picture.say(poster.subtitle), _SUBTITLE, REGULAR, room)
            right = WIDTH - _MARGIN - word.shape[1] / 2
            self._stamp(frame, word, theme.secondary, right, _TITLE[0] + 4)
        scene = share_scene(poster.card, self._lettering)
        names = self._put_panels(frame, poster, scene)
        bottom = HEIGHT - _MARGIN // 2
        if film:
            bottom -= _FILM
            self._put_film(frame, film, bottom)
        swing = sentences(*(text.of(who=names[seat]) for text, seat in poster.swing))
        told = "" if picture.outcome is None else picture.say(picture.outcome.text)
        bottom = self._put_told(frame, poster, (told, picture.say(swing)), bottom)
        self._put_board(frame, scene, bottom)
        return frame

    def _word(self, text: str, letters: int, weight: int, room: int) -> Floats:
        return self._lettering.fitted(self._lettering.legible(text), letters, weight, room)

    def _plain(self, width: int, height: int, colour: Rgb) -> Indices:
        entry = self._ink.index(np.array([colour], np.float32))[0]
        return np.full((height, width), entry, np.uint8)

    def _stamp(self, frame: Indices, word: Floats, colour: Rgb, x: float, y: float) -> None:
        """Write a word with its middle at ``x`` and ``y``."""
        height, width = word.shape
        top, left = round(y - height / 2), round(x - width / 2)
        box = frame[top : top + height, left : left + width]
        under = Surface(self._ink.look_up(box), (0, 0))
        under.stamp(colour, word, 0, 0)
        box[:] = self._ink.index(under.pixels)

    def _put_told(self, frame: Indices, poster: Poster, texts: tuple[str, str], bottom: int) -> int:
        """The result and the swing, beside the ribbon where there is one; where that begins."""
        left, room, high = _MARGIN, _ROOM, 0
        if poster.ribbon is not None:
            wide, high = _RIBBON
            left, room = _MARGIN + wide + _MARGIN // 2, _ROOM - wide - _MARGIN // 2
            _put(frame, self._ribbon(poster, poster.ribbon), _MARGIN, bottom - high)
        lines = [
            (line, letters, height, weight)
            for text, (letters, height), weight in zip(
                texts, (_RESULT, _SWING), (BOLD, REGULAR), strict=True
            )
            for line in self._lettering.lines(text, letters, weight, room)[:_MOST_LINES]
        ]
        tall = sum(height for _, _, height, _ in lines) + _BELOW_LINES
        top = bottom - max(high, tall)
        y = top + (max(high, tall) - tall) / 2
        for line, letters, height, weight in lines:
            colour = self._theme.text if weight == BOLD else self._theme.secondary
            word = self._lettering.fitted(line, letters, weight, room)
            self._stamp(frame, word, colour, left + room / 2, y + height / 2)
            y += height
        return top

    def _put_panels(self, frame: Indices, poster: Poster, scene: Scene) -> tuple[str, ...]:
        """Who played, as on a share card; what they are called there, by seat."""
        materials = self._theme.materials(scene.colours)
        strips = Strips(self._theme, materials, _STRIPS, self._lettering, self._ink)
        _put(frame, strips.header(scene.panels), (WIDTH - _STRIPS) // 2, _PANELS)
        position = poster.card.picture.position
        seats = range(position.variant.seats)
        return tuple(scene.panels[position.colour_of(seat)].name for seat in seats)

    def _put_board(self, frame: Indices, scene: Scene, bottom: int) -> None:
        high = bottom - _BELOW_PANELS
        board = self._board(scene, _ROOM, high)
        top = _BELOW_PANELS + (high - board.shape[0]) // 2
        _put(frame, board, (WIDTH - board.shape[1]) // 2, top)

    def _board(self, scene: Scene, wide: int, high: int) -> Indices:
        """The board without the bare page around it, where its coordinates would stand."""
        board = self._boards(scene, wide, high)
        used = board != self._plain(1, 1, self._theme.page)
        rows, columns = (np.flatnonzero(used.any(axis)) for axis in (1, 0))
        return board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]

    def _ribbon(self, poster: Poster, chart: ExpectationsChart) -> Indices:
        wide, high = _RIBBON
        canvas = Canvas(self._theme, self._lettering, high, wide, poster.card.picture.wording)
        draw_expectations(canvas, chart)
        return self._ink.index(canvas.pixels())

    def _put_film(self, frame: Indices, film: tuple[Still, ...], top: int) -> None:
        """The strip, with holes along both sides, and its boards."""
        strip = self._strip(len(film))
        left = (WIDTH - strip.shape[1]) // 2
        _put(frame, strip, left, top)
        for number, still in enumerate(film):
            board = self._halved(self._board(build_scene(still.picture), 2 * FRAME, 2 * FRAME))
            height, width = board.shape
            ground = self._plain(FRAME, FRAME, self._theme.page)
            _put(ground, board, (FRAME - width) // 2, (FRAME - height) // 2)
            x = left + _GAP + number * _STEP
            _put(frame, ground, x, top + 20)
            word = self._lettering.fitted(still.picture.say(still.caption), _CAPTION, BOLD, FRAME)
            y = top + 20 + FRAME + (_FILM - 40 - FRAME) / 2
            self._stamp(frame, word, self._theme.text, x + FRAME / 2, y)

    def _strip(self, stills: int) -> Indices:
        """A piece of film."""
        theme, long = self._theme, stills * _STEP + _GAP
        wide, tall, corner = _HOLE
        bands = []
        for page in Surface.plain(long, _FILM, theme.page).bands():
            strip = rounded_box(page.x - long / 2, page.y - _FILM / 2, long / 2, _FILM / 2, 10)
            page.lay(mixed(theme.page, theme.text, 0.13), edge(strip))
            along = (page.x - long / 2) % _HOLES - _HOLES / 2
            across = np.abs(page.y - _FILM / 2) - (_FILM / 2 - tall - 1.5)
            inside = np.abs(page.x - long / 2) < (long / 2 - 2 * wide) // _HOLES * _HOLES
            page.lay(theme.page, edge(rounded_box(along, across, wide, tall - 2, corner)) * inside)
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
