"""Boards of squares, with as many columns and rows as wanted.

Cells are counted in canonical order: the column ``a`` from the bottom to the top, then the column
to its right. Names are as in chess: the column's letter from the left and the row's number from the
bottom. Places are ``(column, row)``, both counted from 0 at the bottom left.
"""

import functools

from rules.geometry.board import Board, Lattice, make_board

DIRECTIONS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The eight directions counter-clockwise; the opposite of one is four places on."""


@functools.cache
def square_board(columns: int, rows: int | None = None) -> Board:
    """The board of ``columns`` by ``rows`` cells, as many as columns unless given, built once."""
    high = columns if rows is None else rows
    return make_board(
        Lattice.SQUARE,
        f"{columns} by {high} squares, rows 1 to {high} from the bottom.",
        {
            f"{chr(ord('a') + column)}{row + 1}": (column, row)
            for column in range(columns)
            for row in range(high)
        },
    )
