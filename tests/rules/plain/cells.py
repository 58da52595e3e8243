"""Any sets of cells: few and many, corners, whole lines and full boards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
Places: TypeAlias = frozenset[Place]

HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SQUARE_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def hexagon(side: int) -> tuple[Place, ...]:
    """The places of a hexagon in canonical order: rows from the bottom, each from the left."""
    most = side - 1
    return tuple(
        (q, r) for r in range(most, -side, -1) for q in range(-most, side) if abs(q + r) <= most
    )


def square(size: int) -> tuple[Place, ...]:
    """The places of a square in canonical order: columns from the left, each from the bottom."""
    return tuple((column, row) for column in range(size) for row in range(size))


def hexagon_names(side: int) -> dict[Place, str]:
    """The names of a hexagon's places."""
    names, most = {}, side - 1
    for r in range(most, -side, -1):
        row = [place for place in hexagon(side) if place[1] == r]
        letter = chr(ord("a") + most - r)
        names |= {place: f"{letter}{number}" for number, place in enumerate(row, 1)}
    return names


def square_names(size: int) -> dict[Place, str]:
    """The names of a square's places."""
    return {(column, row): f"{chr(ord('a') + column)}{row + 1}" for column, row in square(size)}


def around(places: Sequence[Place], steps: Sequence[Place]) -> dict[Place, set[Place]]:
    """The neighbours of every place of a board."""
    board = set(places)
    return {(x, y): board & {(x + dx, y + dy) for dx, dy in steps} for x, y in places}


def part(start: Place, places: set[Place], near: dict[Place, set[Place]]) -> set[Place]:
    """The places that steps inside ``places`` reach from one of them."""
    reached, fresh = {start}, [start]
    while fresh:
        found = near[fresh.pop()] & places - reached
        reached |= found
        fresh += found
    return reached


def parts(places: set[Place], near: dict[Place, set[Place]]) -> list[set[Place]]:
    """The connected parts, that with the smallest place first."""
    rest, found = set(places), []
    while rest:
        found.append(part(min(rest), rest, near))
        rest -= found[-1]
    return found


def chosen(cells: int, places: Sequence[Place]) -> set[Place]:
    """The places whose bit is set."""
    return {place for cell, place in enumerate(places) if cells >> cell & 1}


def bits(cells: set[Place], places: Sequence[Place]) -> int:
    """The set of bits for some places."""
    return sum(1 << cell for cell, place in enumerate(places) if place in cells)


def lines(places: Sequence[Place]) -> list[int]:
    """Every row, column and diagonal of a board, and its corners, as sets of bits."""
    ways = (lambda x, _: x, lambda _, y: y, lambda x, y: x + y, lambda x, y: x - y)
    found: dict[tuple[int, int], set[Place]] = {}
    for place in places:
        for number, way in enumerate(ways):
            found.setdefault((number, way(*place)), set()).add(place)
    values = [bits(line, places) for line in found.values()]
    ends = bits({end for line in found.values() for end in (min(line), max(line))}, places)
    return [*values, ends]


def some(chance: Random, count: int, drawn: Sequence[int]) -> int:
    """Any set of ``count`` cells; ``drawn`` are lines that it may have whole."""
    kind = chance.randrange(7)
    if kind < 2:
        return few(chance, count, 3)
    if kind < 4:
        return few(chance, count, 14)
    if kind == 4:
        return chance.getrandbits(count)
    if kind == 5:
        return chance.choice(drawn) | chance.choice(drawn) & chance.getrandbits(count)
    return (1 << count) - 1 ^ few(chance, count, 3)


def few(chance: Random, count: int, most: int) -> int:
    """Any ``most`` cells or less."""
    cells = 0
    for _ in range(chance.randrange(most + 1)):
        cells |= 1 << chance.randrange(count)
    return cells


def fewer(chance: Random, cells: int, most: int) -> int:
    """The set, or any part of it with at most so many cells."""
    while cells.bit_count() > most:
        cells &= ~(1 << chance.randrange(cells.bit_length()))
    return cells
