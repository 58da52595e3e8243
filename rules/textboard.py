"""A position as monospaced text: hexagons in staggered rows, squares in a grid.

A stone is the first letter of its colour, a tower the letter and its height, a stack its letters
from the bottom to the top, a tile that nobody owns ``#`` and an empty cell a dot. Rows of hexagons
begin and end with the name of their first and last cell.
"""

from collections.abc import Mapping
from typing import TypeAlias

from rules.game import Cell, GameInfo, Piece, Position
from rules.geometry.board import Board, Lattice
from rules.geometry.openfield import OPEN_FIELD, cell_at, name_of

_EMPTY = "."
NOBODY = "#"
"""What stands for a tile that nobody owns."""

_MARGIN = 2

Rows: TypeAlias = list[list[tuple[int, Cell]]]
"""Rows of hexagons from the top; each is its place in half hexagons from the left, and its name."""


def textboard(position: Position) -> str:
    """The board and what stands on it, as lines without trailing spaces."""
    board = position.variant.board
    symbols = {cell: _symbol(position.info, piece) for cell, piece in position.pieces().items()}
    if board.lattice is Lattice.SQUARE:
        return _square_text(board, symbols)
    return _hex_text(_open_rows(tuple(symbols)) if board.endless else _board_rows(board), symbols)


def _symbol(info: GameInfo, piece: Piece) -> str:
    if piece.colour is None:
        return NOBODY
    if len(piece.stack) > 1:
        return "".join(info.colours[colour][0].upper() for colour in piece.stack)
    letter = info.colours[piece.colour][0].upper()
    return letter if piece.height == 1 else f"{letter}{piece.height}"


def _square_text(board: Board, symbols: Mapping[Cell, str]) -> str:
    width = max(map(len, symbols.values()), default=1)
    rows: dict[int, list[Cell]] = {}
    for name, (_, row) in zip(board.names, board.places, strict=True):
        rows.setdefault(row, []).append(name)
    margin = max(len(board.row_name(name)) for name in board.names)
    lines = []
    for row in sorted(rows, reverse=True):
        cells = (symbols.get(name, _EMPTY).rjust(width) for name in rows[row])
        lines.append(" ".join((board.row_name(rows[row][0]).rjust(margin), *cells)))
    letters = (name.removesuffix(board.row_name(name)).rjust(width) for name in rows[0])
    lines.append(" ".join((" " * margin, *letters)))
    return "\n".join(line.rstrip() for line in lines)


def _board_rows(board: Board) -> Rows:
    rows: dict[int, list[tuple[int, Cell]]] = {}
    for name, (q, r) in zip(board.names, board.places, strict=True):
        rows.setdefault(r, []).append((2 * q + r, name))
    return [rows[r] for r in sorted(rows)]


def _open_rows(cells: tuple[Cell, ...]) -> Rows:
    """The part of the open field that holds ``cells``, one at least, with a margin around it."""
    places = [OPEN_FIELD.place(cell) for cell in cells]
    first, last = (pick(2 * q + r for q, r in places) for pick in (min, max))
    rows = range(min(r for _, r in places) - 1, max(r for _, r in places) + 2)
    return [
        [
            (place, _open_name((place - r) // 2, r))
            for place in range(first - _MARGIN, last + _MARGIN + 1)
            if (place - r) % 2 == 0
        ]
        for r in rows
    ]


def _open_name(q: int, r: int) -> Cell:
    """What a cell is called; nothing beyond the field, where a margin may reach."""
    cell = cell_at(q, r)
    return "" if cell is None else name_of(cell)


def _hex_text(rows: Rows, symbols: Mapping[Cell, str]) -> str:
    widest = max(map(len, symbols.values()), default=1)
    half = (widest + 2) // 2
    start = min(place for row in rows for place, _ in row)
    label = max(len(row[0][1]) for row in rows)
    lines = []
    for row in rows:
        line = " " * label
        for place, name in row:
            column = label + 1 + (place - start) * half
            line = line.ljust(column) + symbols.get(name, _EMPTY)
        first = row[0][1]
        indent = (row[0][0] - start) * half
        named = " " * indent + first.rjust(label) + line[indent + label :]
        lines.append(f"{named} {row[-1][1]}")
    return "\n".join(lines)
