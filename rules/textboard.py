"""A position as monospaced text: hexagons in staggered rows, squares in a grid.

A stone is the first letter of its colour, a tower the letter and its height, a stack its letters
from the bottom to the top, a tile that nobody owns ``#`` and an empty cell a dot. Rows of hexagons
begin and end with the name of their first and last cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rules.game import Board, Cell, GameInfo, Piece, Position
from rules.hexboard import hex_board
from rules.squareboard import square_board

_EMPTY = "."
_NOBODY = "#"
_MARGIN = 2

Rows: TypeAlias = list[list[tuple[int, Cell]]]
"""Rows of hexagons from the top; each is its place in half hexagons from the left, and its name."""

_HEX_SIDES = {Board.HEX4: 4, Board.HEX5: 5, Board.HEX6: 6}
_SQUARE_SIZES = {Board.SQUARE7: 7, Board.SQUARE8: 8}


def textboard(position: Position) -> str:
    """The board and what stands on it, as lines without trailing spaces."""
    board = position.variant.board
    symbols = {cell: _symbol(position.info, piece) for cell, piece in position.pieces().items()}
    if board in _SQUARE_SIZES:
        return _square_text(_SQUARE_SIZES[board], symbols)
    if board in _HEX_SIDES:
        return _hex_text(_board_rows(_HEX_SIDES[board]), symbols)
    return _hex_text(_open_rows(tuple(symbols)), symbols)


def _symbol(info: GameInfo, piece: Piece) -> str:
    if piece.colour is None:
        return _NOBODY
    if len(piece.stack) > 1:
        return "".join(info.colours[colour][0].upper() for colour in piece.stack)
    letter = info.colours[piece.colour][0].upper()
    return letter if piece.height == 1 else f"{letter}{piece.height}"


def _square_text(size: int, symbols: Mapping[Cell, str]) -> str:
    names = square_board(size).names
    width = max(map(len, symbols.values()), default=1)
    lines = []
    for row in reversed(range(size)):
        cells = (symbols.get(name, _EMPTY) for name in names[row::size])
        lines.append(f"{row + 1} " + " ".join(cell.rjust(width) for cell in cells))
    letters = (names[column * size][0] for column in range(size))
    lines.append("  " + " ".join(letter.rjust(width) for letter in letters))
    return "\n".join(line.rstrip() for line in lines)


def _board_rows(side: int) -> Rows:
    board = hex_board(side)
    rows: dict[int, list[tuple[int, Cell]]] = {}
    for name, (q, r) in zip(board.names, board.axials, strict=True):
        rows.setdefault(r, []).append((2 * q + r, name))
    return [rows[r] for r in sorted(rows)]


def _open_rows(cells: tuple[Cell, ...]) -> Rows:
    """The part of the open field that holds ``cells``, one at least, with a margin around it."""
    places = [(int(q), int(r)) for q, r in (cell.split(",") for cell in cells)]
    first, last = (pick(2 * q + r for q, r in places) for pick in (min, max))
    rows = range(min(r for _, r in places) - 1, max(r for _, r in places) + 2)
    return [
        [
            (place, f"{(place - r) // 2},{r}")
            for place in range(first - _MARGIN, last + _MARGIN + 1)
            if (place - r) % 2 == 0
        ]
        for r in rows
    ]


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
