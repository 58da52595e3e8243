"""The shortest missing link: the fewest hexes that are not yet one's own between two sides."""

import heapq
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from rules.games.glaisher.info import BOARD, NAMES
from rules.games.glaisher.separating import OPPOSITE
from rules.geometry.cellset import cells_in
from rules.lens import Lens, Link, Spot
from rules.texts import Counted, Filling, Text

_Cost: TypeAlias = tuple[int, int, int]
"""How many hexes are missing, how many of them an enemy holds, and how long the way is."""


def lens_of(stones: tuple[int, int]) -> Lens:
    """The way to connect two opposite sides for which each player lacks fewest hexes."""
    lacked: dict[str, tuple[int, ...]] = {}
    links: list[Link] = []
    said: list[Text] = []
    for seat, own in enumerate(stones):
        way = missing_link(own, stones[1 - seat])
        names = [BOARD.names[cell] for cell in way]
        lacking = [BOARD.names[cell] for cell in way if not own >> cell & 1]
        lacked |= {cell: (*lacked.get(cell, ()), seat) for cell in lacking}
        links += (Link(*ends, seat) for ends in pairwise(names))
        ends: dict[str, Filling] = {
            "side": NAMES[seat],
            "first": names[0],
            "last": names[-1],
        }
        said.append(
            Counted(
                "{side} lacks {number} hex between {first} and {last}: {cells}.",
                "{side} lacks {number} hexes between {first} and {last}: {cells}.",
                len(lacking),
                cells=" ".join(lacking),
                **ends,
            )
            if lacking
            else Text("{side} connects {first} with {last}.", **ends)
        )
    legend = Text("Each side still lacks the hexes ringed in its colour.")
    spots = tuple(Spot(cell, colours=seats) for cell, seats in lacked.items())
    return Lens(tuple(said), legend, spots, tuple(links))


def missing_link(own: int, enemy: int) -> tuple[int, ...]:
    """The cells, from one side to the opposite one, of which fewest are not in ``own``.

    Of ways that lack as many it is one on which the enemy has fewest stacks, and a short one.
    """
    return min(_cheapest(*pair, own, enemy) for pair in OPPOSITE)[1]


def _cheapest(side: int, opposite: int, own: int, enemy: int) -> tuple[_Cost, tuple[int, ...]]:
    """The way from a side to the opposite one that costs least, and what it costs."""
    waiting: list[tuple[_Cost, Sequence[int]]] = [
        (_entered((0, 0, 0), cell, own, enemy), (cell,)) for cell in cells_in(side)
    ]
    heapq.heapify(waiting)
    seen = 0
    while True:
        cost, way = heapq.heappop(waiting)
        cell = way[-1]
        if opposite >> cell & 1:
            return cost, tuple(way)
        if not seen >> cell & 1:
            seen |= 1 << cell
            for near in cells_in(BOARD.neighbours[cell] & ~seen):
                heapq.heappush(waiting, (_entered(cost, near, own, enemy), (*way, near)))


def _entered(cost: _Cost, cell: int, own: int, enemy: int) -> _Cost:
    missing, held, length = cost
    return missing + (not own >> cell & 1), held + (enemy >> cell & 1), length + 1
