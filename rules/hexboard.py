"""Hexagonal boards of pointy-top hexes: cells, names, neighbours, rays, sides and symmetries.

A cell is a small integer, counted in canonical order: the bottom row from left to right, then the
row above it. A set of cells is an integer with bit ``cell`` set, so that rules can ask about many
cells at once. Names are the row's letter from the bottom and the place in the row from the left.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Axial: TypeAlias = tuple[int, int]
"""``(q, r)`` from the board's middle: one q further is east, one r further is south-east."""

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
"""The six directions against the clock; the opposite of one is three places on."""

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
"""The six sides of a board with the clock; the opposite of one is three places on."""

_STEPS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@dataclass(frozen=True, slots=True, eq=False)
class HexBoard:
    """A board of ``side`` cells along each of its six sides; get one from ``hex_board``.

    All tuples are indexed by cell, and where there is a second index it is the direction's place
    in ``DIRECTIONS``: ``rays[cell][direction]`` are the cells met from ``cell`` to the edge,
    nearest first. ``neighbours[cell]`` is a set of cells; ``sides`` are six of them, in the order
    of ``SIDES``, and a corner belongs to two.
    """

    side: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    axials: tuple[Axial, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    neighbours: tuple[int, ...]
    sides: tuple[int, ...]

    def axial(self, name: str) -> Axial:
        """The place of the cell called ``name``; KeyError when there is none."""
        return self.axials[self.index[name]]

    def cell_at(self, axial: Axial) -> int | None:
        """The cell at ``axial``, or None off the board."""
        return _numbers(self.side).get(axial)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board's twelve symmetries, the identity first; each says where every cell goes."""
        return tuple(
            tuple(_numbers(self.side)[_turned(axial, turns, flip)] for axial in self.axials)
            for flip in (False, True)
            for turns in range(6)
        )


@functools.cache
def hex_board(side: int) -> HexBoard:
    """The board with ``side`` cells along each side, built once."""
    numbers = _numbers(side)
    axials = tuple(numbers)
    names = tuple(_name(side, axial) for axial in axials)
    rays = tuple(tuple(_ray(numbers, axial, step) for step in _STEPS) for axial in axials)
    return HexBoard(
        side=side,
        names=names,
        index={name: cell for cell, name in enumerate(names)},
        axials=axials,
        rays=rays,
        neighbours=tuple(sum(1 << ray[0] for ray in from_cell if ray) for from_cell in rays),
        sides=_sides(side, axials),
    )


@functools.cache
def _numbers(side: int) -> Mapping[Axial, int]:
    reach = side - 1
    places = [
        (q, r)
        for r in range(reach, -reach - 1, -1)
        for q in range(_first_q(side, r), min(reach, reach - r) + 1)
    ]
    return {axial: cell for cell, axial in enumerate(places)}


def _first_q(side: int, r: int) -> int:
    """The q of the leftmost cell of row ``r``."""
    return max(1 - side, 1 - side - r)


def _name(side: int, axial: Axial) -> str:
    q, r = axial
    return f"{chr(ord('a') + side - 1 - r)}{q - _first_q(side, r) + 1}"


def _ray(numbers: Mapping[Axial, int], start: Axial, step: Axial) -> tuple[int, ...]:
    cells: list[int] = []
    q, r = start[0] + step[0], start[1] + step[1]
    while (q, r) in numbers:
        cells.append(numbers[q, r])
        q, r = q + step[0], r + step[1]
    return tuple(cells)


def _sides(side: int, axials: tuple[Axial, ...]) -> tuple[int, ...]:
    """The six sides: a cell is on one where a cube coordinate (q, r, -q-r) reaches its limit."""
    reach = side - 1
    limits = [(-r, q, q + r, r, -q, -q - r) for q, r in axials]
    return tuple(
        sum(1 << cell for cell, limit in enumerate(limits) if limit[number] == reach)
        for number in range(len(SIDES))
    )


def _turned(axial: Axial, turns: int, flip: bool) -> Axial:
    """``axial`` mirrored if ``flip``, then turned by sixths of a circle."""
    q, r = (axial[1], axial[0]) if flip else axial
    for _ in range(turns):
        q, r = -r, q + r
    return q, r
