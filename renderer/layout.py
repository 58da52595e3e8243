"""Where things are in a picture: cells on a whole-pixel lattice, strips for the header and footer.

Every cell of a board has the same pixels around its middle, so that a drawn cell can be reused.
"""

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from renderer.shapes import Corner, hull, widened
from renderer.themes import SHADES
from rules.game import Cell
from rules.geometry.board import Board, Lattice, Place

Point: TypeAlias = tuple[int, int]
"""Pixels from the left and from the top."""

Spot: TypeAlias = tuple[int, int]
"""Half pitches to the right and rows down from the lattice's origin, as the picture lies."""

# All lengths are in thousandths of the picture's width.
HEADER = 136
BESIDE = 14  # what is written, and below the board where nothing is
_SIDE = 12  # beside the plate
_BESIDE_TILES = 25
_ABOVE = 8  # between the strips and the plate
SHADOW = (6, 15)  # how far below the plate its shadow lies, and how far it spreads
_WITHIN_TABLE = (18, 18)  # between its edge, which throws a shadow, and tiles
_EDGE_LABELS = 40  # beside and below a square board
_UNNAMED = (0, sum(SHADOW))  # the same where it has none
_LARGEST_TILE = 165
_TALLEST = 1080  # a board: what is taller is drawn smaller
_TALLEST_TABLE = 1300  # what tiles lie on
_ROW = math.sqrt(3) / 2  # of a pitch: how far apart rows of hexes are
PLATE = 0.72  # of a pitch: how far the plate reaches beyond the middles of hexes
_SMALLEST_PITCH = 8  # pixels
_AXES = 3  # of a field of hexes
_WORTH_IT = 1.08


@dataclass(frozen=True, slots=True)
class Layout:
    """The lattice of one picture. ``pitch`` is from a cell to the next in its row, in pixels.

    ``middle`` is where the lattice's origin lies; ``bottom`` is where the board's part of the
    picture ends, from the top. ``axis`` is which of an open field's runs across, 0 as it is named.
    """

    board: Board
    size: int
    turned: bool
    pitch: int
    middle: Point
    bottom: int
    axis: int = 0

    @property
    def scale(self) -> float:
        """Pixels per thousandth of the picture's side."""
        return self.size / 1000

    @property
    def height_alone(self) -> int:
        """How high the board and its shadow are without words, in pixels."""
        return self.bottom - round((HEADER - BESIDE) * self.scale)

    @property
    def table(self) -> tuple[Point, Point]:
        """From where to where what tiles lie on reaches, to the right and down."""
        beside, top = round(BESIDE * self.scale), round(HEADER * self.scale)
        return (beside, self.size - beside), (top, self.bottom)

    @property
    def hexagonal(self) -> bool:
        return self.board.lattice is Lattice.HEX

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
        across, down = _spot(self.board.lattice, self.board.place(cell), self.turned, self.axis)
        return self.middle[0] + self.pitch // 2 * across, self.middle[1] + self.row * down

    def tint(self, cell: Cell) -> int:
        """Which of a theme's shades ``cell`` has: as on a chessboard of squares.

        Rows of hexes are the darker the further down they are, which takes fewer bytes besides.
        """
        if self.board.endless:
            return 0
        column, row = self.board.place(cell)
        if not self.hexagonal:
            return (SHADES - 1) * ((column + row + 1) % 2)
        first, last = _rows(self.board)
        share = (row - first) / max(last - first, 1)
        return round((SHADES - 1) * (1 - share if self.turned else share))


def lay_out(
    board: Board,
    size: int,
    turned: bool,
    shown: Iterable[Cell] = (),
    high: int | None = None,
    axis: int = 0,
    named: bool = True,
) -> Layout:
    """The layout of a picture ``size`` pixels wide, with names beside squares if ``named``.

    On the open field it frames ``shown``, in the middle of a table that is ``high`` if so told, and
    that ``axis`` of the three runs across.
    """
    if not board.endless:
        return _board_layout(board, size, turned, named)
    places = map(board.place, shown)
    spots = [_spot(board.lattice, place, turned, axis) for place in places] or [(0, 0)]
    return replace(_open_layout(board, size, turned, spots, high), axis=axis)


def roomiest(board: Board, shown: Iterable[Cell], room: tuple[int, int]) -> int:
    """The axis with which an open field has larger tiles in a ``room`` so wide and high.

    0 where it makes little difference, and on a board. Names tell rows, so only what is shown
    without them may lie so.
    """
    if not board.endless:
        return 0
    places = [board.place(cell) for cell in shown] or [(0, 0)]
    largest = _LARGEST_TILE * room[0] / 1000

    def pitch(axis: int) -> float:
        spots = [_spot(board.lattice, place, turned=False, axis=axis) for place in places]
        width, height = _extent(_lengths(board, spots))
        return min(room[0] / (width + 1), room[1] / (height + 2 / math.sqrt(3)), largest)

    best = max(range(_AXES), key=pitch)
    return best if pitch(best) > _WORTH_IT * pitch(0) else 0


def plate_border(scale: float) -> int:
    """How far the plate of a square board reaches beyond its cells, in pixels."""
    return round(14 * scale)


