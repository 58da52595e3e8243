import pytest

from rules.geometry.board import DIRECTIONS, square_board
from rules.geometry.cellset import cells_in


def test_cells_are_counted_by_column_from_the_bottom_left() -> None:
    board = square_board(8)
    assert board.names[:3] == ("a1", "a2", "a3")
    assert board.names[8] == "b1"
    assert board.names[-1] == "h8"
    assert board.place("c5") == (2, 4)
    assert list(board.names) == sorted(board.names)


@pytest.mark.parametrize(
    ("cell", "around"),
    [("d4", "c3 c4 c5 d3 d5 e3 e4 e5"), ("a1", "a2 b1 b2"), ("g4", "f3 f4 f5 g3 g5")],
)
def test_cells_have_eight_neighbours_at_most(cell: str, around: str) -> None:
    board = square_board(7)
    neighbours = board.neighbours[board.index[cell]]
    assert [board.names[beside] for beside in cells_in(neighbours)] == around.split()


@pytest.mark.parametrize(
    ("direction", "cells"),
    [
        ("E", "e3 f3 g3 h3"),
        ("NE", "e4 f5 g6 h7"),
        ("N", "d4 d5 d6 d7 d8"),
        ("NW", "c4 b5 a6"),
        ("W", "c3 b3 a3"),
        ("SW", "c2 b1"),
        ("S", "d2 d1"),
        ("SE", "e2 f1"),
    ],
)
def test_rays_go_to_the_edge(direction: str, cells: str) -> None:
    board = square_board(8)
    ray = board.rays[board.index["d3"]][DIRECTIONS.index(direction)]
    assert [board.names[cell] for cell in ray] == cells.split()


def test_a_board_is_built_once() -> None:
    assert square_board(8) is square_board(8)


def test_symmetries_are_eight_and_keep_neighbours() -> None:
    board = square_board(7)
    symmetries = board.symmetries()
    assert symmetries[0] == tuple(range(49))
    assert len(set(symmetries)) == 8
    for symmetry in symmetries:
        assert sorted(symmetry) == list(range(49))
        for cell, neighbours in enumerate(board.neighbours):
            moved = {symmetry[beside] for beside in cells_in(neighbours)}
            assert moved == set(cells_in(board.neighbours[symmetry[cell]]))
