"""The open field of pointy-top hexes that boardless games are laid out on.

A cell is a small integer, counted in canonical order (q, then r); a set of cells is an integer with
bit ``cell`` set. The field is finite so that this works, but further across than any row of tiles
that starts in its middle can grow.

A cell has two names. In pictures and in what people read and type it is a letter and a number, as
on a board: ``m50`` is the middle, the letters go up row by row, the numbers to the right. After
``z`` comes ``aa``, and before ``a`` comes ``zz``. Records have the axial ``q,r``: one q further is
east, one r further is south-east.
"""

import functools
import itertools
import re
from collections.abc import Iterator
from string import ascii_lowercase
from types import MappingProxyType

from rules.geometry.board import Board, Lattice, Place
from rules.texts import Text

REACH = 35
"""The largest q or r, either way, that a cell of the field may have."""

_MIDDLE_ROW = ascii_lowercase.index("m")
_MIDDLE_NUMBER = 50
_DOUBLE = len(ascii_lowercase) ** 2  # so many rows can have two letters
_NAME = re.compile("([a-z]{1,2})([0-9]{1,4})")

_COLUMN = 2 * REACH + 2  # one row more than there are cells, so that no column touches the next
_MIDDLE = (REACH + 2) * _COLUMN + REACH  # and two columns before the first, for ``ties``
# The six cells around cell _COLUMN; moved up, they are those around any other.
_RING = sum(1 << _COLUMN + step for step in (_COLUMN, _COLUMN - 1, -1, -_COLUMN, 1 - _COLUMN, 1))


def cell_at(q: int, r: int) -> int | None:
    """The cell at ``q,r``, or None when that is further out than the field reaches."""
    return _MIDDLE + q * _COLUMN + r if max(abs(q), abs(r)) <= REACH else None


def place_of(cell: int) -> tuple[int, int]:
    """The q and r of a cell."""
    column, row = divmod(cell, _COLUMN)
    return column - REACH - 2, row - REACH


@functools.lru_cache(maxsize=2048)
def name_of(cell: int) -> str:
    """What people call a cell: ``m50``."""
    q, r = place_of(cell)
    return f"{_letters(_MIDDLE_ROW - r)}{_MIDDLE_NUMBER + q}"


@functools.lru_cache(maxsize=2048)
def record_name(cell: int) -> str:
    """What records call a cell: ``2,-1``."""
    q, r = place_of(cell)
    return f"{q},{r}"


def place_named(name: str) -> tuple[int, int]:
    """The q and r of ``m50`` or ``2,-1``, on the field or not; ValueError when that is no name."""
    if "," in name:
        q, r = name.split(",")
        return int(q), int(r)
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"no cell is called {name}")
    letters, number = found.groups()
    return int(number) - _MIDDLE_NUMBER, _MIDDLE_ROW - _number_of(letters)


def _letters(row: int) -> str:
    """The name of a row, counted upward from ``a``, which is 0."""
    if 0 <= row < len(ascii_lowercase):
        return ascii_lowercase[row]
    place = row - len(ascii_lowercase) if row > 0 else row % _DOUBLE
    first, second = divmod(place, len(ascii_lowercase))
    return ascii_lowercase[first] + ascii_lowercase[second]


def _number_of(letters: str) -> int:
    """The row that is called so; of two letters, one of the first half lies above ``z``."""
    row = 0
    for letter in letters:
        row = row * len(ascii_lowercase) + ascii_lowercase.index(letter)
    if len(letters) == 1:
        return row
    return row - _DOUBLE if row >= _DOUBLE // 2 else row + len(ascii_lowercase)


def cells_of(cells: int) -> Iterator[int]:
    """The cells of a set, in canonical order."""
    start = max((cells & -cells).bit_length() - 1, 0)
    near = cells >> start  # the cells lie close together, and short integers are quicker
    while near:
        lowest = near & -near
        yield start + lowest.bit_length() - 1
        near ^= lowest


def touching(cells: int) -> int:
    """The cells that touch any of ``cells``, which may be among them."""
    above, below = cells << 1, cells >> 1
    return above | below | (cells | below) << _COLUMN | (cells | above) >> _COLUMN


