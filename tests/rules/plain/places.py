"""Boards as plain names and places, and arbitrary sets of their cells."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random

Place = tuple[int, int]

HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""East, then counter-clockwise: E, NE, NW, W, SW, SE."""
SQUARE_STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def hexagon(side: int) -> dict[str, Place]:
    """The axial places of a hexagon's cells by name: rows from the bottom, a1 at the left."""
    reach, named = side - 1, {}
    for number, r in enumerate(range(reach, -reach - 1, -1)):
        row = [q for q in range(-reach, reach + 1) if abs(q + r) <= reach]
        named |= {f"{chr(ord('a') + number)}{count}": (q, r) for count, q in enumerate(row, 1)}
    return named


def squares(size: int) -> dict[str, Place]:
    """The columns and rows of a square board's cells by name."""
    span = range(size)
    return {f"{chr(ord('a') + column)}{row + 1}": (column, row) for column in span for row in span}


def around(place: Place, steps: Iterable[Place]) -> set[Place]:
    """The places beside one, on the board or not."""
    return {(place[0] + x, place[1] + y) for x, y in steps}


def ahead(place: Place, step: Place, distance: int) -> Place:
    """Where one is after so many steps."""
    return place[0] + distance * step[0], place[1] + distance * step[1]


def parts(places: Collection[Place], steps: Collection[Place]) -> list[set[Place]]:
    """The connected parts of a set of places."""
    rest, found = set(places), []
    while rest:
        waiting = [rest.pop()]
        part = set(waiting)
        while waiting:
            q, r = waiting.pop()
            for x, y in steps:
                near = (q + x, r + y)
                if near in rest:
                    rest.remove(near)
                    part.add(near)
                    waiting.append(near)
        found.append(part)
    return found


def some_cells(random: Random, board: Mapping[str, Place], most: int) -> list[str]:
    """Cells without any rule: scattered, at the rim, in rows, in corners, close together."""
    names = list(board)
    count = random.choice((0, 1, 2, 3, random.randint(0, most), most))
    kind = random.choice(("scattered", "scattered", "rim", "row", "close", "apart"))
    if kind == "rim":
        middle = [sum(place[axis] for place in board.values()) / len(board) for axis in (0, 1)]
        names.sort(key=lambda name: -_spread(board[name], middle) + random.random())
        names = names[: max(count, len(names) // 3)]
    elif kind == "row":
        rows = {name[0] for name in names} if random.random() < 0.5 else None
        chosen = random.choice(sorted(rows or {name[1:] for name in names}))
        names.sort(key=lambda name: (chosen not in (name[0], name[1:]), random.random()))
        return names[:count]
    elif kind == "close":
        start = board[random.choice(names)]
        names.sort(key=lambda name: _spread(board[name], start) + random.random())
        return names[:count]
    elif kind == "apart":
        return list(_far_apart(random, board, count))
    return random.sample(names, min(count, len(names)))


def _spread(place: Place, middle: Collection[float]) -> float:
    x, y = middle
    across, down = place[0] - x, place[1] - y
    return max(abs(across), abs(down), abs(across + down))


def _far_apart(random: Random, board: Mapping[str, Place], count: int) -> Iterator[str]:
    taken: list[Place] = []
    for name in random.sample(list(board), len(board)):
        if len(taken) < count and all(_spread(board[name], other) > 1 for other in taken):
            taken.append(board[name])
            yield name
