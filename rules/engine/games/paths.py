"""How far a colour of Glaisher is from connecting two opposite sides, and over which hexes.

Own stacks cost nothing, an empty hex one, an enemy stack two. Sets of hexes are kept here in rows
of ten bits, so that the neighbours of a whole set are a few shifts.
"""

import functools

from rules.games.glaisher.info import BOARD
from rules.geometry.cellset import cell_set, cells_in

_ROW = 10
_BITS = tuple((r + 5) * _ROW + q + 4 for q, r in BOARD.places)
_CELLS = {bit: cell for cell, bit in enumerate(_BITS)}
_BYTE = 8
_TABLES = tuple(
    tuple(
        cell_set(_BITS[first + number] for number in cells_in(byte) if first + number < len(_BITS))
        for byte in range(1 << _BYTE)
    )
    for first in range(0, len(_BITS), _BYTE)
)
_SECOND = 0.25  # how much the second shortest of the three ways counts, and the third
_THIRD = 0.1


@functools.lru_cache(maxsize=50_000)
def missing(own: int, enemy: int) -> float:
    """What a connection would still cost, the nearest counting most."""
    first, second, third = sorted(costs(own, enemy))
    return first + _SECOND * second + _THIRD * third


def costs(own: int, enemy: int) -> tuple[int, ...]:
    """What connecting each of the three pairs of sides would cost."""
    mine, theirs = _spread_out(own), _spread_out(enemy)
    empty = _WHOLE & ~(mine | theirs)
    return tuple([len(_rings(*pair, mine, empty, theirs)) - 1 for pair in _PAIRS])


@functools.lru_cache(maxsize=20_000)
def crucial(own: int, enemy: int) -> int:
    """The empty hexes on a cheapest connection."""
    mine, theirs = _spread_out(own), _spread_out(enemy)
    empty = _WHOLE & ~(mine | theirs)
    ways = [(_rings(*pair, mine, empty, theirs), pair) for pair in _PAIRS]
    least = min(len(way) for way, _ in ways)
    found = 0
    for way, (start, goal) in ways:
        if len(way) == least:
            back = _rings(goal, start, mine, empty, theirs)
            for cost in range(1, min(least, len(back))):
                rest = least - cost
                if rest < len(back):
                    there = way[cost] & ~way[cost - 1]
                    found |= there & back[rest] & ~back[rest - 1]
    return cell_set(_CELLS[bit] for bit in cells_in(found & empty))


def _spread_out(cells: int) -> int:
    found = 0
    tables = _TABLES
    for table, byte in zip(tables, cells.to_bytes(len(tables), "little"), strict=True):
        found |= table[byte]
    return found


def _rings(start: int, goal: int, own: int, empty: int, enemy: int) -> list[int]:
    """The hexes reached from ``start`` for nothing, for one at most, and so on to ``goal``."""
    reached = _flooded(own & start, own)
    rings = [reached]
    before = entered = 0  # what was reached one step earlier; enemy hexes that may be entered now
    while not reached & goal:
        near = _beside(reached & ~before) | (start if len(rings) == 1 else 0)
        before, fresh = reached, near & empty | entered
        entered = near & enemy & ~reached
        reached = _flooded(reached | fresh, own)
        rings.append(reached)
    return rings


def _flooded(reached: int, own: int) -> int:
    frontier = reached
    while frontier:
        frontier = _beside(frontier) & own & ~reached
        reached |= frontier
    return reached


def _beside(cells: int) -> int:
    left, right = cells >> 1, cells << 1
    return left | right | (cells | left) << _ROW | (cells | right) >> _ROW


_WHOLE = _spread_out((1 << len(BOARD.names)) - 1)
_PAIRS = tuple(
    (_spread_out(side), _spread_out(opposite))
    for side, opposite in zip(BOARD.sides[:3], BOARD.sides[3:], strict=True)
)
