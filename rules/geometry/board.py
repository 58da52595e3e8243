"""A board as a value: its cells, their names and neighbours, and how they lie on a page.

A cell is a small integer, counted in the board's canonical order; a set of cells is an integer with
bit ``cell`` set (see ``cellset``), so that rules can ask about many cells at once.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from rules.geometry.cellset import cell_set

Place: TypeAlias = tuple[int, int]
"""Where a cell lies on its lattice: ``(q, r)`` of hexes, ``(column, row)`` of squares."""

_BYTE = 8
DIRECTIONS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The eight directions counter-clockwise; the opposite of one is four places on."""


class Lattice(Enum):
    """How cells lie side by side."""

    HEX = "hex"
    """Pointy-top hexes: one q further is east, one r further is south-east."""

    SQUARE = "square"
    """Squares: one column further is east, one row further is north."""

    @property
    def steps(self) -> tuple[Place, ...]:
        """What leads to each neighbour, counter-clockwise from the east."""
        return _STEPS[self]

    @property
    def turns(self) -> int:
        """How many turns keep the lattice until it lies as before."""
        return 6 if self is Lattice.HEX else 4

    def turned(self, place: Place) -> Place:
        """``place`` after one such turn about the origin."""
        first, second = place
        return (-second, first + second) if self is Lattice.HEX else (second, -first)


_STEPS: Mapping[Lattice, tuple[Place, ...]] = {
    Lattice.HEX: ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
    Lattice.SQUARE: ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """What a variant is played on. Boards are made once and compare by identity.

    All tuples are indexed by cell, and where there is a second index it is the direction's place
    in ``lattice.steps``: ``rays[cell][direction]`` are the cells met from ``cell`` to the edge,
    nearest first. ``neighbours[cell]`` is the set of the cells around ``cell``. ``sides`` are the
    sets of cells along the board's sides where its maker names some. ``description`` tells the
    shape and the names of rows in a sentence, to who does not see the board.
    """

    lattice: Lattice
    description: str
    names: tuple[str, ...]
    places: tuple[Place, ...]
    index: Mapping[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    neighbours: tuple[int, ...]
    sides: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.description}>"

    @property
    def endless(self) -> bool:
        """Whether it lists no cells because it goes on as far as anybody plays."""
        return not self.names

    def place(self, name: str) -> Place:
        """The place of the cell called ``name``; KeyError when there is none."""
        return self.places[self.index[name]]

    def spot(self, name: str, *, turned: bool = False) -> tuple[int, int]:
        """Rows down and half cells across, from the origin, at which pictures show a cell.

        The first player's side is at the bottom, or with ``turned`` at the top.
        """
        first, second = self.place(name)
        is_hex = self.lattice is Lattice.HEX
        down, across = (second, 2 * first + second) if is_hex else (-second, 2 * first)
        return (-down, -across) if turned else (down, across)

    def cell_at(self, place: Place) -> int | None:
        """The cell at ``place``, or None off the board."""
        return self.places.index(place) if place in self.places else None

    def row_name(self, name: str) -> str:
        """What the row of the cell called ``name`` is called: a letter on hexes, else a number."""
        head = name.rstrip("0123456789")
        return head if self.lattice is Lattice.HEX else name.removeprefix(head)

    def no_cell(self, name: str) -> str:
        """Why there is no cell called ``name``, in a clause without capital and full stop."""
        if self.lattice is Lattice.SQUARE:
            where = f"it goes from {self.names[0]} to {self.names[-1]}"
        else:
            row = [other for other in self.names if self.row_name(other) == self.row_name(name)]
            first, last = self.row_name(self.names[0]), self.row_name(self.names[-1])
            where = f"its rows are {first} to {last}"
            if row:
                where = f"row {self.row_name(name)} goes from {row[0]} to {row[-1]}"
        return f"{name} is not on the board; {where}"

    def beside(self, cells: int) -> int:
        """The cells next to any of ``cells``, which may be among them."""
        found = 0
        tables = _tables(self)
        for table, byte in zip(tables, cells.to_bytes(len(tables), "little"), strict=True):
            found |= table[byte]
        return found

    def connected(self, start: int, within: int) -> int:
        """The cells of ``within`` that neighbouring steps reach from ``start``, part of it."""
        reached = frontier = start
        while frontier:
            frontier = self.beside(frontier) & within & ~reached
            reached |= frontier
        return reached

    def joined(self, cells: int, within: int) -> bool:
        """Whether ``cells``, a part of ``within``, hang together by steps that stay in it."""
        reached = frontier = cells & -cells
        while frontier and cells & ~reached:
            frontier = self.beside(frontier) & within & ~reached
            reached |= frontier
        return not cells & ~reached

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The turns and mirrorings that keep the board; each says where every cell goes.

        The identity comes first.
        """
        first = min(self.places)
        numbers = {_apart(place, first): cell for cell, place in enumerate(self.places)}
        found: list[tuple[int, ...]] = []
        for flip in (False, True):
            image = [(second, first) if flip else (first, second) for first, second in self.places]
            for _ in range(self.lattice.turns):
                corner = min(image)
                moved = [numbers.get(_apart(place, corner)) for place in image]
                if None not in moved:
                    found.append(tuple(cell for cell in moved if cell is not None))
                image = [self.lattice.turned(place) for place in image]
        return tuple(found)


def make_board(
    lattice: Lattice,
    description: str,
    cells: Mapping[str, Place],
    sides: Iterable[Iterable[str]] = (),
) -> Board:
    """A board of named cells, in their canonical order, and the names along its sides."""
    numbers = {place: cell for cell, place in enumerate(cells.values())}
    index = {name: cell for cell, name in enumerate(cells)}
    rays = tuple(
        tuple(_ray(numbers, place, step) for step in lattice.steps) for place in cells.values()
    )
    return Board(
        lattice,
        description,
        names=tuple(cells),
        places=tuple(cells.values()),
        index=index,
        rays=rays,
        neighbours=tuple(cell_set(ray[0] for ray in from_cell if ray) for from_cell in rays),
        sides=tuple(cell_set(index[name] for name in side) for side in sides),
    )


@functools.cache
def _tables(board: Board) -> tuple[tuple[int, ...], ...]:
    """For every eight cells of a board, and each set of them, the cells beside that set."""
    return tuple(
        _table(board.neighbours[first : first + _BYTE])
        for first in range(0, len(board.neighbours), _BYTE)
    )


def _table(neighbours: Sequence[int]) -> tuple[int, ...]:
    found = [0]
    for around in neighbours:
        found += [around | beside for beside in found]
    return tuple(found)


def _ray(numbers: Mapping[Place, int], start: Place, step: Place) -> tuple[int, ...]:
    cells: list[int] = []
    place = start[0] + step[0], start[1] + step[1]
    while place in numbers:
        cells.append(numbers[place])
        place = place[0] + step[0], place[1] + step[1]
    return tuple(cells)


def _apart(place: Place, corner: Place) -> Place:
    return place[0] - corner[0], place[1] - corner[1]


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
