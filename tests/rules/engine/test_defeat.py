"""What is said of why somebody has lost: each number is counted again on the last board."""

import functools
import random
import re
from collections.abc import Callable, Mapping

import pytest

from rules import GAMES, Position
from rules.engine.knowledge import random_move
from rules.engine.review import why_lost
from rules.game import Cell, Reason, Seat
from rules.geometry.cellset import cells_in
from rules.geometry.openfield import cell_at, name_of, place_named
from tests.kit.rules import CASES, start
from tests.kit.toy_game import Hex
from tests.rules.engine.test_counted import abande, apart, around, cells_of, glaisher

MATCHES = 6


def groups_of(cells: set[Cell], beside: Callable[[Cell], set[Cell]]) -> list[set[Cell]]:
    """The connected parts of some cells."""
    parts, rest = [], set(cells)
    while rest:
        part = {rest.pop()}
        while more := {each for cell in part for each in beside(cell)} & rest:
            part |= more
            rest -= more
        parts.append(part)
    return parts


def detach_says(position: Position, seat: Seat) -> list[int]:
    mine = cells_of(position, seat)
    largest = max(map(len, groups_of(set(mine), functools.partial(around, position))))
    longest = max(map(len, rows_of(position))) - 1
    alone = [] if len(mine) == 1 else [len(mine)]
    return [*alone, largest, largest, *([longest] if largest > longest else [])]


def rows_of(position: Position) -> list[list[Cell]]:
    names = position.variant.board.names
    return [[cell for cell in names if cell[0] == row] for row in {name[0] for name in names}]


def beside_tile(cell: Cell) -> set[Cell]:
    """The six names around a tile's, by its letters and its number."""
    q, r = place_named(cell)
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    found = (cell_at(q + to_q, r + to_r) for to_q, to_r in steps)
    return {name_of(each) for each in found if each is not None}


def halves_says(position: Position, seat: Seat) -> list[int]:
    mine, board = set(cells_of(position, seat)), set(position.pieces())

    def removed(cell: Cell) -> int:
        """How many of theirs go with this one: all that is not in the largest part, at best."""
        parts = groups_of(board - {cell}, beside_tile)
        most = max(map(len, parts), default=0)
        kept = [part for part in parts if len(part) == most] or [set()]
        return max(len(mine - part) for part in kept)

    at_once = max(map(removed, mine))
    return [len(mine), *([] if at_once == len(mine) else [at_once])]


def apart_says(position: Position, seat: Seat) -> list[int]:
    return [apart(position, seat)["mine"], len(cells_of(position, seat))]


def abande_says(position: Position, seat: Seat) -> list[int]:
    mine, theirs = abande(position, seat), abande(position, 1 - seat)
    alone = sum(cells_of(position, seat).values()) - mine["points"]
    safe = [mine["safe"], theirs["safe"]]
    return [
        mine["points"],
        mine["their_points"],
        mine["pieces"],
        theirs["pieces"],
        *([alone] if alone else []),
        *(safe if theirs["safe"] > mine["safe"] else []),
    ]


def glaisher_says(position: Position, seat: Seat) -> list[int]:
    found = glaisher(position, seat)
    assert position.outcome is not None
    if position.outcome.reason is Reason.NO_MOVE:
        return [] if found["stacks"] == 1 else [found["stacks"]]
    return [len(shortest_row(position, 1 - seat)), found["missing"]]


def shortest_row(position: Position, seat: Seat) -> list[Cell]:
    """The fewest stacks that connect two opposite sides, found by trying ever longer rows."""
    theirs, board = set(cells_of(position, seat)), position.variant.board
    sides = [{board.names[each] for each in cells_in(side)} for side in board.sides]
    found = []
    for side, opposite in zip(sides[:3], sides[3:], strict=True):
        rows, reached = [[cell] for cell in side & theirs], side & theirs
        while rows and not any(row[-1] in opposite for row in rows):
            longer = []
            for row in rows:
                for cell in (around(position, row[-1]) & theirs) - reached:
                    reached.add(cell)
                    longer.append([*row, cell])
            rows = longer
        found += [row for row in rows if row[-1] in opposite]
    return min(found, key=len)


SAYS: Mapping[str, Callable[[Position, Seat], list[int]]] = {
    "detach": detach_says,
    "halves": halves_says,
    "apart": apart_says,
    "abande": abande_says,
    "glaisher": glaisher_says,
}


def played_out(game: str, variant: str, seed: int) -> Position:
    position, chance = start(game, variant, seed), random.Random(f"{game} {variant} {seed}")
    while position.to_move is not None:
        position = position.after(random_move(position, chance))
    return position


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_number_is_on_the_last_board(game: str, variant: str) -> None:
    seen = 0
    for seed in range(MATCHES):
        position = played_out(game, variant, seed)
        assert position.outcome is not None
        for seat in range(position.variant.seats):
            said = why_lost(position, seat)
            if seat in position.outcome.winners or not position.outcome.winners:
                assert said is None
                continue
            seen += 1
            assert said is not None
            assert said.advice
            numbers = [int(each) for each in re.findall(r"(?<![a-z])\d+", str(said.why))]
            counted = SAYS[game](position, seat)
            assert numbers[: len(counted)] == counted, said
    assert seen


def test_nothing_is_said_of_other_ends_a_running_match_or_an_unknown_game() -> None:
    start = GAMES["detach"].start()
    assert why_lost(start.leave(0), 0) is why_lost(start, 0) is None
    with GAMES.registered(Hex()):
        position = played_out(Hex().info.id, Hex().info.variants[0].id, 1)
        assert [why_lost(position, seat) for seat in range(2)] == [None, None]


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("light: dark: grey:0,0", "Light and Dark have none."),
        ("light: dark:1,0 grey:0,0", "Light has none."),
    ],
)
def test_all_who_have_won_are_named(tiles: str, said: str) -> None:
    line = f"3p-random waning ply:30 turn:0 {tiles} seats:light,dark,grey seed:7"
    told = why_lost(GAMES["halves"].decode(line), 2)
    assert told is not None
    assert said in str(told.why)
