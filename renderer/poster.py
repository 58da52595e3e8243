"""A match on a poster: its last board, who was ahead when, and where it turned."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from renderer.charts.canvas import Canvas
from renderer.charts.expectations import ExpectationsChart, draw_expectations
from renderer.lettering import BOLD, REGULAR, Lettering
from renderer.palette import Indices, Ink
from renderer.request import PictureRequest
from renderer.scene import Scene
from renderer.scenes import build_scene
from renderer.shapes import Floats, Surface, edge, rounded_box
from renderer.strips import ShareCard, Strips, share_scene
from renderer.themes import Rgb, Theme, mixed
from rules.game import Seat
from rules.texts import Text, Words, sentences

WIDTH, HEIGHT = 1200, 1500
MOST_STILLS = 5
FRAME = 200
"""How wide and high a board of the filmstrip is, in pixels."""

_MARGIN = 44
_TITLE = (66, 60)  # the middle of the line, and its letters
_SUBTITLE = (118, 30)
_PANELS = 148  # from the top
_STRIPS = 1144  # wide: their boxes then begin at the margin
_BELOW_PANELS = 296
_FILM = 240  # how wide the filmstrip is
_STEP = 237  # from a frame of it to the next
_CAPTION = 25
_HOLE = (9, 7, 3)  # half of its width and height, and its corners
_HOLES = 24  # from one to the next
_RESULT = (40, 50)  # the letters, and the line
_SWING = (31, 40)
_RIBBON = 236
_MOST_LINES = 3

Boards: TypeAlias = Callable[[Scene, int, int], Indices]
"""Draws the board alone, within so many pixels across and down."""


Told: TypeAlias = tuple[Text, Seat]
"""What is said of a seat, whose name fills the place ``who``."""


@dataclass(frozen=True, slots=True)
class Still:
    """A moment of the match, with a few words."""

    picture: PictureRequest
    caption: Words


@dataclass(frozen=True, slots=True)
class Poster:
    """What a poster shows: the share card's board and names, and what a review has found.

    ``title`` is the game, ``subtitle`` when it was played and perhaps where. Without a review there
    is no ``ribbon``, which shows who was ahead, nor the ``swing`` in words.
    """

    card: ShareCard
    subtitle: Words
    film: tuple[Still, ...] = ()
    ribbon: ExpectationsChart | None = None
    swing: tuple[Told, ...] = ()


class PosterPainter:
    """Draws posters in one theme, for pieces of one palette."""

    def __init__(self, theme: Theme, lettering: Lettering, ink: Ink, boards: Boards) -> None:
        self._theme, self._lettering, self._ink = theme, lettering, ink
        self._boards = boards

    def paint(self, poster: Poster) -> Indices:
        """The poster, a palette index for every pixel; its film is cut after MOST_STILLS."""
        theme, film = self._theme, poster.film[:MOST_STILLS]
        frame = self._plain(WIDTH, HEIGHT, theme.page)
        room = WIDTH - 2 * _MARGIN - (_FILM + _MARGIN // 2 if film else 0)
        for text, (middle, letters), weight, colour in (
            (poster.card.title, _TITLE, BOLD, theme.text),
            (poster.subtitle, _SUBTITLE, REGULAR, theme.secondary),
        ):
            legible = self._lettering.legible(poster.card.picture.say(text))
            word = self._lettering.fitted(legible, letters, weight, WIDTH - 2 * _MARGIN)
            self._stamp(frame, word, colour, _MARGIN + word.shape[1] / 2, middle)
        scene = share_scene(poster.card, self._lettering)
        names = self._put_panels(frame, poster, scene)
        bottom = HEIGHT - _MARGIN // 2
        if poster.ribbon is not None:
            bottom -= _RIBBON
            _put(frame, self._ribbon(poster, poster.ribbon, room), _MARGIN, bottom)
        picture = poster.card.picture
        swing = sentences(*(text.of(who=names[seat]) for text, seat in poster.swing))
        bottom = self._lines(frame, picture.say(swing), _SWING, REGULAR, room, bottom)
        told = "" if picture.outcome is None else picture.say(picture.outcome.text)
        bottom = self._lines(frame, told, _RESULT, BOLD, room, bottom)
        self._put_board(frame, scene, room, bottom)
        if film:
            self._put_film(frame, film)
        return frame

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

    def _lines(
        self,
        frame: Indices,
        text: str,
        measures: tuple[int, int],
        weight: int,
        room: int,
        bottom: int,
    ) -> int:
        """Centred lines whose last one ends at ``bottom``; where the first one begins."""
        letters, height = measures
        colour = self._theme.text if weight == BOLD else self._theme.secondary
        lines = self._lettering.lines(text, letters, weight, room)[:_MOST_LINES]
        top = bottom - height * len(lines) - (height // 3 if lines else 0)
        for number, line in enumerate(lines):
            word = self._lettering.fitted(line, letters, weight, room)
            y = top + height * (number + 0.5)
            self._stamp(frame, word, colour, _MARGIN + room / 2, y)
        return top

    def _put_panels(self, frame: Indices, poster: Poster, scene: Scene) -> tuple[str, ...]:
        """Who played, as on a share card; what they are called there, by seat."""
        materials = self._theme.materials(scene.colours)
        strips = Strips(self._theme, materials, _STRIPS, self._lettering, self._ink)
        _put(frame, strips.header(scene.panels), (WIDTH - _STRIPS) // 2, _PANELS)
        position = poster.card.picture.position
        seats = range(position.variant.seats)
        return tuple(scene.panels[position.colour_of(seat)].name for seat in seats)

    def _put_board(self, frame: Indices, scene: Scene, room: int, bottom: int) -> None:
        high = bottom - _BELOW_PANELS
        board = self._boards(scene, room, high)
        left = _MARGIN + (room - board.shape[1]) // 2
        _put(frame, board, left, _BELOW_PANELS + (high - board.shape[0]) // 2)

    def _ribbon(self, poster: Poster, chart: ExpectationsChart, room: int) -> Indices:
        wording = poster.card.picture.wording
        canvas = Canvas(self._theme, self._lettering, _RIBBON, room, wording)
        draw_expectations(canvas, chart)
        return self._ink.index(canvas.pixels())

    def _put_film(self, frame: Indices, film: tuple[Still, ...]) -> None:
        """The strip, with holes along both sides, and its boards."""
        left = WIDTH - _MARGIN - _FILM
        _put(frame, self._strip(len(film)), left, _BELOW_PANELS)
        for number, still in enumerate(film):
            top = _BELOW_PANELS + 8 + number * _STEP
            board = self._halved(self._boards(build_scene(still.picture), 2 * FRAME, 2 * FRAME))
            height, width = board.shape
            ground = self._plain(FRAME, FRAME, self._theme.page)
            _put(ground, board, (FRAME - width) // 2, (FRAME - height) // 2)
            _put(frame, ground, left + (_FILM - FRAME) // 2, top)
            word = self._lettering.fitted(still.picture.say(still.caption), _CAPTION, BOLD, FRAME)
            y = top + FRAME + (_STEP - FRAME) / 2 - 2
            self._stamp(frame, word, self._theme.text, left + _FILM / 2, y)

    def _strip(self, stills: int) -> Indices:
        """A piece of film."""
        theme, high = self._theme, stills * _STEP + 10
        page = Surface.plain(_FILM, high, theme.page)
        strip = rounded_box(page.x - _FILM / 2, page.y - high / 2, _FILM / 2, high / 2, 10)
        page.lay(mixed(theme.page, theme.text, 0.13), edge(strip))
        wide, tall, corner = _HOLE
        along = (page.y - _HOLES / 2) % _HOLES - _HOLES / 2
        across = np.abs(page.x - _FILM / 2) - (_FILM / 2 - wide - 1.5)
        ends = (high - 2 * tall) // _HOLES * _HOLES + 2 * tall  # no hole is cut
        inside = (page.y > 2 * tall) & (page.y < ends)
        page.lay(theme.page, edge(rounded_box(across, along, wide - 2, tall, corner)) * inside)
        return self._ink.index(page.pixels)

    def _halved(self, board: Indices) -> Indices:
        """The same half as large, each pixel the middle of four."""
        rows, columns = (length // 2 * 2 for length in board.shape)
        pixels = self._ink.look_up(board[:rows, :columns])
        down = pixels[::2] + pixels[1::2]
        return self._ink.index(((down[:, ::2] + down[:, 1::2]) / 4).astype(np.float32))


def _put(frame: Indices, part: Indices, left: int, top: int) -> None:
    frame[top : top + part.shape[0], left : left + part.shape[1]] = part
