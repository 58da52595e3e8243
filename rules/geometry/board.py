"""A board as a value: its cells, their names and neighbours, and how they lie on a page.

A cell is a small integer, counted in the board's canonical order; a set of cells is an integer with
bit ``cell`` set (see ``cellset``), so that rules can ask about many cells at once.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TypeAlias

from rules.errors import PositionError
from rules.geometry.cellset import cell_set, unions
from rules.texts import Text, Words, sentences

Place: TypeAlias = tuple[int, int]
"""Where a cell lies on its lattice: ``(q, r)`` of hexes, ``(column, row)`` of squares."""

_BYTE = 8
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
"""The six directions of hexes counter-clockwise; the opposite of one is three places on."""


class Lattice(Enum):
    """How cells lie side by side."""

    HEX = "hex"
    """Pointy-top hexes: one q further is east, one r further is south-east."""

    SQUARE = "square"
    """Squares: one column further is east, one row further is north."""

    @property
    def steps(self) -> tuple[Place, ...]:
        return _STEPS[self]


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
    description: Text
    names: tuple[str, ...]
    places: tuple[Place, ...]
    index: Mapping[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    neighbours: tuple[int, ...]
    sides: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.description!s}>"

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

    def named(self, cells: Iterable[int]) -> tuple[str, ...]:
        """What ``cells`` are called."""
        return tuple([self.names[cell] for cell in cells])

    def set_of(self, names: Iterable[str]) -> int:
        """The set of the cells with these names; raises PositionError for a name off the board."""
        found = 0
        for name in names:
            if name not in self.index:
                raise PositionError(f"there is no {self.lattice.value} {name} on this board")
            found |= 1 << self.index[name]
        return found

    def row_name(self, name: str) -> str:
        """What the row of the cell called ``name`` is called: a letter on hexes, else a number."""
        head = name.rstrip("0123456789")
        return head if self.lattice is Lattice.HEX else name.removeprefix(head)

    def no_cell(self, name: str) -> Text:
        """Why there is no cell called ``name``."""
        missing = Text("{cell} is not on the board.", cell=name)
        if self.lattice is Lattice.SQUARE:
            ends = {"first": self.names[0], "last": self.names[-1]}
            return sentences(missing, Text("It goes from {first} to {last}.", **ends))
        row = [other for other in self.names if self.row_name(other) == self.row_name(name)]
        if row:
            ends = {"row": self.row_name(name), "first": row[0], "last": row[-1]}
            return sentences(missing, Text("Row {row} goes from {first} to {last}.", **ends))
        ends = {"first": self.row_name(self.names[0]), "last": self.row_name(self.names[-1])}
        return sentences(missing, Text("Its rows are {first} to {last}.", **ends))

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


def make_board(
    lattice: Lattice,
    description: Text,
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
        unions(board.neighbours[first : first + _BYTE])
        for first in range(0, len(board.neighbours), _BYTE)
    )


def _ray(numbers: Mapping[Place, int], start: Place, step: Place) -> tuple[int, ...]:
    cells: list[int] = []
    place = start[0] + step[0], start[1] + step[1]
    while place in numbers:
        cells.append(numbers[place])
        place = place[0] + step[0], place[1] + step[1]
    return tuple(cells)


@functools.cache
def square_board(columns: int, rows: int | None = None) -> Board:
    """The board of ``columns`` by ``rows`` cells, as many as columns unless given, built once."""
    high = columns if rows is None else rows
    return make_board(
        Lattice.SQUARE,
        Text(
            "{columns} by {rows} squares, rows 1 to {rows} from the bottom.",
            columns=columns,
            rows=high,
        ),
        {
            f"{chr(ord('a') + column)}{row + 1}": (column, row)
            for column in range(columns)
            for row in range(high)
        },
    )


@functools.cache
def hex_board(side: int) -> Board:
    """The hexagon with ``side`` cells along each of its six sides, built once.

    Its middle is at ``(0, 0)``. ``sides`` are clockwise from the north; a corner belongs to two.
    """
    reach = side - 1
    span = range(-reach, reach + 1)
    places = [(q, r) for q in span for r in span if abs(q + r) <= reach]
    # a cell is on a side where a cube coordinate (q, r, -q-r) reaches its limit
    limits = {(q, r): (-r, q, q + r, r, -q, -q - r) for q, r in places}
    sides = [[place for place in places if limits[place][number] == reach] for number in range(6)]
    return hex_shape(Text("Hexagon of side {number}", number=side), places, sides)


def hex_shape(
    shape: Words, places: Iterable[Place], sides: Sequence[Sequence[Place]] = ()
) -> Board:
    """The board of the hexes at ``places``; ``shape`` says what they form: ``Hexagon of side 5``.

    Cells are counted from the bottom row up, each from left to right. Their names are the row's
    letter and the place in the row. ``sides`` are lists of places that become the board's sides.
    """
    names: dict[Place, str] = {}
    rows = groupby(sorted(places, key=lambda place: (-place[1], place[0])), lambda place: place[1])
    letter = "a"
    for number, (_, row) in enumerate(rows):
        letter = chr(ord("a") + number)
        names |= {place: f"{letter}{count}" for count, place in enumerate(row, 1)}
    return make_board(
        Lattice.HEX,
        Text("{shape}, rows a to {row} from the bottom.", shape=shape, row=letter),
        {name: place for place, name in names.items()},
        [[names[place] for place in side] for side in sides],
    )
