"""The open field of pointy-top hexes that boardless games are laid out on.

A cell is a small integer, counted in canonical order (q, then r); a set of cells is an integer with
bit ``cell`` set. The field is finite so that this works, but further across than any row of tiles
that starts in its middle can grow. Names are axial, ``q,r``: one q further is east, one r further
is south-east.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from types import MappingProxyType

from rules.geometry.board import Board, Lattice, Place

REACH = 35
"""The largest q or r, either way, that a cell of the field may have."""

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
    """What a cell is called: ``2,-1``."""
    q, r = place_of(cell)
    return f"{q},{r}"


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
    two_arcs, three_arcs = _junctions(near)
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
    return candidates & _junctions(cells >> start)[0] << start


def _junctions(cells: int) -> tuple[int, int]:
    """Where ``cells`` lie around a cell in two separate arcs at least, and where in three.

    Where they lie in one arc, they hang together without the cell in its middle.
    """
    around = (
        cells >> _COLUMN,
        cells >> _COLUMN - 1,
        cells << 1,
        cells << _COLUMN,
        cells << _COLUMN - 1,
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
        q, r = name.split(",")
        return int(q), int(r)

    def row_name(self, name: str) -> str:
        """What the row of the cell called ``name`` is called: ``r -1``."""
        return f"r {self.place(name)[1]}"


OPEN_FIELD = OpenField(
    Lattice.HEX,
    "No board; q counts east, r south-east.",
    names=(),
    places=(),
    index=MappingProxyType({}),
    rays=(),
    neighbours=(),
)
"""The open field as the board of a variant."""
