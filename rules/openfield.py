"""The open field of pointy-top hexes that boardless games are laid out on.

A cell is a small integer, counted in canonical order (q, then r); a set of cells is an integer with
bit ``cell`` set. The field is finite so that this works, but further across than any row of tiles
that starts in its middle can grow. Names are axial, ``q,r``: one q further is east, one r further
is south-east.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

REACH = 35
"""The largest q or r, either way, that a cell of the field may have."""

_COLUMN = 2 * REACH + 2  # one row more than there are cells, so that no column touches the next
_MIDDLE = (REACH + 2) * _COLUMN + REACH  # and two columns before the first, for ``bridges``
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
    while cells:
        found.append(_spread(cells & -cells, cells, cells))
        cells ^= found[-1]
    return tuple(found)


def fallen_apart(candidates: int, cells: int) -> dict[int, tuple[int, ...]]:
    """The subsets of connected ``cells`` without one of ``candidates``, for each that splits them.

    There must be a cell, and candidates are among them. It looks first at the cells around a
    candidate, for those that all touch each other in one arc split nothing.
    """
    start = (cells & -cells).bit_length() - 1 - 2 * _COLUMN
    near = cells >> start  # short integers are quicker; room is left for a column before the first
    found = {}
    for cell in cells_of(candidates):
        corner = cell - start - _COLUMN
        arcs = _arcs(near >> corner & _RING)
        if len(arcs) > 1:
            rest, beside = near ^ 1 << cell - start, sum(arcs) << corner
            first = _spread(arcs[0] << corner, rest, beside)
            if beside & ~first:
                parts = sorted((first, *subsets(rest ^ first)), key=lambda part: part & -part)
                found[cell] = tuple(part << start for part in parts)
    return found


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


@functools.cache
def _arcs(ring: int) -> tuple[int, ...]:
    """The connected parts of some of the cells around a cell."""
    return subsets(ring)


def _field() -> int:
    column = (1 << 2 * REACH + 1) - 1
    return sum(column << number * _COLUMN for number in range(2, 2 * REACH + 3))


FIELD = _field()
"""Every cell of the field."""