def around(cell: int) -> tuple[int, ...]:
    """The six cells around one, in their order; at the rim some are no cells of the field."""
    column = _COLUMN
    return tuple([cell + step for step in (column, column - 1, -1, -column, 1 - column, 1)])


def subsets(cells: int) -> tuple[int, ...]:
    """The connected subsets that ``cells`` fall into, that with the smallest cell first."""
    found = []
    start = max((cells & -cells).bit_length() - 1 - 2 * _COLUMN, 0)
    near = cells >> start  # short integers are quicker; room is left for a column before the first
    while near:
        part = _spread(near & -near, near, near)
        found.append(part << start)
        near ^= part
    return tuple(found)


def largest_subsets(cells: int) -> tuple[int, ...]:
    """The largest of the subsets of ``cells``, not empty: several when they tie."""
    parts = subsets(cells)
    most = max(part.bit_count() for part in parts)
    return tuple(part for part in parts if part.bit_count() == most)


def ties(candidates: int, cells: int) -> dict[int, tuple[int, ...]]:
    """The largest subsets of connected ``cells`` without one of ``candidates``, where some tie.

    Candidates are among the cells, of which there are two at least.
    """
    start = (cells & -cells).bit_length() - 1 - 2 * _COLUMN
    near = cells >> start  # short integers are quicker; room is left for a column before the first
    others = cells.bit_count() - 1
    two_arcs, three_arcs = junctions(near)
    # Only an even number of cells can fall into two equal parts.
    pivots = candidates >> start & (three_arcs if others % 2 else two_arcs)
    found = {}
    for cell in cells_of(pivots):
        rest, ring = near ^ 1 << cell, near & _RING << cell - _COLUMN
        part = _spread(ring & -ring, rest, ring)
        halved = 2 * part.bit_count() == others
        if ring & ~part and (halved or three_arcs >> cell & 1):
            largest = largest_subsets(rest)
            if len(largest) > 1:
                found[cell + start] = tuple(subset << start for subset in largest)
    return found


def pivots(candidates: int, cells: int) -> int:
    """Those of ``candidates``, some of ``cells``, without which the rest may fall apart.

    Around every other cell the cells lie in one arc, and hang together without it.
    """
    start = max((cells & -cells).bit_length() - 1 - 2 * _COLUMN, 0)
    return candidates & junctions(cells >> start)[0] << start


def junctions(cells: int, column: int = _COLUMN) -> tuple[int, int]:
    """Where ``cells`` lie around a cell in two separate arcs at least, and where in three.

    Where they lie in one arc, they hang together without the cell in its middle. ``column`` is how
    many cells a column of the field has, of which one at least is always empty.
    """
    around = (
        cells >> column,
        cells >> column - 1,
        cells << 1,
        cells << column,
        cells << column - 1,
        cells >> 1,
    )
    once = twice = thrice = 0
    for one, following in itertools.pairwise((*around, around[0])):
        ends = one & (one ^ following)
        thrice |= twice & ends
        twice |= once & ends
        once |= ends
    return twice, thrice


def _spread(start: int, within: int, goal: int) -> int:
    """The cells of ``within`` that ``start``, some of them, reaches; enough once ``goal`` is."""
    reached, before = start, 0
    while goal & ~reached and reached != before:
        before = reached
        # As in ``touching``, whose call alone would take a third of the time.
        above, below = reached << 1, reached >> 1
        columns = (reached | below) << _COLUMN | (reached | above) >> _COLUMN
        reached = (reached | above | below | columns) & within
    return reached


def _field() -> int:
    column = (1 << 2 * REACH + 1) - 1
    return sum(column << number * _COLUMN for number in range(2, 2 * REACH + 3))


FIELD = _field()
"""Every cell of the field."""


class OpenField(Board):
    """The field as a board: it lists no cells, and reads places from their names."""

    __slots__ = ()

    def place(self, name: str) -> Place:
        """The place of the cell called ``name``; ValueError when that is no name of a cell."""
        return place_named(name)


OPEN_FIELD = OpenField(
    Lattice.HEX,
    Text("No board; letters count rows upward, numbers to the right; m50 is the middle."),
    names=(),
    places=(),
    index=MappingProxyType({}),
    rays=(),
    neighbours=(),
)
"""The open field as the board of a variant."""
