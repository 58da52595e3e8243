"""When two positions are the same puzzle: turned, mirrored, moved, or hardly a piece changed."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from rules.game import Position
from rules.geometry.board import Lattice, Place

Shape: TypeAlias = frozenset[tuple[Place, object]]
"""Where the pieces are, and what they are to whoever is to move."""

ONE_IN, ONE_IN_A_MATCH = 10, 4
"""Of so many pieces one may differ in what is alike; more in what comes of the same match."""


def shape_of(position: Position) -> Shape:
    """The pieces of a running position, around the middle of a board that has one."""
    board, seats, mover = position.variant.board, position.variant.seats, position.to_move
    assert mover is not None
    whose: dict[int | None, int] = {
        position.colour_of(seat): (seat - mover) % seats for seat in range(seats)
    }
    middle = (0, 0) if board.endless else _middle(board.places)
    found = []
    for name, piece in position.pieces().items():
        x, y = board.place(name)
        stack = tuple(whose[each] for each in piece.stack)
        place = (2 * x - middle[0], 2 * y - middle[1])
        found.append((place, (whose.get(piece.colour), piece.height, stack)))
    return frozenset(found)


def images(position: Position) -> tuple[Shape, ...]:
    """The shape of a position as it can be turned and mirrored."""
    shape = shape_of(position)
    ways = _HEX if position.variant.board.lattice is Lattice.HEX else _SQUARE
    return tuple(frozenset((way(place), kind) for place, kind in shape) for way in ways)


def alike(turned: tuple[Shape, ...], other: Shape, endless: bool, one_in: int = ONE_IN) -> bool:
    """Whether a position, given by its ``images``, is like ``other`` but for few pieces.

    These are one of so many as ``one_in`` says, and one at least.
    """
    size = max(len(turned[0]), len(other))
    changed = max(1, size // one_in)
    if abs(len(turned[0]) - len(other)) > changed:
        return False
    common = _best_overlap if endless else _overlap
    return any(size - common(each, other) <= changed for each in turned)


def _overlap(one: Shape, other: Shape) -> int:
    return len(one & other)


def _best_overlap(one: Shape, other: Shape) -> int:
    """How many pieces fall on the same ones, wherever the one shape is laid on the other."""
    shifts = Counter(
        (there[0] - here[0], there[1] - here[1])
        for here, kind in one
        for there, the_other in other
        if kind == the_other
    )
    return max(shifts.values(), default=0)


def _middle(places: tuple[Place, ...]) -> Place:
    columns, rows = zip(*places, strict=True)
    return min(columns) + max(columns), min(rows) + max(rows)


_Way: TypeAlias = Callable[[Place], Place]


def _turns(turn: _Way, number: int) -> Iterator[_Way]:
    """Every turn, and every turn of the mirrored place."""
    for mirrored in (False, True):
        for times in range(number):

            def way(place: Place, mirrored: bool = mirrored, times: int = times) -> Place:
                at = (place[1], place[0]) if mirrored else place
                for _ in range(times):
                    at = turn(at)
                return at

            yield way


_SQUARE = tuple(_turns(lambda at: (-at[1], at[0]), 4))
_HEX = tuple(_turns(lambda at: (-at[1], at[0] + at[1]), 6))
