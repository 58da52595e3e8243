"""The best round of a Swiss, found by trying every one."""

from collections.abc import Iterator
from operator import add
from typing import TypeAlias

from bot.features.tournaments.swiss_pairing import BYE, PairingGraph

Cost: TypeAlias = tuple[int, ...]


def lowest_cost(field: PairingGraph) -> Cost | None:
    """What the best complete pairing costs; None where there is none."""
    return min(every_cost(field, tuple(range(len(field.numbers)))), default=None)


def every_cost(field: PairingGraph, places: tuple[int, ...]) -> Iterator[Cost]:
    """What each complete pairing costs: the plain reading of what is searched for."""
    if not places:
        yield (0,) * 8
        return
    one, *others = places
    if len(places) % 2 and field.allows(one, BYE):
        yield from plus(field, (one, BYE), tuple(others))
    for other in others:
        if field.allows(one, other):
            yield from plus(field, (one, other), tuple(each for each in others if each != other))


def plus(field: PairingGraph, pair: tuple[int, int], left: tuple[int, ...]) -> Iterator[Cost]:
    cost = field.costs(*pair)
    for rest in every_cost(field, left):
        yield tuple(map(add, cost, rest))
