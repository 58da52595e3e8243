"""From a scene to pixels: every cell is drawn once for each look that it ever has."""

import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from renderer.arrows import draw_arrows
from renderer.backdrop import draw_backdrop, draw_bare_cell
from renderer.kept import Stock
from renderer.layout import Layout
from renderer.lettering import Lettering
from renderer.marks import draw_below, draw_coordinate, draw_marks, draw_open_cell, names_bare_cells
from renderer.palette import Indices, Ink
from renderer.pieces import RAISED, UP_LEFT, DrawContext, draw_figure
from renderer.scene import BARE, CellLook, Presence, Scene
from renderer.shapes import Floats, Surface
from renderer.strips import Strips
from renderer.themes import Theme
from rules.game import Cell, Shape

SMALLEST_ON_CELLS = 30
"""Letters on cells, in thousandths of the width: nine pixels where it is shown 300 pixels wide."""

_TileKey: TypeAlias = tuple[Cell | int, CellLook]
_FRAME, _BARE = "frame", "bare"
"""In the stock: what a painter painted last, and a bare cell."""
_QUICK = 1
"""How hard the picture without pieces is compressed: it is in a hundredth of its bytes."""


@dataclass(frozen=True, slots=True)
class _Painted:
    """The picture of some looks, without what lies over the cells."""

    looks: Mapping[Cell, CellLook]
    layout: Layout
    frame: Indices

    @property
    def nbytes(self) -> int:
        return self.frame.nbytes


class Painter:
    """Paints scenes on one lattice. Several threads may use it.

    A painter itself is small: the parts that it makes are in the ``stock``, which is bounded and
    which many painters may share.
    """

    def __init__(
        self,
        theme: Theme,
        layout: Layout,
        lettering: Lettering,
        ink: Ink,
        colours: Sequence[str],
        stock: Stock | None = None,
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
        self._own, self._stock = object(), stock or Stock()
        self._strips = Strips(
            *(theme, materials, layout.size, lettering, ink), calm=calm, stock=self._stock
        )
        self._mask = _cell_mask(layout)
        backdrop = draw_backdrop(theme, layout, lettering if coordinates else None)
        frame = np.concatenate([ink.index(part.pixels) for part in backdrop.bands()])
        for cell in layout.board.names:
            self._put(frame, cell, BARE, layout)
        self._shape, self._packed = frame.shape, zlib.compress(frame.tobytes(), _QUICK)

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
        """The bytes that it keeps beside its stock."""
        return len(self._packed) + self._mask.nbytes

    def _cells(self, scene: Scene, layout: Layout) -> Indices:
        """The picture without what lies over the cells: what changed, on the one before."""
        before: _Painted = self._stock.whole.get((self._own, _FRAME), self._unpacked)
        if before.layout == layout:
            looks, frame = before.looks, before.frame.copy()
        else:  # the open field, where each position needs another part of it
            looks, frame = {}, self._ground(self._unpacked().frame, layout.bottom)
        for cell in looks.keys() | scene.looks.keys():
            look = scene.looks.get(cell, BARE)
            if looks.get(cell, BARE) != look:
                self._put(frame, cell, look, layout)
        # replaced whole: other threads see old or new
        self._stock.whole.put((self._own, _FRAME), _Painted(scene.looks, layout, frame))
        return frame

    def _unpacked(self) -> _Painted:
        """The picture without pieces."""
        frame = np.frombuffer(zlib.decompress(self._packed), np.uint8).reshape(self._shape)
        return _Painted({}, self._layout, frame)

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
        tint = self._layout.tint(cell)
        key: _TileKey = (cell if self._named(look) else tint, look)
        tile = self._stock.get((self._own, key), lambda: self._ink.index(self._draw(cell, look)))
        np.copyto(box, tile, where=self._mask)

    def _named(self, look: CellLook) -> bool:
        """Whether the cell shows its name."""
        if not self._coordinates:
            return False
        if look.figure is None:
            return self._layout.hexagonal
        departed = look.figure.presence is Presence.DEPARTED
        return look.figure.shape is Shape.TILE and not departed

    def _draw_bare(self, tint: int) -> Floats:
        return draw_bare_cell(self._theme, self._layout, tint).pixels

    def _draw(self, cell: Cell, look: CellLook) -> Floats:
        across, up = self._layout.reach
        tint = self._layout.tint(cell)
        bare = self._stock.whole.get((self._own, _BARE, tint), partial(self._draw_bare, tint))
        patch = Surface(bare.copy(), (across + 0.5, up + 0.5))
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
