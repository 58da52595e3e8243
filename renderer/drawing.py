"""The renderer: requests in, files out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TypeAlias

from renderer.layout import Layout, lay_out
from renderer.lettering import Lettering
from renderer.paint import Painter
from renderer.palette import STILL, Indices, Palette, load_palette
from renderer.png import PngWriter
from renderer.request import PictureRequest
from renderer.scene import Scene
from renderer.scenes import build_scene
from renderer.themes import THEMES, Theme
from rules.game import Board

_PainterKey: TypeAlias = tuple[str, str, Board, int, bool, int]
_MOST_PAINTERS = 12
_PREWARMED_SIZE = 1000


class Renderer:
    """Draws pictures. Several threads may share one; everything it keeps is bounded."""

    def __init__(self) -> None:
        self._lettering = Lettering()
        self._writer = PngWriter()
        self._lock = threading.Lock()
        self._palettes: dict[tuple[str, str], Palette] = {}
        self._painters: OrderedDict[_PainterKey, Painter] = OrderedDict()

    def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file; KeyError for a theme that there is not."""
        palette = self._palette(request.theme, STILL)
        indices = self._paint(
            build_scene(request), THEMES[request.theme], request.size, palette, STILL
        )
        return self._writer.write(indices, palette.colours)

    def prewarm(self, theme: str) -> None:
        """Make what every board of ``theme`` needs, so that the first picture comes quickly."""
        palette = self._palette(theme, STILL)
        for board in Board:
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

    def _paint(self, scene: Scene, theme: Theme, size: int, palette: Palette, use: str) -> Indices:
        layout = lay_out(scene.board, size, scene.turned, scene.looks)
        return self._painter(theme, layout, palette, use).paint(scene, layout)

    def _painter(self, theme: Theme, layout: Layout, palette: Palette, use: str) -> Painter:
        key = (theme.id, use, layout.board, layout.size, layout.turned, layout.pitch)
        with self._lock:
            painter = self._painters.get(key)
            if painter is not None:
                self._painters.move_to_end(key)
                return painter
        painter = Painter(theme, layout, self._lettering, palette)
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
