"""Tiles of Halves for three on a field so small that to play a match out takes microseconds.

A set of tiles is an integer, bit n for the nth tile; each colour has ``TILES`` bits, so that tables
can tell what touches any of its tiles.
"""

import functools
import itertools
import operator
from collections.abc import Callable
from typing import TypeAlias

from rules.game import Colour
from rules.games.halves.state import TILES
from rules.games.halves.turns import Tiles
from rules.geometry.cellset import unions
from rules.geometry.openfield import around, cells_of

Order: TypeAlias = tuple[Colour, ...]
"""The three colours, whoever is to move first."""
COLOURS = 3
CAREFUL = 0.7  # how often a removal is good where one player thinks, and the others do not
THEIRS = 0.5  # what a tile of somebody else that goes as well takes from what is good
_ALL = (1 << TILES) - 1
MASKS = tuple(_ALL << colour * TILES for colour in range(COLOURS))
"""The tiles of each colour."""
_FIRSTS = range(0, COLOURS * TILES, TILES)


@functools.cache
def _places() -> list[tuple[int, ...]]:
    """The numbers of the tiles in each set of one colour's; made for the first match (0.4 MB)."""
    return [tuple(cells_of(own)) for own in range(_ALL + 1)]


def largest_parts(cells: int, reached: Callable[[int, int], int]) -> tuple[int, ...]:
    """The largest of the connected subsets of ``cells``: several when they tie.

    ``reached`` tells which cells of its second argument can be reached from its first.
    """
    most, found = 0, list[int]()
    while cells.bit_count() >= max(most, 1):
        part = reached(cells & -cells, cells)
        cells ^= part
        size = part.bit_count()
        if size > most:
            most, found = size, [part]
        elif size == most:
            found.append(part)
    return tuple(found)