def outline(board: Board, turned: bool) -> tuple[Corner, ...]:
    """The corners of the shape that the middles of a board's cells form, in rows.

    They are counted from the middle of the board as it lies in the picture.
    """
    corners = hull(_lengths(board, _spots(board, turned)))
    (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*corners, strict=True))
    unit = _ROW if board.lattice is Lattice.HEX else 1
    return tuple(
        ((x - (left + right) / 2) / unit, (y - (top + bottom) / 2) / unit) for x, y in corners
    )


@functools.lru_cache(maxsize=64)
def _board_layout(board: Board, size: int, turned: bool, named: bool) -> Layout:
    spots = _spots(board, turned)
    if board.lattice is Lattice.SQUARE:
        free = (_EDGE_LABELS, _EDGE_LABELS) if named else _UNNAMED
        return _square_layout(board, size, turned, spots, free)
    scale = size / 1000
    width, height = _extent(widened(hull(_lengths(board, spots)), PLATE))
    room, most = size - 2 * _SIDE * scale, _TALLEST * scale
    pitch = _even(min(room / width, most / height))
    return _framed(board, size, turned, pitch, spots, PLATE)


def _square_layout(
    board: Board, size: int, turned: bool, spots: Sequence[Spot], free: tuple[int, int]
) -> Layout:
    """The layout with so much ``free`` beside the plate and below it."""
    scale, (beside, below) = size / 1000, free
    width, height = (length + 1 for length in _extent(_lengths(board, spots)))
    border = 2 * plate_border(scale)
    room = size - (2 * _SIDE + beside) * scale - border
    pitch = _even(min(room / width, (_TALLEST * scale - border) / height))
    left = round((size - pitch * width + beside * scale) / 2)
    top = round((HEADER + _ABOVE) * scale) + border // 2
    x = left + pitch // 2 - pitch // 2 * min(across for across, _ in spots)
    y = top + pitch // 2 - pitch * min(down for _, down in spots)
    bottom = top + round(pitch * height) + border // 2 + round(below * scale)
    return Layout(board, size, turned, pitch, (x, y), bottom)


def _open_layout(
    board: Board, size: int, turned: bool, spots: Sequence[Spot], high: int | None
) -> Layout:
    scale = size / 1000
    width, height = _extent(_lengths(board, spots))
    most = _TALLEST_TABLE * scale if high is None else high - 2 * _BESIDE_TILES * scale
    room = min(
        (size - 2 * _BESIDE_TILES * scale) / (width + 1),
        most / (height + 2 / math.sqrt(3)),
        _LARGEST_TILE * scale,
    )
    pitch = max(_even(room), _SMALLEST_PITCH)
    layout = _framed(board, size, turned, pitch, spots, 1 / math.sqrt(3), _WITHIN_TABLE)
    if high is None:
        return layout
    bottom, (x, y) = round(HEADER * scale) + high, layout.middle
    return replace(layout, middle=(x, y + (bottom - layout.bottom) // 2), bottom=bottom)


def _framed(
    board: Board,
    size: int,
    turned: bool,
    pitch: int,
    spots: Sequence[Spot],
    beyond: float,
    free: tuple[int, int] = (_ABOVE, sum(SHADOW)),
) -> Layout:
    """The layout that has ``spots`` in its middle, and room for ``beyond`` pitches around them.

    Above that and below it so much is ``free``.
    """
    scale, row = size / 1000, round(_ROW * pitch)
    across, down = ([spot[axis] for spot in spots] for axis in (0, 1))
    above, below = (math.ceil(beyond * pitch) + math.ceil(part * scale) for part in free)
    x = round(size / 2 - pitch * (max(across) + min(across)) / 4)
    y = round(HEADER * scale) + above - row * min(down)
    return Layout(board, size, turned, pitch, (x, y), y + row * max(down) + below + 1)


@functools.lru_cache(maxsize=64)
def _rows(board: Board) -> tuple[int, int]:
    """The first and the last row of a board."""
    rows = [row for _, row in board.places]
    return min(rows), max(rows)


def _spots(board: Board, turned: bool) -> tuple[Spot, ...]:
    return tuple(_spot(board.lattice, place, turned) for place in board.places)


def _spot(lattice: Lattice, place: Place, turned: bool, axis: int = 0) -> Spot:
    first, second = place
    for _ in range(axis):  # a sixth of a turn each
        first, second = -second, first + second
    across, down = (2 * first + second, second) if lattice is Lattice.HEX else (2 * first, -second)
    return (-across, -down) if turned else (across, down)


def _lengths(board: Board, spots: Iterable[Spot]) -> list[Corner]:
    """The spots in pitches."""
    row = _ROW if board.lattice is Lattice.HEX else 1
    return [(across / 2, down * row) for across, down in spots]


def _extent(corners: Sequence[Corner]) -> Corner:
    """The width and the height of what ``corners`` span."""
    across, down = zip(*corners, strict=True)
    return max(across) - min(across), max(down) - min(down)


def _even(length: float) -> int:
    return int(length) // 2 * 2
