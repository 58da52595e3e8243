"""How a stack of Glaisher may separate, and what it takes to have connected two sides."""

import functools
from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple, TypeAlias

from rules.game import Cell, Move
from rules.games.glaisher.info import BOARD
from rules.geometry.board import DIRECTIONS
from rules.geometry.cellset import cell_set, cells_in, shortest_chain

OPPOSITE = tuple(zip(BOARD.sides[:3], BOARD.sides[3:], strict=True))
"""The three pairs of sides that can be connected."""
WHOLE = cell_set(range(len(BOARD.names)))
"""Every cell."""

Parts: TypeAlias = tuple[int, ...]
"""Heights of the parts of a stack, the tallest first; each travels as far as it is high."""


LOWEST = 3
"""The height of the lowest stacks that can separate: no two different parts make less."""


class Stacks(NamedTuple):
    """The stacks as the mover sees them: both players' cells, and the height on every cell."""

    own: int
    enemy: int
    heights: tuple[int, ...]


class Separation(NamedTuple):
    """The stack on ``origin`` goes in ``parts`` towards ``DIRECTIONS[direction]``."""

    origin: int
    direction: int
    parts: Parts

    def __str__(self) -> str:
        return f"{BOARD.names[self.origin]}:{self.into}>{self.towards}"

    @property
    def into(self) -> str:
        """The parts as they are written: ``3+2+1``."""
        return parts_text(self.parts)

    @property
    def towards(self) -> str:
        """The name of the direction: ``NE``."""
        return DIRECTIONS[self.direction]

    def landings(self) -> tuple[int, ...]:
        """Where the parts land, in the order of ``parts``."""
        ray = BOARD.rays[self.origin][self.direction]
        return tuple(ray[part - 1] for part in self.parts)

    def flights(self) -> tuple[tuple[Cell, int], ...]:
        """Where each part lands and how high it is, the nearest first: as they lie on the way."""
        ray = BOARD.rays[self.origin][self.direction]
        return tuple((BOARD.names[ray[part - 1]], part) for part in sorted(self.parts))


class _Turn(NamedTuple):
    origin: int
    direction: int
    parts: Parts
    placement: int | None = None


class GlaisherTurn(_Turn, Move):
    """A separation, and where the new piece is placed; nowhere when the separation wins.

    A named tuple, because thousands of moves are made for each that is played.
    """

    __slots__ = ()

    def __str__(self) -> str:
        placed = "" if self.placement is None else f"@{BOARD.names[self.placement]}"
        return f"{self.separation()}{placed}"

    def separation(self) -> Separation:
        """The first of the turn's two actions."""
        return Separation(*self[:3])


class _SetUp(NamedTuple):
    cell: int


class SetUp(_SetUp, Move):
    """A stack for the start of the advanced game comes to ``cell``."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"@{BOARD.names[self.cell]}"


def parts_text(parts: Parts) -> str:
    """A separation as it is written: ``3+2+1``."""
    return "+".join(map(str, parts))


@functools.cache
def separations_into(height: int, reach: int) -> tuple[Parts, ...]:
    """The ways to separate a stack of ``height`` into parts that travel at most ``reach`` hexes.

    Two parts at least, no two alike; those with the tallest parts first.
    """
    return tuple(parts for parts in _sums(height, reach) if len(parts) > 1)


def separations(stacks: Stacks) -> Iterator[Separation]:
    """Every legal separation of the mover's stacks."""
    own = stacks.own
    while own:
        lowest = own & -own
        yield from separations_of(lowest.bit_length() - 1, stacks)
        own ^= lowest


@functools.lru_cache(maxsize=256)
def separations_of(origin: int, stacks: Stacks) -> tuple[Separation, ...]:
    """The legal separations of the stack on ``origin``, one of the mover's."""
    return tuple(_separations_of(origin, stacks))


@functools.lru_cache(maxsize=4096)
def can_separate(stacks: Stacks) -> bool:
    """Whether the mover has a legal separation."""
    return any(True for cell in cells_in(stacks.own) for _ in _separations_of(cell, stacks))


def _separations_of(origin: int, stacks: Stacks) -> Iterator[Separation]:
    height = stacks.heights[origin]
    if height < LOWEST:
        return
    for direction, ray in enumerate(BOARD.rays[origin]):
        ways = separations_into(height, len(ray))
        if ways:
            taller = taller_on(ray, stacks)
            for parts in ways:
                if taller.isdisjoint(parts):
                    yield Separation(origin, direction, parts)


def taller_on(ray: tuple[int, ...], stacks: Stacks) -> set[int]:
    """The distances along ``ray`` at which a part would land on a taller enemy stack."""
    return {
        distance
        for distance, cell in enumerate(ray, 1)
        if stacks.enemy >> cell & 1 and stacks.heights[cell] > distance
    }


def separated(separation: Separation, stacks: Stacks) -> Stacks:
    """The stacks after ``separation``: enemy stacks that parts land on are flipped and joined."""
    heights = list(stacks.heights)
    heights[separation.origin] = 0
    landings = separation.landings()
    for cell, part in zip(landings, separation.parts, strict=True):
        heights[cell] += part
    own = own_after(separation, stacks.own)
    return Stacks(own, stacks.enemy & ~own, tuple(heights))


def own_after(separation: Separation, own: int) -> int:
    """The mover's cells after ``separation``."""
    return own ^ 1 << separation.origin | cell_set(separation.landings())


def placements(separation: Separation, stacks: Stacks) -> int:
    """Where the new piece may be placed after ``separation``; nowhere when that has won."""
    own = own_after(separation, stacks.own)
    return 0 if connects(own) else WHOLE & ~(own | stacks.enemy)


def turns(stacks: Stacks) -> Iterator[GlaisherTurn]:
    """Every legal turn."""
    for separation in separations(stacks):
        cells = tuple(cells_in(placements(separation, stacks))) or (None,)
        origin, direction, parts = separation
        yield from map(GlaisherTurn, repeat(origin), repeat(direction), repeat(parts), cells)


@functools.lru_cache(maxsize=4096)
def connects(cells: int) -> bool:
    """Whether ``cells`` lead from one side of the board to the opposite one."""
    return any(
        cells & side and cells & opposite and BOARD.connected(cells & side, cells) & opposite
        for side, opposite in OPPOSITE
    )


def winning_chain(cells: int) -> tuple[int, ...]:
    """The shortest chain in ``cells`` from one side of the board to the opposite one, or none."""
    chains = (
        shortest_chain(side, opposite, cells, BOARD.neighbours) for side, opposite in OPPOSITE
    )
    return min(filter(None, chains), key=len, default=())


def _sums(total: int, tallest: int) -> Iterator[Parts]:
    """The ways to write ``total`` as different parts of at most ``tallest``, in falling order."""
    if not total:
        yield ()
    for part in range(min(total, tallest), 0, -1):
        if part * (part + 1) < 2 * total:
            return  # all parts from here down together are too little
        for rest in _sums(total - part, part - 1):
            yield part, *rest
