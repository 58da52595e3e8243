"""The renderer: requests in, files out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from renderer import motion
from renderer.charts import Chart
from renderer.charts.canvas import Canvas
from renderer.kept import Kept, Stock
from renderer.layout import Layout, lay_out
from renderer.legible import Legible
from renderer.lens import draw_lens, legend_of, lens_scene
from renderer.lettering import Lettering
from renderer.paint import Painter
from renderer.palette import REPLAY, STILL, Indices, Palette, load_palette
from renderer.png import PngWriter, write_gif
from renderer.poster import Poster
from renderer.poster_painter import PosterPainter
from renderer.request import PictureRequest, ShareCard
from renderer.scene import CellLook, Figure, Presence, Scene
from renderer.scenes import build_scene
from renderer.scenes.captions import COUNTED
from renderer.strips import share_scene
from renderer.themes import THEMES, Theme
from rules.game import Captured, Cell, CutOff, Flipped, Moved, Position, Shape, Swapped
from rules.geometry.board import Board
from rules.texts import ENGLISH, Wording

_Place: TypeAlias = tuple[int, bool, int, bool]
_PainterKey: TypeAlias = tuple[str, str, Board, _Place, Shape, tuple[str, ...]]
_MOST_PAINTERS, _MOST_PALETTES = 64, 32
REPLAY_SIZE = 550
"""How wide replays are, in pixels: chat programs show them no wider, and each pixel costs."""

MOTION_SIZE = 480
"""The same of a move in motion, which is as large as the file may be."""
_CROWDED_SIZE, _MANY = 360, 10  # where more than so many pieces drift away at once

_SIZES = range(64, 2049)  # pixels
_MOST_FRAMES = 1200
_MOST_BYTES = 10 << 20  # what Discord takes
_STAY = 600  # milliseconds of a frame, while all of them stay no longer than _ALL_STAY
_SHORTEST_STAY = 150
_ALL_STAY = 90_000
_FIRST_STAYS = 1500
_CAPTURE_STAYS = 1200
_LAST_STAYS = 5000
_TAKING = (Captured, CutOff, Swapped, Flipped)  # events that are missed in passing


class Renderer:
    """Draws pictures. Several threads may share one; everything it keeps is bounded."""

    def __init__(self) -> None:
        self._lettering = Lettering()
        self._writer = PngWriter()
        self._palettes: Kept[tuple[str, Shape, str], Palette] = Kept(_MOST_PALETTES)
        self._painters: Kept[_PainterKey, Painter] = Kept(_MOST_PAINTERS)
        self._stock = Stock()

    def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file.

        Raises KeyError for a theme that there is not, ValueError for a size out of bounds.
        """
        return self.picture(build_scene(self._legible(request)), request.theme, request.size)

    def picture(self, scene: Scene, theme: str, size: int = 1000) -> bytes:
        """A scene, such as an illustration's, as a PNG file; raises what ``still`` raises."""
        _check_size(size)
        palette = self._palette(theme, scene.shape, STILL)
        axis, named = scene.axis, scene.named
        layout = lay_out(scene.board, size, scene.turned, scene.looks, axis=axis, named=named)
        painter = self._painter(THEMES[theme], layout, scene, STILL)
        return self._writer.write(painter.paint(scene, layout), palette.colours)

    def share_card(self, card: ShareCard) -> bytes:
        """The final board with the players' names as a PNG file; raises what ``still`` raises."""
        card = Legible(card.picture.wording, self._lettering).card(card)
        scene = share_scene(card, self._lettering)
        return self.picture(scene, card.picture.theme, card.picture.size)

    def poster(self, poster: Poster) -> bytes:
        """The poster as a PNG file; raises KeyError for a theme that there is not."""
        poster = Legible(poster.card.picture.wording, self._lettering).poster(poster)
        theme, shape = poster.card.picture.theme, poster.card.picture.position.info.shape
        palette = self._palette(theme, shape, STILL)
        boards = partial(self._board_alone, theme)
        painter = PosterPainter(THEMES[theme], self._lettering, palette, boards)
        return self._writer.write(painter.paint(poster), palette.colours)

    def _board_alone(self, theme: str, scene: Scene, wide: int, high: int) -> Indices:
        """The board without words, as large as it may be; a table fills all the room."""
        looks = {cell: look for cell, look in scene.looks.items() if look.figure or look.marks}
        scene = replace(scene, looks=looks, panels=(), result="", footer="", named=False)
        size = wide
        layout = lay_out(scene.board, size, scene.turned, looks, high, scene.axis, named=False)
        while not layout.board.endless and layout.height_alone > high:
            size = min(size - 2, size * high // layout.height_alone)
            layout = lay_out(scene.board, size, scene.turned, looks, named=False)
        return self._painter(THEMES[theme], layout, scene, STILL).paint(scene, layout)

    def chart(self, chart: Chart, theme: str, wording: Wording = ENGLISH) -> bytes:
        """The chart in a language as a PNG file.

        Raises KeyError for a theme that there is not, ValueError for a chart that cannot be drawn.
        """
        legible = Legible(wording, self._lettering)
        canvas = Canvas(THEMES[theme], self._lettering, chart.height, wording=legible)
        chart.draw(canvas)
        return canvas.png()

    def replay(self, frames: Iterable[PictureRequest], size: int = REPLAY_SIZE) -> bytes:
        """A match as an animated GIF: positions of one game, each with what led to it.

        All are drawn ``size`` pixels wide, in the theme and from the side of the first. Raises
        KeyError for a theme that there is not, ValueError for a size out of bounds, no positions,
        or more than can be sent.
        """
        _check_size(size)
        requests = [*map(self._legible, frames)]
        if not 0 < len(requests) <= _MOST_FRAMES:
            raise ValueError(f"a replay has 1 to {_MOST_FRAMES} positions, not {len(requests)}")
        palette = self._palette(requests[0].theme, requests[0].position.info.shape, REPLAY)
        file = write_gif(self._frames(requests, size), palette.colours)
        if len(file) > _MOST_BYTES:
            raise ValueError(f"the replay has {len(file)} bytes; {_MOST_BYTES} can be sent")
        return file

    def motion(self, before: Position, after: PictureRequest) -> bytes:
        """The move from ``before`` to what is asked for, in motion, as an animated GIF.

        Raises KeyError for a theme that there is not.
        """
        after = self._legible(after)
        leaving = sum(len(each.pieces) for each in after.events if isinstance(each, CutOff))
        size = MOTION_SIZE if leaving <= _MANY else _CROWDED_SIZE
        palette = self._palette(after.theme, after.position.info.shape, REPLAY)
        return write_gif(self._moving(before, after, size), palette.colours)

    def lens(self, request: PictureRequest) -> bytes:
        """What matters for the goal as things stand, as a PNG file.

        Raises what ``still`` raises, and ValueError for a game without a lens or once it is over.
        """
        found = request.position.lens()
        if found is None:
            raise ValueError(f"{request.position.info.name} has no lens")
        if request.position.to_move is None:
            raise ValueError("nothing matters any more for the goal of what is over")
        _check_size(request.size)
        request = self._legible(request)
        scene = lens_scene(request, found)
        palette = self._palette(request.theme, scene.shape, STILL)
        layout = lay_out(scene.board, request.size, scene.turned, scene.looks)
        painter = self._painter(THEMES[request.theme], layout, scene, STILL)
        scene = replace(scene, footer=request.say(legend_of(found, painter.context)))
        frame = painter.paint(scene, layout)
        draw_lens(frame, found, request.position, layout, painter.context, palette)
        return self._writer.write(frame, palette.colours)

    def _legible(self, request: PictureRequest) -> PictureRequest:
        return Legible(request.wording, self._lettering).picture(request)

    def _moving(
        self, before: Position, after: PictureRequest, size: int
    ) -> Iterator[tuple[Indices, int]]:
        """The frames of a move in motion: what was, the way, and what is, marked as ever."""
        start = replace(after, position=before, events=(), result=None)
        first, last = (self._quieter(build_scene(each), each) for each in (start, after))
        first = replace(first, footer=last.footer)
        shown = {**first.looks, **last.looks}
        layout = lay_out(first.board, size, first.turned, shown, named=first.named)
        theme, shape = THEMES[after.theme], after.position.info.shape
        painter = self._painter(theme, layout, first, REPLAY)
        height = max(painter.height(scene, layout) for scene in (first, last))
        cast = motion.Cast(before, after.events, after.position.pieces(), layout)
        looks = {cell: look for cell, look in first.looks.items() if cell not in cast.origins}
        still = painter.paint(replace(first, looks=looks), layout)
        stage = motion.Stage(painter.context, self._palette(after.theme, shape, REPLAY))
        yield _filled(painter.paint(first, layout), height), motion.STAY
        for time in motion.times():
            yield _filled(stage.drawn(still, cast.actors, time), height), motion.STAY
        yield _filled(painter.paint(last, layout), height), _LAST_STAYS

    def _frames(
        self, requests: Sequence[PictureRequest], size: int
    ) -> Iterator[tuple[Indices, int]]:
        """The frames of a replay and how long each stays; all are laid out alike."""
        first = requests[0]
        scenes = [
            self._quieter(build_scene(replace(request, viewer=first.viewer)), request)
            for request in requests
        ]
        if requests[0].position.variant.board.endless:
            scenes = [*_with_departed(scenes)]
        shown: dict[Cell, None] = {cell: None for scene in scenes for cell in scene.looks}
        first_scene = scenes[0]
        layout = lay_out(first_scene.board, size, first_scene.turned, shown, named=False)
        painter = self._painter(THEMES[first.theme], layout, first_scene, REPLAY)
        height = max(painter.height(scene, layout) for scene in (first_scene, scenes[-1]))
        for scene, stay in zip(scenes, _stays(requests), strict=True):
            yield _filled(painter.paint(scene, layout), height), stay

    def _quieter(self, scene: Scene, request: PictureRequest) -> Scene:
        """``scene`` with what is easily seen in passing: names instead of numbers, bare cells.

        The arrows of paths with several legs stay, for such a path cannot be guessed. The line
        below counts the moves and does not tell them, which would take a sixth of all bytes.
        """
        looks = {cell: look for cell, look in scene.looks.items() if look.figure or look.marks}
        names = [self._lettering.legible(name) for name in request.names]
        panels = tuple(
            replace(panel, facts=names[panel.seat] if names else "") for panel in scene.panels
        )
        long = any(isinstance(event, Moved) and len(event.path) > 1 for event in request.events)
        arrows = scene.arrows if long else ()
        moves = request.say(COUNTED.of(number=request.position.ply)) if scene.footer else ""
        kept = replace(scene, looks=looks, arrows=arrows, panels=panels)
        return replace(kept, footer=moves, named=False)

    @property
    def cached_bytes(self) -> int:
        drawn = self._stock.size + sum(each.cached_bytes for each in self._painters.values)
        drawn += sum(palette.cached_bytes for palette in self._palettes.values)
        return drawn + self._lettering.cached_bytes + self._writer.cached_bytes

    def _painter(self, theme: Theme, layout: Layout, scene: Scene, use: str) -> Painter:
        place = (layout.size, layout.turned, layout.pitch, scene.named)
        key = (theme.id, use, layout.board, place, scene.shape, scene.colours)
        palette = self._palette(theme.id, scene.shape, use)
        calm = use == REPLAY
        return self._painters.get(
            key,
            lambda: Painter(
                *(theme, layout, self._lettering, palette, scene.colours, self._stock),
                calm=calm,
                coordinates=scene.named,
            ),
        )

    def _palette(self, theme: str, shape: Shape, use: str) -> Palette:
        return self._palettes.get((theme, shape, use), lambda: load_palette(theme, shape, use))


def _filled(frame: Indices, height: int) -> Indices:
    """``frame`` so high, with more of the page below."""
    below = np.full((max(height - len(frame), 0), frame.shape[1]), frame[0, 0])
    return np.concatenate([frame, below])[:height]


def _check_size(size: int) -> None:
    if size not in _SIZES:
        raise ValueError(f"a picture has {_SIZES[0]} to {_SIZES[-1]} pixels a side, not {size}")


def _stays(frames: Sequence[PictureRequest]) -> list[int]:
    """How long each frame stays, in milliseconds: longer at the ends and when pieces are taken."""
    share = min(_ALL_STAY / (_STAY * len(frames)), 1)
    usual, captures = (
        max(round(length * share / 10) * 10, _SHORTEST_STAY) for length in (_STAY, _CAPTURE_STAYS)
    )
    stays = [
        captures if any(isinstance(event, _TAKING) for event in frame.events) else usual
        for frame in frames
    ]
    stays[0] = max(stays[0], _FIRST_STAYS)
    stays[-1] = _LAST_STAYS
    return stays


def _with_departed(scenes: Iterable[Scene]) -> Iterator[Scene]:
    """The scenes, each with a trace of the pieces that stood there before."""
    stood: dict[Cell, Figure] = {}
    for scene in scenes:
        traces = {cell: CellLook(figure) for cell, figure in stood.items()}
        yield replace(scene, looks={**traces, **scene.looks})
        stood |= {
            cell: replace(look.figure, presence=Presence.DEPARTED)
            for cell, look in scene.looks.items()
            if look.figure is not None
        }
