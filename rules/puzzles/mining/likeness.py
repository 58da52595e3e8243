"""When two positions are the same puzzle: turned, mirrored, moved, or hardly a piece changed."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from rules.game import Position
from rules.geometry.board import Lattice, Place

Shape: TypeAlias = frozenset[tuple[Place, object]]
"""Where the pieces are, and what they are to whoever is to move."""

ONE_IN = 10
"""Of so many pieces one may differ in what is alike."""


def shape_of(position: Position) -> Shape:
    """The pieces of a running position, around the middle of a board that has one."""
    board, seats, mover = position.variant.board, position.variant.seats, position.to_move
    assert mover is not None
    whose: dict[int | None, int] = {
        position.colour_of(seat): (seat - mover) % seats for seat in range(seats)
    }
    columns, rows = ([0], [0]) if board.endless else zip(*board.places, strict=True)
    found = []
    for name, piece in position.pieces().items():
        x, y = board.place(name)
        place = 2 * x - min(columns) - max(columns), 2 * y - min(rows) - max(rows)
        stack = tuple(whose[each] for each in piece.stack)
        found.append((place, (whose.get(piece.colour), piece.height, stack)))
    return frozenset(found)


def images(position: Position) -> Iterator[Shape]:
    """The shape of a position in every way that it can be turned and mirrored."""
    shape, is_hex = shape_of(position), position.variant.board.lattice is Lattice.HEX
    for _ in range(2):
        for _ in range(6 if is_hex else 4):
            shape = frozenset(((-y, x + y * is_hex), kind) for (x, y), kind in shape)
            yield shape
        shape = frozenset(((y, x), kind) for (x, y), kind in shape)


def alike(one: Shape, other: Shape, endless: bool) -> bool:
    """Whether all but few pieces are the same, wherever an ``endless`` one lies."""
    size = max(len(one), len(other))
    changed = max(1, size // ONE_IN)
    if abs(len(one) - len(other)) > changed:
        return False
    if not endless:
        return size - len(one & other) <= changed
    shifts = Counter(
        (there[0] - here[0], there[1] - here[1])
        for here, kind in one
        for there, the_other in other
        if kind == the_other
    )
    return size - max(shifts.values(), default=0) <= changed
