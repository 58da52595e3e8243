"""The geometry of hex boards."""

import pytest

from rules.geometry.cellset import cells_in
from rules.geometry.hexboard import DIRECTIONS, SIDES, hex_board

BOARDS = [4, 5, 6]


def names(board, cells):
    return [board.names[cell] for cell in cells_in(cells)]


@pytest.mark.parametrize(
    ("side", "rows"),
    [
        (4, {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}),
        (5, {"a": 5, "c": 7, "e": 9, "g": 7, "i": 5}),
        (6, {"a": 6, "e": 10, "f": 11, "g": 10, "k": 6}),
    ],
)
def test_rows_are_lettered_from_the_bottom_and_numbered_from_the_left(side, rows):
    board = hex_board(side)
    for letter, length in rows.items():
        row = [name for name in board.names if name[0] == letter]
        assert row == [f"{letter}{number}" for number in range(1, length + 1)]


@pytest.mark.parametrize(("side", "cells"), [(4, 37), (5, 61), (6, 91)])
def test_cells_are_counted_in_canonical_order(side, cells):
    board = hex_board(side)
    assert len(board.names) == cells
    assert list(board.names) == sorted(board.names, key=lambda name: (name[0], int(name[1:])))
    assert [board.index[name] for name in board.names] == list(range(cells))


def test_boards_are_built_once():
    assert hex_board(5) is hex_board(5)


@pytest.mark.parametrize(
    ("side", "name", "axial"),
    [
        (4, "d4", (0, 0)),
        (5, "e5", (0, 0)),
        (6, "f6", (0, 0)),
        (5, "e6", (1, 0)),
        (5, "d5", (0, 1)),
        (5, "d4", (-1, 1)),
        (5, "f5", (1, -1)),
        (5, "f4", (0, -1)),
        (5, "a1", (-4, 4)),
        (5, "i5", (4, -4)),
        (6, "f11", (5, 0)),
        (4, "g1", (0, -3)),
    ],
)
def test_axial_coordinates_start_in_the_middle(side, name, axial):
    board = hex_board(side)
    assert board.place(name) == axial
    assert board.names[board.cell_at(axial)] == name


@pytest.mark.parametrize("axial", [(5, 0), (-5, 0), (1, 4), (3, -5), (9, 9)])
def test_off_the_board_there_is_no_cell(axial):
    assert hex_board(5).cell_at(axial) is None


def test_an_unknown_name_is_a_key_error():
    with pytest.raises(KeyError):
        hex_board(4).place("d8")


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("e5", ["d4", "d5", "e4", "e6", "f4", "f5"]),
        ("d4", ["c3", "c4", "d3", "d5", "e4", "e5"]),
        ("a1", ["a2", "b1", "b2"]),
        ("e9", ["d8", "e8", "f8"]),
        ("i3", ["h3", "h4", "i2", "i4"]),
    ],
)
def test_neighbours(name, around):
    board = hex_board(5)
    assert names(board, board.neighbours[board.index[name]]) == around


@pytest.mark.parametrize(
    ("direction", "cells"),
    [
        ("E", ["e6", "e7", "e8", "e9"]),
        ("NE", ["f5", "g5", "h5", "i5"]),
        ("NW", ["f4", "g3", "h2", "i1"]),
        ("W", ["e4", "e3", "e2", "e1"]),
        ("SW", ["d4", "c3", "b2", "a1"]),
        ("SE", ["d5", "c5", "b5", "a5"]),
    ],
)
def test_rays_run_to_the_edge_nearest_cell_first(direction, cells):
    board = hex_board(5)
    ray = board.rays[board.index["e5"]][DIRECTIONS.index(direction)]
    assert [board.names[cell] for cell in ray] == cells


def test_a_ray_may_be_empty():
    board = hex_board(5)
    assert board.rays[board.index["a1"]][DIRECTIONS.index("W")] == ()


@pytest.mark.parametrize("side", BOARDS)
def test_rays_begin_at_the_neighbours(side):
    board = hex_board(side)
    for cell, rays in enumerate(board.rays):
        first = {ray[0] for ray in rays if ray}
        assert set(cells_in(board.neighbours[cell])) == first


@pytest.mark.parametrize(
    ("direction", "cells"),
    [
        ("N", ["i1", "i2", "i3", "i4", "i5"]),
        ("NE", ["e9", "f8", "g7", "h6", "i5"]),
        ("SE", ["a5", "b6", "c7", "d8", "e9"]),
        ("S", ["a1", "a2", "a3", "a4", "a5"]),
        ("SW", ["a1", "b1", "c1", "d1", "e1"]),
        ("NW", ["e1", "f1", "g1", "h1", "i1"]),
    ],
)
def test_a_side_has_both_its_corners(direction, cells):
    board = hex_board(5)
    assert names(board, board.sides[SIDES.index(direction)]) == cells


@pytest.mark.parametrize("side", BOARDS)
def test_opposite_sides_are_three_places_apart_and_share_nothing(side):
    sides = hex_board(side).sides
    for number in range(6):
        assert sides[number] & sides[(number + 3) % 6] == 0
        assert (sides[number] & sides[(number + 1) % 6]).bit_count() == 1


@pytest.mark.parametrize("side", BOARDS)
def test_the_twelve_symmetries_keep_neighbours_together(side):
    board = hex_board(side)
    symmetries = board.symmetries()
    assert len(symmetries) == len(set(symmetries)) == 12
    assert symmetries[0] == tuple(range(len(board.names)))
    for turn in symmetries:
        for cell, around in enumerate(board.neighbours):
            moved = {turn[other] for other in cells_in(around)}
            assert moved == set(cells_in(board.neighbours[turn[cell]]))


def test_the_second_symmetry_is_a_sixth_of_a_turn():
    board = hex_board(5)
    turn = board.symmetries()[1]
    path = [board.index["e9"]]
    for _ in range(6):
        path.append(turn[path[-1]])
    assert [board.names[cell] for cell in path] == ["e9", "a5", "a1", "e1", "i1", "i5", "e9"]
