"""Boards of pointy-top hexes: the hexagon, and any other shape.

Cells are counted in canonical order: the bottom row from left to right, then the row above it.
Names are the row's letter from the bottom and the place in the row from the left.
"""

import functools
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from rules.geometry.board import Board, Lattice, Place, make_board

Axial: TypeAlias = Place
"""``(q, r)``: one q further is east, one r further is south-east."""

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
"""The six directions counter-clockwise; the opposite of one is three places on."""

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
"""The six sides of a hexagon clockwise; the opposite of one is three places on."""


@functools.cache
def hex_board(side: int) -> Board:
    """The hexagon with ``side`` cells along each of its six sides, built once.

    Its middle is at ``(0, 0)``. ``sides`` are in the order of ``SIDES``; a corner belongs to two.
    """
    reach = side - 1
    span = range(-reach, reach + 1)
    places = [(q, r) for q in span for r in span if abs(q + r) <= reach]
    # a cell is on a side where a cube coordinate (q, r, -q-r) reaches its limit
    limits = {(q, r): (-r, q, q + r, r, -q, -q - r) for q, r in places}
    sides = [
        [place for place in places if limits[place][number] == reach]
        for number in range(len(SIDES))
    ]
    return hex_shape(f"Hexagon of side {side}", places, sides)


def hex_shape(shape: str, places: Iterable[Axial], sides: Sequence[Sequence[Axial]] = ()) -> Board:
    """The board of the hexes at ``places``; ``shape`` says what they form: ``Hexagon of side 5``.

    ``sides`` are lists of places that become the board's sides.
    """
    names: dict[Axial, str] = {}
    rows = groupby(sorted(places, key=lambda place: (-place[1], place[0])), lambda place: place[1])
    letter = "a"
    for number, (_, row) in enumerate(rows):
        letter = chr(ord("a") + number)
        names |= {place: f"{letter}{count}" for count, place in enumerate(row, 1)}
    return make_board(
        Lattice.HEX,
        f"{shape}, rows a to {letter} from the bottom.",
        {name: place for place, name in names.items()},
        [[names[place] for place in side] for side in sides],
    )
