"""What stands behind the cells of every board."""

import numpy as np

from renderer.layout import PLATE, SHADOW, Layout, outline, plate_border
from renderer.lettering import Lettering
from renderer.shapes import (
    Floats,
    Surface,
    edge,
    hexagon,
    polygon,
    rounded_box,
    rounded_square,
    soft,
    widened,
)
from renderer.shapes import outline as border
from renderer.themes import Rgb, Theme

_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)
_EDGE_LABEL = 30
DARKEST = 0.42
"""How dark the shadow of a plate is where nothing of it is seen."""

_TABLE_CORNER = 28
_TABLE_DEPTH = 9  # how far the shadow of the border reaches


def draw_backdrop(theme: Theme, layout: Layout, lettering: Lettering | None) -> Surface:
    """The page, the plate and the names beside it, without cells; no names without letters."""
    surface = Surface.plain(layout.size, layout.bottom, theme.page)
    if layout.board.endless:
        _draw_table(surface, theme, layout)
        return surface
    _draw_plate(surface, theme, layout)
    if not layout.hexagonal and lettering is not None:
        _draw_edge_labels(surface, theme, layout, lettering)
    return surface


def _draw_table(surface: Surface, theme: Theme, layout: Layout) -> None:
    """What tiles lie on where there is no board: a tray of one colour, its corners rounded."""
    (left, end), (top, bottom) = layout.table
    corner, deep = _TABLE_CORNER * layout.scale, _TABLE_DEPTH * layout.scale
    half = (end - left) / 2, (bottom - top) / 2
    for part in Surface(surface.pixels, ((left + end) / 2, (top + bottom) / 2)).bands():
        body = rounded_box(part.x, part.y, *half, corner)
        part.lay(theme.table, edge(body))
        lit = rounded_box(part.x, part.y - np.float32(deep / 3), *half, corner)
        part.lay(_BLACK, edge(body) * (1 - soft(lit + np.float32(deep / 2), deep)), 0.34)


def _draw_plate(surface: Surface, theme: Theme, layout: Layout) -> None:
    pitch = layout.pitch
    centres = [layout.centre(cell) for cell in layout.board.names]
    across, down = ([centre[axis] for centre in centres] for axis in (0, 1))
    middle = ((min(across) + max(across) + 1) / 2, (min(down) + max(down) + 1) / 2)
    margin, corner = PLATE * pitch, 0.42 * pitch
    if not layout.hexagonal:
        margin, corner = pitch / 2 + plate_border(layout.scale), 18 * layout.scale
    shape = [(x * layout.row, y * layout.row) for x, y in outline(layout.board, layout.turned)]
    corners = widened(shape, margin - corner)
    fall, spread = (round(length * layout.scale) for length in SHADOW)
    for part in Surface(surface.pixels, middle).bands():
        above = part.y[:1] - np.arange(fall, 0, -1, dtype=np.float32)[:, None]
        distances = polygon(part.x, np.concatenate([above, part.y]), corners, corner)
        body, shadow = distances[fall:], distances[: -fall or None]
        part.lay(_BLACK, soft(shadow, spread), DARKEST)
        part.lay(theme.plate, edge(body))
        rim = edge(border(body + np.float32(1.6), 2.4))
        slope = np.clip((part.y + 0.4 * part.x) / (3 * pitch), -1, 1)
        part.lay(_WHITE, rim * np.maximum(-slope, 0), 0.26)
        part.lay(_BLACK, rim * np.maximum(slope, 0), 0.30)


def draw_bare_cell(theme: Theme, layout: Layout, tint: int) -> Surface:
    """A cell of one tint and the plate around it; on the open field, a piece of the table."""
    across, up = layout.reach
    field = layout.board.endless
    pixels = np.empty((2 * up + 1, 2 * across + 1, 3), np.float32)
    pixels[:] = theme.table if field else theme.groove
    patch = Surface(pixels, (across + 0.5, up + 0.5))
    if field:
        return patch
    x, y = patch.x, patch.y
    inradius = layout.pitch / 2 - 1.25 * max(layout.scale, 0.6)
    if layout.hexagonal:
        body = hexagon(x, y, inradius, 0.10 * inradius)
    else:
        body = rounded_square(x, y, inradius, 6 * layout.scale)
    patch.lay(cell_light(theme.shades[tint], y / inradius), edge(body))
    bevel = edge(border(body + np.float32(1.4), 1.6))
    patch.lay(_WHITE, bevel * np.clip(-y / inradius - 0.1, 0, 1), 0.14)
    return patch


def cell_light(tint: Rgb, down: Floats) -> Floats:
    """The colours of a cell at places ``down`` from its middle, in half heights: darker below."""
    light = 1 - np.clip(0.04 * down, -0.05, 0.05)[..., None]
    lit: Floats = np.clip(np.asarray(tint, np.float32) * light, 0, 255).astype(np.float32)
    return lit


def _draw_edge_labels(surface: Surface, theme: Theme, layout: Layout, lettering: Lettering) -> None:
    """Letters below the columns and numbers beside the rows, whichever way the board lies."""
    height = round(_EDGE_LABEL * layout.scale)
    board = layout.board
    bottom = max(layout.centre(name)[1] for name in board.names)
    left = min(layout.centre(name)[0] for name in board.names)
    away = layout.pitch / 2 + plate_border(layout.scale) + 18 * layout.scale
    for name in board.names:
        x, y = layout.centre(name)
        row = board.row_name(name)
        if y == bottom:
            column = lettering.word(name.removesuffix(row), height)
            _label(surface, theme, column, x, bottom + away)
        if x == left:
            _label(surface, theme, lettering.word(row, height), left - away, y)


def _label(surface: Surface, theme: Theme, word: Floats, x: float, y: float) -> None:
    left, top = round(x - word.shape[1] / 2), round(y - word.shape[0] / 2)
    surface.stamp(theme.secondary, word, left, top)
