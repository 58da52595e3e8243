"""Where a stone of Detach may send its two stones, worked out once for each position."""

import functools
import itertools
import operator
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.game import Move
from rules.geometry.board import hex_board
from rules.geometry.cellset import cell_set, cells_in, connected, groups

Leg: TypeAlias = tuple[int, int, int]
"""A landing, the set of just that cell, and the set of cells passed over on the way."""


class _Turn(NamedTuple):
    side: int
    origin: int
    landings: tuple[int, int]
    swap: int | None = None


class Detachment(_Turn, Move):
    """The stone on ``origin`` becomes two on ``landings``; an enemy on ``swap`` takes its place.

    A named tuple, because thousands of moves are made for each that is played.
    """

    __slots__ = ()

    def __str__(self) -> str:
        names = hex_board(self.side).names
        first, second = (names[cell] + "x" * (cell == self.swap) for cell in self.landings)
        return f"{names[self.origin]}>{first},{second}"


class Reach(NamedTuple):
    """Where the two stones of a stone of ``force`` may land: on empty hexes, or by a swap."""

    force: int
    free: tuple[int, ...]
    swaps: tuple[int, ...]

    def suffices(self) -> bool:
        """Whether there are two landings of which at most one is a swap."""
        return bool(self.free) and len(self.free) + len(self.swaps) > 1

    def allows(self, first: int, second: int) -> bool:
        """Whether the two stones may land on these hexes together."""
        together = first in self.free or second in self.free
        return together and first != second and {first, second} <= {*self.free, *self.swaps}

    def landings(self, first: int | None = None) -> tuple[int, ...]:
        """The possible landings in cell order, or those that can join the landing ``first``."""
        others = self.free if first in self.swaps else self.free + self.swaps
        return tuple(sorted(cell for cell in others if cell != first))


def force_of(side: int, stones: int, cell: int) -> int:
    """The force of a stone among a player's ``stones``: the size of its group."""
    return connected(1 << cell, stones, hex_board(side).neighbours).bit_count()


@functools.lru_cache(maxsize=1024)
def reaches(side: int, own: int, enemy: int) -> Mapping[int, Reach]:
    """What each stone of ``own`` that has a legal detachment can reach, in cell order."""
    weaker, legs, stones = _weaker(side, enemy), _legs(side), own | enemy
    found: list[tuple[int, Reach]] = []
    for group in _groups(side, own):
        force = group.bit_count()
        if force < len(weaker):
            for origin in cells_in(group):
                reach = _reach(force, legs[force][origin], stones, enemy, weaker[force])
                if reach.suffices():
                    found.append((origin, reach))
    return MappingProxyType(dict(sorted(found)))


@functools.lru_cache(maxsize=4096)
def can_detach(side: int, own: int, enemy: int) -> bool:
    """Whether some stone of ``own`` has a legal detachment, found without listing them."""
    stones, legs = own | enemy, _legs(side)
    for group in groups(own, hex_board(side).neighbours):
        force = group.bit_count()
        if force < len(legs):
            for origin in cells_in(group):
                landings = 0
                for _, cell, passed in legs[force][origin]:
                    landings += not (cell & stones or passed & enemy)
                if landings > 1:
                    return True
    return bool(reaches(side, own, enemy))  # somebody may still need a swap


def reach_of(side: int, origin: int, own: int, enemy: int) -> Reach:
    """What the stone of ``own`` on ``origin`` can reach, whether or not that suffices."""
    force = force_of(side, own, origin)
    weaker = _weaker(side, enemy)
    if force >= len(weaker):
        return Reach(force, (), ())
    return _reach(force, _legs(side)[force][origin], own | enemy, enemy, weaker[force])


@functools.lru_cache(maxsize=1024)
def _groups(side: int, stones: int) -> tuple[int, ...]:
    return tuple(groups(stones, hex_board(side).neighbours))


def _weaker(side: int, enemy: int) -> list[int]:
    """For each force up to the longest line, the enemy stones that have at most that force."""
    weaker = [0] * (2 * side - 1)
    for group in _groups(side, enemy):
        if group.bit_count() < len(weaker):
            weaker[group.bit_count()] |= group
    return list(itertools.accumulate(weaker, operator.or_))


def _reach(force: int, legs: tuple[Leg, ...], stones: int, enemy: int, weaker: int) -> Reach:
    free: tuple[int, ...] = ()
    swaps: tuple[int, ...] = ()
    for landing, cell, passed in legs:
        if not cell & stones:
            if not passed & enemy:
                free += (landing,)
        elif cell & weaker and not passed & enemy:
            swaps += (landing,)
    return Reach(force, free, swaps)


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
