"""Square boards: cells, names, neighbours, rays and symmetries.

A cell is a small integer, counted in canonical order: the column ``a`` from the bottom to the top,
then the column to its right. A set of cells is an integer with bit ``cell`` set. Names are as in
chess: the column's letter from the left and the row's number from the bottom.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.cellset import cell_set

Place: TypeAlias = tuple[int, int]
"""``(column, row)``, both counted from 0 at the bottom left."""

DIRECTIONS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The eight directions against the clock; the opposite of one is four places on."""

_STEPS: tuple[Place, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True, eq=False)
class SquareBoard:
    """A board of ``size`` by ``size`` cells; get one from ``square_board``.

    All tuples are indexed by cell, and where there is a second index it is the direction's place
    in ``DIRECTIONS``: ``rays[cell][direction]`` are the cells met from ``cell`` to the edge,
    nearest first. ``neighbours[cell]`` is the set of the cells around ``cell``.
    """

    size: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    neighbours: tuple[int, ...]

    def place(self, cell: int) -> Place:
        """The column and the row of ``cell``."""
        return divmod(cell, self.size)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board's eight symmetries, the identity first; each says where every cell goes."""
        return tuple(
            tuple(self._turned(cell, turns, flip) for cell in range(self.size**2))
            for flip in (False, True)
            for turns in range(4)
        )

    def _turned(self, cell: int, turns: int, flip: bool) -> int:
        """``cell`` mirrored if ``flip``, then turned by quarters of a circle."""
        column, row = self.place(cell)[:: -1 if flip else 1]
        for _ in range(turns):
            column, row = row, self.size - 1 - column
        return column * self.size + row


@functools.cache
def square_board(size: int) -> SquareBoard:
    """The board of ``size`` by ``size`` cells, built once."""
    names = tuple(
        f"{chr(ord('a') + column)}{row + 1}" for column in range(size) for row in range(size)
    )
    rays = tuple(
        tuple(_ray(size, column, row, step) for step in _STEPS)
        for column in range(size)
        for row in range(size)
    )
    return SquareBoard(
        size=size,
        names=names,
        index={name: cell for cell, name in enumerate(names)},
        rays=rays,
        neighbours=tuple(cell_set(ray[0] for ray in from_cell if ray) for from_cell in rays),
    )


def _ray(size: int, column: int, row: int, step: Place) -> tuple[int, ...]:
    cells: list[int] = []
    column, row = column + step[0], row + step[1]
    while 0 <= column < size and 0 <= row < size:
        cells.append(column * size + row)
        column, row = column + step[0], row + step[1]
    return tuple(cells)
