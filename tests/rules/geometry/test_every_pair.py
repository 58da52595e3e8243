"""Functions of sets of cells, over all pairs of cells of every board."""

from itertools import combinations, count, takewhile

import pytest

from rules.geometry.board import Board, hex_board, square_board
from rules.geometry.cellset import cells_in, connected, groups
from tests.rules.plain.places import HEX_STEPS, SQUARE_STEPS, Place, ahead, around, hexagon, squares

BOARDS: dict[str, tuple[Board, dict[str, Place], tuple[Place, ...]]] = {
    "hex 4": (hex_board(4), hexagon(4), HEX_STEPS),
    "hex 5": (hex_board(5), hexagon(5), HEX_STEPS),
    "hex 6": (hex_board(6), hexagon(6), HEX_STEPS),
    "square 7": (square_board(7), squares(7), SQUARE_STEPS),
    "square 8": (square_board(8), squares(8), SQUARE_STEPS),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_is_the_plain_one(name: str) -> None:
    board, plain, steps = BOARDS[name]
    assert (board.names, board.places) == (tuple(plain), tuple(plain.values()))
    assert set(board.lattice.steps) == set(steps)
    for cell, place in enumerate(board.places):
        near = {
            number for number, other in enumerate(board.places) if other in around(place, steps)
        }
        assert set(cells_in(board.neighbours[cell])) == near
        for ray, step in zip(board.rays[cell], board.lattice.steps, strict=True):
            ahead_of_it = (ahead(place, step, distance) for distance in count(1))
            expected = list(takewhile(set(board.places).__contains__, ahead_of_it))
            assert [board.places[each] for each in ray] == expected


@pytest.mark.parametrize("name", BOARDS)
def test_every_pair_of_cells(name: str) -> None:
    board, plain, steps = BOARDS[name]
    places = list(plain.values())
    numbers = {place: number for number, place in enumerate(places)}
    beside = [
        {numbers[near] for near in around(place, steps) if near in numbers} for place in places
    ]
    for one, other in combinations(range(len(places)), 2):
        pair, touch = 1 << one | 1 << other, other in beside[one]
        assert set(cells_in(board.beside(pair))) == beside[one] | beside[other]
        assert board.joined(pair, pair) is touch
        reached = pair if touch else 1 << one
        assert board.connected(1 << one, pair) == reached
        assert connected(1 << one, pair, board.neighbours) == reached
        assert list(groups(pair, board.neighbours)) == ([pair] if touch else [1 << one, 1 << other])