class SmallField:
    """What may be left of some tiles of three colours; what was found out is kept."""

    __slots__ = ("_best", "_chance", "_fallen", "_near", "_numbers", "_splitting", "_touching")

    def __init__(self, tiles: Tiles, chance: Callable[[], float]) -> None:
        self._chance = chance
        self._numbers = {
            cell: colour * TILES + number
            for colour, cells in enumerate(tiles)
            for number, cell in enumerate(cells_of(cells))
        }
        rings: list[tuple[int, ...]] = [(0,)] * (COLOURS * TILES)
        for cell, number in self._numbers.items():
            rings[number] = tuple([self._bit(each) for each in around(cell)])
        self._near = [sum(ring) for ring in rings]
        self._splitting = [_splitting(ring) for ring in rings]
        self._touching = [unions(self._near[first : first + TILES]) for first in _FIRSTS]
        self._fallen: dict[int, tuple[int, ...]] = {}
        self._best: dict[tuple[int, Colour], int] = {}

    def smaller(self, cells: int) -> int:
        """A set of cells, each with a tile, on this field."""
        return sum(map(self._bit, cells_of(cells)))

    def followers(self, tiles: int, colour: Colour) -> list[int]:
        """What may be left after a removal."""
        found = list[int]()
        for number in _numbers(tiles, colour):
            ring, rest = tiles & self._near[number], tiles ^ 1 << number
            arc = self._splitting[number].get(ring)
            if arc is None:
                found.append(rest)
            else:
                found += self._largest(rest, ring, arc)
        return found

    def played_out(self, tiles: int, order: Order) -> float:
        """What share of a win is left, played out once, to who moved last, the last in ``order``.

        That one is careful most of the time, the others are not; everybody has a tile yet.
        """
        chance, near, splitting, fallen = self._chance, self._near, self._splitting, self._fallen
        careful, places = order[-1], _places()
        for colour in itertools.cycle(order):
            kept = self._best_for(tiles, colour) if colour == careful and chance() < CAREFUL else 0
            if not kept:
                own = places[tiles >> colour * TILES & _ALL]
                number = colour * TILES + own[int(chance() * len(own))]
                rest, ring = tiles ^ 1 << number, tiles & near[number]
                arc = splitting[number].get(ring)
                if arc is None:
                    tiles = rest
                    if len(own) == 1:
                        break
                    continue
                parts = fallen.get(rest) or self._largest(rest, ring, arc)
                kept = parts[int(chance() * len(parts))]
            tiles = kept
            if not (tiles & MASKS[0] and tiles & MASKS[1] and tiles & MASKS[2]):
                break
        return 0.0 if tiles & MASKS[careful] else 1 / sum(not tiles & mask for mask in MASKS)

    def _bit(self, cell: int) -> int:
        number = self._numbers.get(cell)
        return 0 if number is None else 1 << number

    def _best_for(self, tiles: int, colour: Colour) -> int:
        """What stays after the removal that cuts off most to one's liking; 0 if none does good."""
        key = tiles, colour
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = self._find_best(tiles, colour)
        return found

    def _find_best(self, tiles: int, colour: Colour) -> int:
        best, most, mask = 0, 0.0, MASKS[colour]
        for number in _numbers(tiles, colour):
            ring = tiles & self._near[number]
            arc = self._splitting[number].get(ring)
            if arc is not None:
                rest = tiles ^ 1 << number
                for kept in self._largest(rest, ring, arc):
                    mine = ((rest ^ kept) & mask).bit_count()
                    good = mine - THEIRS * ((rest ^ kept).bit_count() - mine)
                    if good > most:
                        best, most = kept, good
        return best

    def _largest(self, rest: int, ring: int, arc: int) -> tuple[int, ...]:
        """The largest connected subsets of ``rest``, without a tile that ``ring`` lay around.

        ``arc`` is one of two that lie there, or 0 where it is three.
        """
        found = self._fallen.get(rest)
        if found is None:
            found = self._fallen[rest] = (
                self._largest_of_two(rest, arc, ring ^ arc)
                if arc
                else largest_parts(rest, self._reached)
            )
        return found

    def _largest_of_two(self, rest: int, one: int, other: int) -> tuple[int, ...]:
        """Both arcs spread in turn, until they meet or the one that is smaller is complete."""
        first, second, third = self._touching
        while True:
            wider = one | rest & (
                first[one & _ALL] | second[one >> TILES & _ALL] | third[one >> 2 * TILES]
            )
            if wider & other:
                return (rest,)  # it still hangs together
            if wider == one:
                break
            one, other = other, wider
        other = rest ^ one
        more = one.bit_count() - other.bit_count()
        return (one, other) if not more else (one,) if more > 0 else (other,)

    def _reached(self, start: int, within: int) -> int:
        """The connected subset of ``within`` that ``start`` is a tile of."""
        first, second, third = self._touching
        reached, before = start, 0
        while reached != before:
            before = reached
            reached |= within & (
                first[reached & _ALL]
                | second[reached >> TILES & _ALL]
                | third[reached >> 2 * TILES]
            )
        return reached


def _numbers(tiles: int, colour: Colour) -> list[int]:
    first = colour * TILES
    return [first + place for place in _places()[tiles >> first & _ALL]]


def _splitting(ring: tuple[int, ...]) -> dict[int, int]:
    """The choices of neighbours, all of them in ``ring``, that lie in separate arcs.

    Each with one of two arcs, or 0 where it is three.
    """
    found = {}
    for chosen in itertools.product(*[{0, bit} for bit in ring]):
        ends = [
            bit
            for bit, following in zip(chosen, chosen[1:] + chosen[:1], strict=True)
            if bit and not following
        ]
        if len(ends) > 1:
            found[sum(chosen)] = _arc(chosen) if len(ends) == 2 else 0
    return found


def _arc(chosen: tuple[int, ...]) -> int:
    """The first arc of ``chosen`` that begins after a gap."""
    gap = chosen.index(0)
    turned = itertools.dropwhile(operator.not_, chosen[gap:] + chosen[:gap])
    return sum(itertools.takewhile(bool, turned))
