"""From a scene to pixels: every cell is drawn once for each look that it ever has."""

import threading
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from renderer.arrows import draw_arrows
from renderer.backdrop import draw_backdrop, draw_bare_cell
from renderer.kept import Kept
from renderer.layout import Layout
from renderer.lettering import Lettering
from renderer.marks import draw_below, draw_coordinate, draw_marks, draw_open_cell, names_bare_cells
from renderer.palette import Indices, Ink
from renderer.pieces import RAISED, UP_LEFT, DrawContext, draw_figure
from renderer.scene import BARE, CellLook, Presence, Scene
from renderer.shapes import Floats, Surface
from renderer.strips import Strips
from renderer.themes import SHADES, Theme
from rules.game import Cell, Shape

_MOST_TILE_BYTES = 6 << 20
SMALLEST_ON_CELLS = 30
"""Letters on cells, in thousandths of the width: nine pixels where it is shown 300 pixels wide."""

_TileKey: TypeAlias = tuple[Cell | int, CellLook]


class Painter:
    """Paints scenes on one lattice. Several threads may use it; what it keeps is bounded."""

    def __init__(
        self,
        theme: Theme,
        layout: Layout,
        lettering: Lettering,
        ink: Ink,
        colours: Sequence[str],
        *,
        calm: bool = False,
        coordinates: bool = True,
    ) -> None:
        theme, materials = theme.beside(colours), theme.materials(colours)
        smallest = round(SMALLEST_ON_CELLS * layout.scale)
        self._theme, self._layout, self._lettering, self._ink = theme, layout, lettering, ink
        self.context = DrawContext(theme, materials, lettering, layout.pitch, smallest)
        self._coordinates = coordinates
        self._lock = threading.Lock()
        self._tiles: Kept[_TileKey, Indices] = Kept(_MOST_TILE_BYTES, lambda tile: tile.nbytes)
        self._strips = Strips(theme, materials, layout.size, lettering, ink, calm=calm)
        self._mask = _cell_mask(layout)
        self._bare = {tint: draw_bare_cell(theme, layout, tint).pixels for tint in range(SHADES)}
        backdrop = draw_backdrop(theme, layout, lettering if coordinates else None)
        frame = np.concatenate([ink.index(part.pixels) for part in backdrop.bands()])
        for cell in layout.board.names:
            self._put(frame, cell, BARE, layout)
        self._last: tuple[Mapping[Cell, CellLook], Layout, Indices] = ({}, layout, frame)
        self._empty = self._last

    def paint(self, scene: Scene, layout: Layout) -> Indices:
        """The picture, a palette index for every pixel.

        ``layout`` may differ from the painter's in where its middle lies, for the open field.
        """
        with self._lock:
            header = self._strips.header(scene.panels)
            footer = self._strips.footer(scene.result, scene.footer)
        frame = np.concatenate([self._cells(scene, layout), footer])
        named = self._coordinates and names_bare_cells(layout.hexagonal, self.context)
        draw_arrows(frame, scene, layout, self._theme, self._ink, named=named)
        if not scene.panels:  # an illustration: nothing stands above the board
            return frame[len(header) :]
        frame[: len(header)] = header
        return frame

    def height(self, scene: Scene, layout: Layout) -> int:
        """How high the picture of ``scene`` is, in pixels."""
        with self._lock:
            above = 0 if scene.panels else len(self._strips.header(()))
            return layout.bottom - above + len(self._strips.footer(scene.result, scene.footer))

    @property
    def cached_bytes(self) -> int:
        frames = self._last[2].nbytes + self._empty[2].nbytes
        bare = sum(each.nbytes for each in self._bare.values())
        return frames + bare + self._tiles.size + self._strips.cached_bytes

    def _cells(self, scene: Scene, layout: Layout) -> Indices:
        """The picture without what lies over the cells: what changed, on the one before."""
        looks, framed, frame = self._last if self._last[1] == layout else self._empty
        if framed == layout:
            frame = frame.copy()
        else:  # the open field, where each position needs another part of it
            looks, frame = {}, self._ground(frame, layout.bottom)
        for cell in looks.keys() | scene.looks.keys():
            look = scene.looks.get(cell, BARE)
            if looks.get(cell, BARE) != look:
                self._put(frame, cell, look, layout)
        self._last = (scene.looks, layout, frame)  # replaced whole: other threads see old or new
        return frame

    def _ground(self, empty: Indices, height: int) -> Indices:
        """``empty`` with more of its middle, or less, so that it is ``height`` pixels high."""
        rows = np.arange(height)
        half = min(len(empty), height) // 2
        upper = rows < height - half
        return empty[np.where(upper, np.minimum(rows, half), rows - height + len(empty))]

    def _put(self, frame: Indices, cell: Cell, look: CellLook, layout: Layout) -> None:
        x, y = layout.centre(cell)
        across, up = layout.reach
        box = frame[y - up : y + up + 1, x - across : x + across + 1]
        key: _TileKey = (cell if self._named(look) else self._layout.tint(cell), look)
        tile = self._tiles.get(key, lambda: self._ink.index(self._draw(cell, look)))
        np.copyto(box, tile, where=self._mask)

    def _named(self, look: CellLook) -> bool:
        """Whether the cell shows its name."""
        if not self._coordinates:
            return False
        if look.figure is None:
            return self._layout.hexagonal
        departed = look.figure.presence is Presence.DEPARTED
        return look.figure.shape is Shape.TILE and not departed

    def _draw(self, cell: Cell, look: CellLook) -> Floats:
        across, up = self._layout.reach
        bare = self._bare[self._layout.tint(cell)].copy()
        patch = Surface(bare, (across + 0.5, up + 0.5))
        if look.open:
            draw_open_cell(patch, self.context)
        draw_below(patch, look, self.context, self._layout.hexagonal)
        if look.figure is not None:
            draw_figure(
                patch,
                look.figure,
                self.context,
                number_aside=UP_LEFT if look.crowded else RAISED if look.raised else None,
                outlined=not look.bordered,
            )
        if self._named(look) and (look != BARE or not self._layout.board.endless):
            draw_coordinate(patch, cell, look, self.context)
        draw_marks(patch, look, self.context, self._layout.hexagonal)
        return patch.pixels


def _cell_mask(layout: Layout) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which pixels around a cell's middle are its own: every pixel belongs to one cell.

    It is the cell whose middle is nearest; of two that are equally near, the one further down, or
    to the right of the other.
    """
    across, up = layout.reach
    x = np.arange(-across, across + 1)[None, :]
    y = np.arange(-up, up + 1)[:, None]
    half, row = layout.pitch // 2, layout.row
    around = [(layout.pitch, 0), (half, row), (-half, row)]
    if not layout.hexagonal:
        around = [(layout.pitch, 0), (0, row)]
    mask = np.ones((2 * up + 1, 2 * across + 1), np.bool_)
    for right, down in around:
        ahead = 2 * (x * right + y * down)  # how far towards that neighbour
        most = right * right + down * down
        mask &= (ahead < most) & (ahead >= -most)
    return mask
