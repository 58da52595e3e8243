"""Detach, read plainly."""

from itertools import combinations
from random import Random

from rules import GAMES
from rules.game import Position
from rules.games.detach.position import DetachPosition
from tests.rules.plain.places import HEX_STEPS, Place, ahead, hexagon, parts, some_cells

BOARDS = {"hexhex5": hexagon(5), "hexhex6": hexagon(6)}
Turn = tuple[Place, Place, Place, frozenset[Place]]
"""The stone that detaches, its two landings in the order of cells, and the enemies among them."""


def position(random: Random) -> str:
    """The line of an arbitrary position."""
    variant = random.choice(sorted(BOARDS))
    board = BOARDS[variant]
    white = some_cells(random, board, len(board) // 2)
    black = [name for name in some_cells(random, board, len(board) // 2) if name not in white]
    sides = f"white:{','.join(white)} black:{','.join(black)}"
    return f"{variant} ply:{random.randint(0, 60)} {sides}"


def check(found: Position, random: Random) -> None:
    """Raise AssertionError unless both readings agree."""
    assert isinstance(found, DetachPosition)
    board = BOARDS[found.variant.id]
    names = {place: name for name, place in board.items()}
    stones: list[set[Place]] = [set(), set()]
    for name, piece in found.pieces().items():
        stones[piece.colour].add(board[name])
    forces = [force(own) for own in stones]
    assert found.strengths() == {
        names[place]: size for side in forces for place, size in side.items()
    }
    legal = [turns(board, stones, forces, seat) for seat in (0, 1)]
    for seat in (0, 1):
        assert found.facts()[seat].text.number == len({turn[0] for turn in legal[seat]})
    mover = found.ply % 2
    assert sorted(map(str, found.moves())) == sorted(written(turn, names) for turn in legal[mover])
    swaps = {(names[turn[0]], names[other]) for turn in legal[mover] for other in turn[3]}
    lens = found.lens()
    assert {(link.start, link.end) for link in lens.links} == swaps
    assert {spot.cell for spot in lens.spots} == {swapped for _, swapped in swaps}
    able = {names[turn[0]] for side in legal for turn in side}
    assert {*lens.stuck} == found.pieces().keys() - able
    if legal[mover]:
        assert found.outcome is None
    else:
        assert found.outcome is not None
        assert found.outcome.ranking == ((1 - mover,), (mover,))
    for turn in random.sample(legal[mover], min(2, len(legal[mover]))):
        check_after(found, turn, stones, names)


def check_after(
    found: Position, turn: Turn, stones: list[set[Place]], names: dict[Place, str]
) -> None:
    mover, (origin, one, other, swapped) = found.ply % 2, turn
    own = stones[mover] - {origin} | {one, other}
    enemy = stones[1 - mover] - swapped | ({origin} if swapped else set())
    after = found.play(written(turn, names))
    left = {name: piece.colour for name, piece in after.pieces().items()}
    assert {name for name in left if left[name] == mover} == {names[place] for place in own}
    assert {name for name in left if left[name] != mover} == {names[place] for place in enemy}
    assert GAMES["detach"].decode(after.encode()) == after


def force(own: set[Place]) -> dict[Place, int]:
    """The size of each stone's group."""
    return {place: len(part) for part in parts(own, HEX_STEPS) for place in part}


def turns(
    board: dict[str, Place], stones: list[set[Place]], forces: list[dict[Place, int]], seat: int
) -> list[Turn]:
    """Every turn."""
    own, enemy, found = stones[seat], stones[1 - seat], []
    order = {place: number for number, place in enumerate(board.values())}
    for origin, size in forces[seat].items():
        ends = []
        for step in HEX_STEPS:
            target = ahead(origin, step, size)
            if target not in order or target in own:
                continue
            if any(ahead(origin, step, distance) in enemy for distance in range(1, size)):
                continue
            if target not in enemy or forces[1 - seat][target] <= size:
                ends.append(target)
        for one, other in combinations(sorted(ends, key=order.__getitem__), 2):
            swapped = enemy & {one, other}
            if len(swapped) < 2:
                found.append((origin, one, other, frozenset(swapped)))
    return found


def written(turn: Turn, names: dict[Place, str]) -> str:
    origin, *landings, swapped = turn
    told = (names[place] + "x" * (place in swapped) for place in landings)
    return f"{names[origin]}>{','.join(told)}"
