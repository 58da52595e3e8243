"""From a scene to pixels: every cell is drawn once for each look that it ever has."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from renderer.arrows import draw_arrow
from renderer.backdrop import draw_backdrop, draw_bare_cell
from renderer.layout import Layout
from renderer.lettering import Lettering
from renderer.marks import draw_coordinate, draw_marks, draw_open_cell
from renderer.palette import Indices, Ink
from renderer.pieces import Bench, draw_figure
from renderer.scene import BARE, CellLook, Scene
from renderer.shapes import Floats, Surface, hexagon
from renderer.strips import Strips
from renderer.themes import Theme
from rules.game import Cell, Shape

_MOST_TILE_BYTES = 6 << 20

_TileKey: TypeAlias = tuple[Cell | int, CellLook]


class Painter:
    """Paints scenes on one lattice. Several threads may use it; what it keeps is bounded."""

    def __init__(
        self,
        theme: Theme,
        layout: Layout,
        lettering: Lettering,
        ink: Ink,
        *,
        glow: bool = True,
    ) -> None:
        self._theme, self._layout, self._lettering, self._ink = theme, layout, lettering, ink
        self._bench = Bench(theme, lettering, layout.pitch, glow, on_page=layout.board.endless)
        self._lock = threading.Lock()
        self._tiles: OrderedDict[_TileKey, Indices] = OrderedDict()
        self._strips = Strips(theme, layout.size, lettering, ink)
        self._mask = _cell_mask(layout)
        self._bare = {
            tint: draw_bare_cell(theme, layout, tint).pixels for tint in range(len(theme.cells))
        }
        frame = ink.index(draw_backdrop(theme, layout, lettering).pixels)
        for cell in layout.board.names:
            self._put(frame, cell, BARE, layout)
        self._last: tuple[Mapping[Cell, CellLook], Layout, Indices] = ({}, layout, frame)
        self._empty = self._last

    def paint(self, scene: Scene, layout: Layout) -> Indices:
        """The picture, a palette index for every pixel.

        ``layout`` may differ from the painter's in where its middle lies, for the open field.
        """
        frame = self._cells(scene, layout).copy()
        for arrow in scene.arrows:
            draw_arrow(frame, arrow, scene, layout, self._theme, self._ink)
        size = layout.size
        header, footer = self._strips.header(scene.panels), self._strips.footer(scene.footer)
        frame[: len(header)] = header
        frame[size - len(footer) :] = footer
        return frame

    @property
    def kept(self) -> int:
        """The bytes held for pictures to come."""
        with self._lock:
            parts = [*self._tiles.values(), self._last[2], self._empty[2]]
        kept = sum(part.nbytes for part in parts) + self._strips.kept
        return kept + sum(bare.nbytes for bare in self._bare.values())

    def _cells(self, scene: Scene, layout: Layout) -> Indices:
        """The picture without what lies over the cells: what changed, on the one before."""
        looks, framed, frame = self._last if self._last[1] == layout else self._empty
        if framed != layout:
            looks = {}
        frame = frame.copy()
        for cell in looks.keys() | scene.looks.keys():
            look = scene.looks.get(cell, BARE)
            if looks.get(cell, BARE) != look:
                self._put(frame, cell, look, layout)
        self._last = (scene.looks, layout, frame)  # replaced whole: other threads see old or new
        return frame

    def _put(self, frame: Indices, cell: Cell, look: CellLook, layout: Layout) -> None:
        x, y = layout.centre(cell)
        across, up = layout.reach
        box = frame[y - up : y + up + 1, x - across : x + across + 1]
        np.copyto(box, self._tile(cell, look), where=self._mask)

    def _tile(self, cell: Cell, look: CellLook) -> Indices:
        key: _TileKey = (cell if self._named(look) else self._layout.tint(cell), look)
        with self._lock:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                return tile
        tile = self._ink.index(self._draw(cell, look))
        with self._lock:
            if key not in self._tiles:
                self._tiles[key] = tile
                if len(self._tiles) * tile.nbytes > _MOST_TILE_BYTES:
                    self._tiles.popitem(last=False)
        return tile

    def _named(self, look: CellLook) -> bool:
        """Whether the cell shows its name."""
        if look.figure is None:
            return self._layout.hexagonal
        return look.figure.shape is Shape.TILE

    def _draw(self, cell: Cell, look: CellLook) -> Floats:
        across, up = self._layout.reach
        bare = self._bare[self._layout.tint(cell)].copy()
        patch = Surface(bare, (across + 0.5, up + 0.5))
        if look.open:
            draw_open_cell(patch, self._bench)
        if look.figure is not None:
            draw_figure(patch, look.figure, self._bench, number_aside=look.crowded)
        if self._named(look) and (look != BARE or not self._layout.board.endless):
            draw_coordinate(patch, cell, look, self._bench)
        draw_marks(patch, look, self._bench, self._layout.hexagonal)
        return patch.pixels


def _cell_mask(layout: Layout) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which pixels around a cell's middle are its own; no pixel belongs to two cells."""
    across, up = layout.reach
    x = np.arange(-across, across + 1, dtype=np.float32)[None, :]
    y = np.arange(-up, up + 1, dtype=np.float32)[:, None]
    if layout.hexagonal:
        return hexagon(x, y, layout.pitch / 2 - 0.2, 1.0) < -0.45
    return np.broadcast_to((x < across) & (y < up), (2 * up + 1, 2 * across + 1))
