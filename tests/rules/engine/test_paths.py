"""How far a colour of Glaisher is from connecting, against a plain search for the cheapest way."""

import heapq
import random

from rules.engine.games.paths import costs, crucial
from rules.games.glaisher.info import BOARD
from rules.geometry.cellset import cell_set, cells_in

CELLS = range(len(BOARD.names))
PAIRS = list(zip(BOARD.sides[:3], BOARD.sides[3:], strict=True))


def plain_costs(own: int, enemy: int) -> tuple[int, ...]:
    price = [0 if own >> cell & 1 else 2 if enemy >> cell & 1 else 1 for cell in CELLS]
    found = []
    for start, goal in PAIRS:
        least: dict[int, int] = {}
        waiting = [(price[cell], cell) for cell in cells_in(start)]
        heapq.heapify(waiting)
        while waiting:
            cost, cell = heapq.heappop(waiting)
            if cell not in least:
                least[cell] = cost
                for other in cells_in(BOARD.neighbours[cell]):
                    heapq.heappush(waiting, (cost + price[other], other))
        found.append(min(least[cell] for cell in cells_in(goal)))
    return tuple(found)


def boards(number: int):
    chance = random.Random(number)
    for _ in range(number):
        cells = list(CELLS)
        chance.shuffle(cells)
        first, second = sorted((chance.randint(0, 40), chance.randint(0, 61)))
        yield cell_set(cells[:first]), cell_set(cells[first:second])


def test_costs_are_those_of_the_cheapest_way() -> None:
    for own, enemy in boards(60):
        assert costs(own, enemy) == plain_costs(own, enemy)


def test_a_crucial_hex_brings_the_nearest_connection_one_nearer() -> None:
    for own, enemy in boards(10):
        least = min(plain_costs(own, enemy))
        found = set(cells_in(crucial(own, enemy)))
        for cell in set(CELLS) - set(cells_in(own | enemy)):
            nearer = min(plain_costs(own | 1 << cell, enemy)) < least
            assert nearer == (cell in found)
