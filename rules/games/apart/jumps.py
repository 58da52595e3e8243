"""How a piece of Apart travels: by lines of its own colour, in one step or in a chain of jumps.

Lines run through friends only, and friends stand still while one piece travels. So where a piece
may jump from each square is settled before it starts: a chain of jumps is a walk in a fixed graph,
and a turn is checked landing by landing without listing others.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import Move
from rules.games.apart.info import BOARD
from rules.geometry.cellset import cell_set, cells_in

Stones: TypeAlias = tuple[int, int]
"""The squares of White's pieces and of Black's, as sets of cells."""

_AXES = range(4)
_OPPOSITE = 4
_COLUMN = 8  # cells: from one to the next in its row
_BOTTOM, _TOP = (cell_set(BOARD.index[f"{column}{row}"] for column in "abcdefgh") for row in (1, 8))


@dataclass(frozen=True, slots=True)
class ApartMove(Move):
    """A turn of Apart: the square a piece leaves, then every square it lands on."""

    path: tuple[int, ...]

    def __str__(self) -> str:
        return "-".join(BOARD.names[cell] for cell in self.path)


@dataclass(frozen=True, slots=True, eq=False)
class Journey:
    """Everything that one piece can do in a turn.

    ``friends`` are the other pieces of its colour, ``enemies`` those it can capture, and ``limit``
    is how many landings the turn may have. A path is ``origin`` and the squares landed on since.
    """

    origin: int
    friends: int
    enemies: int
    limit: int

    def steps(self) -> int:
        """The squares that a single step reaches; it is a whole turn (rule sheet, Movement)."""
        return reach(self.origin, self.friends) & BOARD.neighbours[self.origin]

    def jumps(self, cell: int) -> int:
        """The squares that a jump from ``cell`` reaches."""
        return reach(cell, self.friends) & ~BOARD.neighbours[cell]

    def may_stop(self, path: tuple[int, ...]) -> bool:
        """Whether a turn may be ``path``, landings that are legal: it must change the position."""
        return path[-1] != self.origin or bool(cell_set(path[1:]) & self.enemies)

    def allows(self, path: tuple[int, ...]) -> bool:
        """Whether ``path``, which begins where the piece is, is a legal turn."""
        return self.may_stop(path) and all(
            self.landings(path[:number]) >> path[number] & 1 for number in range(1, len(path))
        )

    def landings(self, path: tuple[int, ...]) -> int:
        """The squares to land on after ``path`` from which a legal turn can still be made."""
        if len(path) > self.limit:
            return 0
        if len(path) == 1:
            return reach(self.origin, self.friends)
        cell, landed = path[-1], cell_set(path[1:])
        if len(path) == 2 and BOARD.neighbours[self.origin] >> cell & 1:
            return 0
        found, home = self.jumps(cell) & ~landed, 1 << self.origin
        # A piece that comes home must have captured something, or be able to jump on.
        if not landed & self.enemies and not self.jumps(self.origin) & ~landed & ~home:
            found &= ~home
        return found

    def results(self) -> Iterator[ApartMove]:
        """A turn for each different result: where the piece ends, and which enemies it took.

        Those with the fewest landings come first. Every result without a capture is there; one
        with captures that needs a detour, around squares landed on before, may be missing.
        """
        told = {(self.origin, 0)}  # nothing would have changed
        for cell in cells_in(self.steps()):
            told.add((cell, self.enemies & 1 << cell))
            yield ApartMove((self.origin, cell))
        met: set[tuple[int, int]] = set()
        paths: list[tuple[tuple[int, ...], int]] = [((self.origin,), 0)]
        while paths and len(paths[0][0]) <= self.limit:
            longer: list[tuple[tuple[int, ...], int]] = []
            for path, landed in paths:
                for cell in cells_in(self.jumps(path[-1]) & ~landed):
                    after = landed | 1 << cell
                    result = cell, after & self.enemies
                    if result not in met:
                        met.add(result)
                        longer.append(((*path, cell), after))
                        if result not in told:
                            yield ApartMove((*path, cell))
            paths = longer

    def turns(self) -> Iterator[ApartMove]:
        """Every turn of the piece, lazily, the single steps first."""
        origin, enemies, limit = self.origin, self.enemies, self.limit
        for cell in cells_in(self.steps()):
            yield ApartMove((origin, cell))
        graph: dict[int, list[tuple[int, int]]] = {}
        open_paths: list[tuple[tuple[int, ...], int]] = [((origin,), 0)]
        while open_paths:
            path, landed = open_paths.pop()
            jumps = graph.get(path[-1])
            if jumps is None:
                jumps = [(cell, 1 << cell) for cell in cells_in(self.jumps(path[-1]))]
                graph[path[-1]] = jumps
            for cell, bit in jumps:
                if not landed & bit:
                    longer, after = (*path, cell), landed | bit
                    # Coming home without a capture is no turn, but the piece may go on from there.
                    if cell != origin or after & enemies:
                        yield ApartMove(longer)
                    if len(path) < limit:
                        open_paths.append((longer, after))


def reach(cell: int, friends: int) -> int:
    """The squares that are exactly a line's length from ``cell``, none of them a friend's.

    ``friends`` are the pieces of the colour that stand elsewhere (rule sheet, Definitions and
    Movement).
    """
    first, second, third, fourth = _lines(cell)
    found = (
        first[1][friends & first[0]]
        | second[1][friends & second[0]]
        | third[1][friends & third[0]]
        | fourth[1][friends & fourth[0]]
    )
    return found & ~friends


def touching(own: int) -> int:
    """Those of the pieces ``own`` of one colour that have another of them on a square around."""
    # A column is eight bits: one row up is one bit, one column to the right eight. What would
    # leave the board is taken away first: from h8 it would come back as h1.
    above, below = (own & ~_TOP) << 1, (own & ~_BOTTOM) >> 1
    upright = above | own | below
    return own & (above | below | upright << _COLUMN | upright >> _COLUMN)


def line_lengths(cell: int, friends: int) -> tuple[int, int, int, int]:
    """The lengths of the four lines of a piece on ``cell``: E-W, NE-SW, N-S, NW-SE."""
    first, second, third, fourth = (
        1 + _run(cell, axis, friends) + _run(cell, axis + _OPPOSITE, friends) for axis in _AXES
    )
    return first, second, third, fourth


def _run(cell: int, direction: int, friends: int) -> int:
    """How many friends stand in a row beside ``cell``."""
    length = 0
    for passed in BOARD.rays[cell][direction]:
        if not friends >> passed & 1:
            break
        length += 1
    return length


@functools.cache
def _lines(cell: int) -> tuple[tuple[int, Mapping[int, int]], ...]:
    """For each axis its other squares, and what is reached for each set of friends on them."""
    return tuple(_line(cell, axis) for axis in _AXES)


def _line(cell: int, axis: int) -> tuple[int, Mapping[int, int]]:
    rays = BOARD.rays[cell][axis], BOARD.rays[cell][axis + _OPPOSITE]
    squares = cell_set(rays[0] + rays[1])
    reached = {}
    friends = squares
    while True:
        length = line_lengths(cell, friends)[axis]
        reached[friends] = cell_set(ray[length - 1] for ray in rays if len(ray) >= length)
        if not friends:
            return squares, reached
        friends = (friends - 1) & squares
