"""The renderer: requests in, files out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from renderer.gif import write_gif
from renderer.layout import Layout, lay_out
from renderer.lettering import Lettering
from renderer.paint import Painter
from renderer.palette import REPLAY, STILL, Indices, Palette, load_palette
from renderer.png import PngWriter
from renderer.request import PictureRequest
from renderer.scene import Scene
from renderer.scenes import build_scene
from renderer.themes import THEMES, Theme
from rules.game import Cell, Event, Position
from rules.geometry.board import Board
from rules.registry import GAMES

_PainterKey: TypeAlias = tuple[str, str, Board, int, bool, int]
_MOST_PAINTERS = 12
_PREWARMED_SIZE = 1000
_SIZES = range(64, 2049)  # pixels
_MOST_FRAMES = 1200
_MOST_BYTES = 10 << 20  # what Discord takes
_STAY = 600  # milliseconds of a frame, while all of them stay no longer than _ALL_STAY
_SHORTEST_STAY = 150
_ALL_STAY = 90_000
_LAST_STAYS = 3000


class Renderer:
    """Draws pictures. Several threads may share one; everything it keeps is bounded."""

    def __init__(self) -> None:
        self._lettering = Lettering()
        self._writer = PngWriter()
        self._lock = threading.Lock()
        self._palettes: dict[tuple[str, str], Palette] = {}
        self._painters: OrderedDict[_PainterKey, Painter] = OrderedDict()

    def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file.

        Raises KeyError for a theme that there is not, ValueError for a size out of bounds.
        """
        return self.picture(build_scene(request), request.theme, request.size)

    def picture(self, scene: Scene, theme: str, size: int = 1000) -> bytes:
        """A scene, such as an illustration's, as a PNG file; raises what ``still`` raises."""
        _check_size(size)
        palette = self._palette(theme, STILL)
        layout = lay_out(scene.board, size, scene.turned, scene.looks)
        painter = self._painter(THEMES[theme], layout, palette, STILL)
        return self._writer.write(painter.paint(scene, layout), palette.colours)

    def replay(
        self,
        positions_and_events: Iterable[tuple[Position, tuple[Event, ...]]],
        theme: str = "slate",
        size: int = 720,
    ) -> bytes:
        """A match as an animated GIF: positions of one game, each with what led to it.

        Raises KeyError for a theme that there is not, ValueError for a size out of bounds, no
        positions, or more than can be sent.
        """
        _check_size(size)
        requests = [
            PictureRequest(position, events, theme=theme, size=size)
            for position, events in positions_and_events
        ]
        if not 0 < len(requests) <= _MOST_FRAMES:
            raise ValueError(f"a replay has 1 to {_MOST_FRAMES} positions, not {len(requests)}")
        palette = self._palette(theme, REPLAY)
        file = write_gif(self._frames(requests, palette), palette.colours)
        if len(file) > _MOST_BYTES:
            raise ValueError(f"the replay has {len(file)} bytes; {_MOST_BYTES} can be sent")
        return file

    def _frames(
        self, requests: Sequence[PictureRequest], palette: Palette
    ) -> Iterator[tuple[Indices, int]]:
        """The frames of a replay and how long each stays; all are laid out alike."""
        first = requests[0]
        scenes = [_quieter(build_scene(request)) for request in requests]
        shown: dict[Cell, None] = {cell: None for scene in scenes for cell in scene.looks}
        layout = lay_out(scenes[0].board, first.size, scenes[0].turned, shown)
        painter = self._painter(THEMES[first.theme], layout, palette, REPLAY)
        stay = min(max(_ALL_STAY // len(scenes), _SHORTEST_STAY), _STAY)
        for scene in scenes[:-1]:
            yield painter.paint(scene, layout), stay
        yield painter.paint(scenes[-1], layout), _LAST_STAYS

    def prewarm(self, theme: str) -> None:
        """Make what every board of ``theme`` needs, so that the first picture comes quickly."""
        palette = self._palette(theme, STILL)
        variants = (variant for game in GAMES.values() for variant in game.info.variants)
        for board in dict.fromkeys(variant.board for variant in variants):
            layout = lay_out(board, _PREWARMED_SIZE, turned=False)
            self._painter(THEMES[theme], layout, palette, STILL)

    @property
    def kept(self) -> int:
        """The bytes held for pictures to come."""
        with self._lock:
            painters, palettes = tuple(self._painters.values()), tuple(self._palettes.values())
        drawn = sum(painter.kept for painter in painters)
        drawn += sum(palette.kept for palette in palettes)
        return drawn + self._lettering.kept + self._writer.kept

    def _painter(self, theme: Theme, layout: Layout, palette: Palette, use: str) -> Painter:
        key = (theme.id, use, layout.board, layout.size, layout.turned, layout.pitch)
        with self._lock:
            painter = self._painters.get(key)
            if painter is not None:
                self._painters.move_to_end(key)
                return painter
        painter = Painter(theme, layout, self._lettering, palette, glow=use == STILL)
        with self._lock:
            painter = self._painters.setdefault(key, painter)
            if len(self._painters) > _MOST_PAINTERS:
                self._painters.popitem(last=False)
        return painter

    def _palette(self, theme: str, use: str) -> Palette:
        with self._lock:
            if (theme, use) not in self._palettes:
                self._palettes[theme, use] = load_palette(theme, use)
            return self._palettes[theme, use]


def _check_size(size: int) -> None:
    if size not in _SIZES:
        raise ValueError(f"a picture has {_SIZES[0]} to {_SIZES[-1]} pixels a side, not {size}")


def _quieter(scene: Scene) -> Scene:
    """``scene`` with what is easily seen in passing: no numbers, and no places without a tile."""
    looks = {cell: look for cell, look in scene.looks.items() if look.figure or look.marks}
    panels = tuple(replace(panel, facts="") for panel in scene.panels)
    return replace(scene, looks=looks, arrows=(), panels=panels)
