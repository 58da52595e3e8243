"""Sets of cells kept as integers: bit ``cell`` is set when the cell belongs to the set."""

from collections.abc import Iterable, Iterator, Sequence


def cell_set(cells: Iterable[int]) -> int:
    """The set of ``cells``."""
    result = 0
    for cell in cells:
        result |= 1 << cell
    return result


def cells_in(cells: int) -> Iterator[int]:
    """The cells of a set, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def unions(sets: Iterable[int]) -> tuple[int, ...]:
    """For each choice of ``sets``, a bit for each, what is in any of them."""
    found = [0]
    for each in sets:
        found += [chosen | each for chosen in found]
    return tuple(found)


def connected(start: int, within: int, neighbours: Sequence[int]) -> int:
    """The cells of ``within`` that neighbouring steps reach from the set ``start``, part of it."""
    reached = frontier = start
    while frontier:
        lowest = frontier & -frontier
        found = neighbours[lowest.bit_length() - 1] & within & ~reached
        reached |= found
        frontier = (frontier ^ lowest) | found
    return reached


def groups(cells: int, neighbours: Sequence[int]) -> Iterator[int]:
    """The maximal connected parts of a set, that with the lowest cell first."""
    while cells:
        group = connected(cells & -cells, cells, neighbours)
        yield group
        cells ^= group


def shortest_chain(
    start: int, goal: int, within: int, neighbours: Sequence[int]
) -> tuple[int, ...]:
    """The fewest neighbouring cells of ``within`` that lead from ``start`` to ``goal``, or none.

    Of several such chains it is one that is the same every time.
    """
    layers, reached = [start & within], start & within
    while not layers[-1] & goal:
        beside = 0
        for cell in cells_in(layers[-1]):
            beside |= neighbours[cell]
        layers.append(beside & within & ~reached)
        reached |= layers[-1]
        if not layers[-1]:
            return ()
    chain: list[int] = []
    for layer in reversed(layers):
        chain.append(next(cells_in(layer & goal)))
        goal = neighbours[chain[-1]]
    return tuple(reversed(chain))
