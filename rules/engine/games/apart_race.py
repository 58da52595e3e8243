"""How one player of Apart gets on alone: how many pieces have to leave, and whether each can.

Nobody can be kept from a square, so a match is a race; who comes to a piece that has nowhere to go
loses a turn, and mostly the match. Only captures change where the pieces of the other can go.
"""

import functools

from rules.games.apart.info import BOARD
from rules.games.apart.jumps import reach, touching
from rules.geometry.cellset import cells_in

_KEPT = 50_000


@functools.lru_cache(maxsize=_KEPT)
def to_bring_away(own: int) -> tuple[int, int]:
    """About how many pieces must leave until no two touch, and how many touch now.

    Those with the most neighbours leave first.
    """
    neighbours = BOARD.neighbours
    rest = touching(own)
    number, leaving = rest.bit_count(), 0
    while rest:
        most, busiest, left = 0, 0, rest
        while left:
            lowest = left & -left
            left ^= lowest
            around = (neighbours[lowest.bit_length() - 1] & rest).bit_count()
            if around > most:
                most, busiest = around, lowest
        rest = touching(rest ^ busiest)
        leaving += 1
    return leaving, number


def ways(own: int) -> int:
    """In how many ways a piece that has to leave can come to where it is alone in one turn."""
    return sum(places.bit_count() for _, places in _departures(own))


@functools.lru_cache(maxsize=_KEPT)
def separable(own: int) -> bool:
    """Whether every turn can bring one such piece to where it is alone, until no two touch.

    Captures are not thought of.
    """
    if not touching(own):
        return True
    return any(
        separable(rest | 1 << cell)
        for rest, places in _departures(own)
        for cell in cells_in(places)
    )


@functools.lru_cache(maxsize=_KEPT)
def _departures(own: int) -> tuple[tuple[int, int], ...]:
    """The other pieces without one that may leave, and the squares for it that touch none."""
    must_leave = to_bring_away(own)[0]
    found = []
    for origin in cells_in(touching(own)):
        rest = own ^ 1 << origin
        if to_bring_away(rest)[0] < must_leave:
            places = _ends(origin, rest) & ~(BOARD.beside(rest) | rest | 1 << origin)
            if places:
                found.append((rest, places))
    return tuple(found)


def _ends(origin: int, friends: int) -> int:
    """The squares where a turn from ``origin`` may end."""
    neighbours = BOARD.neighbours
    found = reach(origin, friends)
    met = ahead = found & ~neighbours[origin]
    while ahead:
        lowest = ahead & -ahead
        cell = lowest.bit_length() - 1
        more = reach(cell, friends) & ~neighbours[cell] & ~met
        met |= more
        ahead = (ahead ^ lowest) | more
    return found | met
