"""Where a stone of Detach may send its two stones, worked out once for each position."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from rules.cellset import cell_set, cells_in, groups
from rules.game import Move
from rules.hexboard import hex_board

Leg: TypeAlias = tuple[int, int, int]
"""A landing, the set of just that cell, and the set of cells passed over on the way."""


@dataclass(frozen=True, slots=True)
class Detachment(Move):
    """The stone on ``origin`` becomes two on ``landings``; an enemy on ``swap`` takes its place."""

    side: int
    origin: int
    landings: tuple[int, int]
    swap: int | None = None

    def __str__(self) -> str:
        names = hex_board(self.side).names
        first, second = (names[cell] + "x" * (cell == self.swap) for cell in self.landings)
        return f"{names[self.origin]}>{first},{second}"


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the two stones of a stone of ``force`` may land: on empty hexes, or by a swap."""

    force: int
    free: tuple[int, ...]
    swaps: tuple[int, ...]

    def suffices(self) -> bool:
        """Whether there are two landings of which at most one is a swap."""
        return bool(self.free) and len(self.free) + len(self.swaps) > 1

    def landings(self, first: int | None = None) -> tuple[int, ...]:
        """The possible landings in cell order, or those that can join the landing ``first``."""
        others = self.free if first in self.swaps else self.free + self.swaps
        return tuple(sorted(cell for cell in others if cell != first))


@functools.lru_cache(maxsize=1024)
def forces(side: int, stones: int) -> Mapping[int, int]:
    """The force of each of one player's stones: the size of its group (rule sheet, Definitions)."""
    return {
        cell: group.bit_count()
        for group in groups(stones, hex_board(side).neighbours)
        for cell in cells_in(group)
    }


@functools.lru_cache(maxsize=256)
def reaches(side: int, own: int, enemy: int) -> Mapping[int, Reach]:
    """What each stone of ``own`` that has a legal detachment can reach, in cell order."""
    found = {}
    weaker = _weaker(side, enemy)
    for origin, force in sorted(forces(side, own).items()):
        if force < len(weaker):
            reach = _reach(side, origin, force, own | enemy, enemy, weaker[force])
            if reach.suffices():
                found[origin] = reach
    return MappingProxyType(found)


def reach_of(side: int, origin: int, own: int, enemy: int) -> Reach:
    """What the stone of ``own`` on ``origin`` can reach, whether or not that suffices."""
    force = forces(side, own)[origin]
    weaker = _weaker(side, enemy)
    if force >= len(weaker):
        return Reach(force, (), ())
    return _reach(side, origin, force, own | enemy, enemy, weaker[force])


def _weaker(side: int, enemy: int) -> list[int]:
    """For each force up to the longest line, the enemy stones that have at most that force."""
    strength = forces(side, enemy)
    return [
        cell_set(cell for cell, force in strength.items() if force <= limit)
        for limit in range(2 * side - 1)
    ]


def _reach(side: int, origin: int, force: int, stones: int, enemy: int, weaker: int) -> Reach:
    free = []
    swaps = []
    for landing, cell, passed in _legs(side)[force][origin]:
        if passed & enemy:
            continue
        if not cell & stones:
            free.append(landing)
        elif cell & weaker:
            swaps.append(landing)
    return Reach(force, tuple(free), tuple(swaps))


@functools.cache
def _legs(side: int) -> tuple[tuple[tuple[Leg, ...], ...], ...]:
    """The lines of each length from each cell: ``_legs(side)[length][cell]``, by landing."""
    return tuple(
        tuple(
            tuple(
                sorted(
                    (ray[length - 1], 1 << ray[length - 1], cell_set(ray[: length - 1]))
                    for ray in rays
                    if len(ray) >= length > 0
                )
            )
            for rays in hex_board(side).rays
        )
        for length in range(2 * side - 1)
    )
