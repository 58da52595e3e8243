"""Boards of any shape, and what they say about themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry.board import Board, Lattice, hex_board, hex_shape, square_board
from rules.geometry.cellset import cell_set, cells_in, groups
from rules.geometry.openfield import OPEN_FIELD

RHOMBUS = hex_shape("Rhombus of side 4", [(q, r) for q in range(4) for r in range(4)])
TRIANGLE = hex_shape("Triangle of side 3", [(q, r) for q in range(3) for r in range(3 - q)])
RECTANGLE = square_board(3, 12)


def test_any_hexes_make_a_board() -> None:
    assert TRIANGLE.names == ("a1", "b1", "b2", "c1", "c2", "c3")
    assert TRIANGLE.places == ((0, 2), (0, 1), (1, 1), (0, 0), (1, 0), (2, 0))
    around = TRIANGLE.neighbours[TRIANGLE.index["b2"]]
    assert [TRIANGLE.names[cell] for cell in cells_in(around)] == ["a1", "b1", "c2", "c3"]


def test_sides_are_the_places_that_are_named() -> None:
    bottom = [(0, 1), (1, 1)]
    board = hex_shape("Two rows", [*bottom, (0, 0), (1, 0), (2, 0)], [bottom, []])
    assert [[board.names[cell] for cell in cells_in(side)] for side in board.sides] == [
        ["a1", "a2"],
        [],
    ]


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (hex_board(5), "Hexagon of side 5, rows a to i from the bottom."),
        (RHOMBUS, "Rhombus of side 4, rows a to d from the bottom."),
        (square_board(8), "8 by 8 squares, rows 1 to 8 from the bottom."),
        (RECTANGLE, "3 by 12 squares, rows 1 to 12 from the bottom."),
        (
            OPEN_FIELD,
            "No board; letters count rows upward, numbers to the right; m50 is the middle.",
        ),
    ],
)
def test_a_board_describes_itself(board: Board, told: str) -> None:
    assert str(board.description) == told
    assert told in repr(board)


def test_the_open_field_goes_on() -> None:
    assert OPEN_FIELD.endless
    assert OPEN_FIELD.lattice is Lattice.HEX
    assert OPEN_FIELD.place("f30") == (-20, 7)
    assert not RHOMBUS.endless
    with pytest.raises(ValueError, match="no cell is called 30f"):
        OPEN_FIELD.place("30f")


@given(st.sampled_from([RHOMBUS, RECTANGLE, hex_board(6)]), st.data())
def test_cells_are_joined_when_one_group_holds_them_all(board: Board, data: st.DataObject) -> None:
    number = st.integers(0, len(board.names) - 1)
    cells = cell_set(data.draw(st.sets(number, max_size=4)))
    within = cells | cell_set(data.draw(st.sets(number)))
    holders = [group for group in groups(within, board.neighbours) if group & cells]
    assert board.joined(cells, within) == (len(holders) <= 1)
