"""Where things are in a picture: cells on a whole-pixel lattice, strips for the header and footer.

Every cell of a board has the same pixels around its middle, so that a drawn cell can be reused.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import Board, Cell
from rules.hexboard import hex_board
from rules.squareboard import square_board

Point: TypeAlias = tuple[int, int]
"""Pixels from the left and from the top."""

# All lengths are in thousandths of the picture's side.
HEADER = 74
FOOTER = 62
_SIDE = 30
_EDGE_LABELS = 30  # beside and below a square board
_LARGEST_TILE = 118
_HEX_SIDES = {Board.HEX4: 4, Board.HEX5: 5, Board.HEX6: 6}
_SQUARE_SIZES = {Board.SQUARE7: 7, Board.SQUARE8: 8}
_ROW = math.sqrt(3) / 2  # of a pitch: how far apart rows of hexes are
_SMALLEST_PITCH = 8  # pixels


@dataclass(frozen=True, slots=True)
class Layout:
    """The lattice of one picture. ``pitch`` is from a cell to the next in its row, in pixels.

    ``middle`` is where the lattice's origin lies: the middle cell of hexes, the bottom left square.
    """

    board: Board
    size: int
    turned: bool
    pitch: int
    middle: Point

    @property
    def scale(self) -> float:
        """Pixels per thousandth of the picture's side."""
        return self.size / 1000

    @property
    def hexagonal(self) -> bool:
        """Whether cells are hexes."""
        return self.board not in _SQUARE_SIZES

    @property
    def row(self) -> int:
        """From a row to the next, in pixels."""
        return round(_ROW * self.pitch) if self.hexagonal else self.pitch

    @property
    def reach(self) -> tuple[int, int]:
        """How far a cell reaches from its middle, sideways and upward, in pixels."""
        half = self.pitch // 2
        return (half, math.ceil(self.pitch / math.sqrt(3))) if self.hexagonal else (half, half)

    def centre(self, cell: Cell) -> Point:
        """The middle of ``cell``; KeyError or ValueError when the board has no such cell."""
        column, row = _place(self.board, cell)
        if not self.hexagonal:
            last = _SQUARE_SIZES[self.board] - 1
            column, row = (last - column, last - row) if self.turned else (column, row)
            return self.middle[0] + self.pitch * column, self.middle[1] - self.pitch * row
        if self.turned:
            column, row = -column, -row
        x = self.middle[0] + self.pitch * column + self.pitch // 2 * row
        return x, self.middle[1] + self.row * row

    def tint(self, cell: Cell) -> int:
        """Which of the three tints ``cell`` has; neighbours differ."""
        column, row = _place(self.board, cell)
        return (column - row) % 3 if self.hexagonal else 1 + (column + row + 1) % 2


def cells_of(board: Board) -> tuple[Cell, ...]:
    """The names of a board's cells; none for the open field."""
    if board in _HEX_SIDES:
        return hex_board(_HEX_SIDES[board]).names
    return square_board(_SQUARE_SIZES[board]).names if board in _SQUARE_SIZES else ()


def lay_out(board: Board, size: int, turned: bool, shown: Iterable[Cell] = ()) -> Layout:
    """The layout of a picture of ``size`` pixels; on the open field it frames ``shown``."""
    if board in _HEX_SIDES:
        return _hex_layout(board, size, turned)
    if board in _SQUARE_SIZES:
        return _square_layout(board, size, turned)
    return _open_layout(size, turned, tuple(shown))


def _hex_layout(board: Board, size: int, turned: bool) -> Layout:
    scale = size / 1000
    free = size - (HEADER + FOOTER) * scale
    # the plate is a hexagon lying on a side: its width limits it, then its height
    apothem = min((size / 2 - 0.75 * _SIDE * scale) * _ROW, free / 2 - 10 * scale)
    pitch = _even(apothem / ((_HEX_SIDES[board] - 1) * _ROW + 0.877))
    return Layout(board, size, turned, pitch, (size // 2, round(HEADER * scale + free / 2)))


def _square_layout(board: Board, size: int, turned: bool) -> Layout:
    scale = size / 1000
    count = _SQUARE_SIZES[board]
    free = size - (HEADER + FOOTER + _EDGE_LABELS) * scale
    pitch = _even((free - 3 * plate_border(scale)) / count)
    width = pitch * count
    left = round((size - width) / 2 + _EDGE_LABELS * scale / 3) + pitch // 2
    bottom = round(HEADER * scale + (free + width) / 2) - pitch // 2
    return Layout(board, size, turned, pitch, (left, bottom))


def plate_border(scale: float) -> int:
    """How far the plate of a square board reaches beyond its cells, in pixels."""
    return round(14 * scale)


def _open_layout(size: int, turned: bool, shown: tuple[Cell, ...]) -> Layout:
    scale = size / 1000
    places = [_place(Board.OPEN_HEX, cell) for cell in shown] or [(0, 0)]
    sign = -1 if turned else 1
    across = [sign * (2 * q + r) for q, r in places]  # in half pitches
    down = [sign * r for _, r in places]
    width = (max(across) - min(across)) / 2 + 1
    height = (max(down) - min(down)) * _ROW + 2 / math.sqrt(3)
    free = size - (HEADER + FOOTER + 20) * scale
    room = min((size - 2 * _SIDE * scale) / width, free / height, _LARGEST_TILE * scale)
    pitch = max(_even(room), _SMALLEST_PITCH)
    x = size / 2 - pitch * (max(across) + min(across)) / 4
    y = HEADER * scale + free / 2 + 10 * scale - round(_ROW * pitch) * (max(down) + min(down)) / 2
    return Layout(Board.OPEN_HEX, size, turned, pitch, (round(x), round(y)))


def _even(length: float) -> int:
    return int(length) // 2 * 2


@functools.lru_cache(maxsize=4096)
def _place(board: Board, cell: Cell) -> tuple[int, int]:
    """Column and row: axial on hexes, from the bottom left on squares."""
    if board in _HEX_SIDES:
        return hex_board(_HEX_SIDES[board]).axial(cell)
    if board in _SQUARE_SIZES:
        squares = square_board(_SQUARE_SIZES[board])
        return squares.place(squares.index[cell])
    q, r = cell.split(",")
    return int(q), int(r)
