"""Numbers of move sequences: those that were published, and deeper ones kept to notice changes."""

import pytest

from rules import GAMES
from rules.__main__ import divided, perft

APART = GAMES["apart"]
SHEET = (
    "standard ply:21 white:a1,b4,b6,c2,c7,e2,e6,e8,f4,h1,h5,h7"
    " black:a2,a5,a8,c5,d5,d8,e7,f3,f5,g1,g7,h3"
)


@pytest.mark.parametrize(("depth", "sequences"), [(0, 1), (1, 40), (2, 9_040)])
def test_apart_from_the_start(depth: int, sequences: int) -> None:
    assert perft(APART.start(), depth) == sequences


@pytest.mark.parametrize(("move", "sequences"), [("b2-b4", 45_762), ("g2-a2", 48_744)])
def test_apart_after_a_first_move(move: str, sequences: int) -> None:
    assert perft(APART.start().play(move), 2) == sequences


@pytest.mark.parametrize(
    ("position", "depth", "sequences"),
    [
        (SHEET, 1, 133),
        (SHEET, 2, 15_099),
        ("standard ply:20 white:c5,d3,d4,e3 black:h7,h8", 3, 18_383),
    ],
)
def test_apart_from_the_middle(position: str, depth: int, sequences: int) -> None:
    assert perft(APART.decode(position), depth) == sequences


def test_a_count_can_be_divided_by_first_move() -> None:
    start = APART.start()
    numbers = {str(move): number for move, number in divided(start, 2)}
    assert numbers.keys() == {str(move) for move in start.moves()}
    assert sum(numbers.values()) == 9_040
    assert numbers["b2-b4"] == perft(start.play("b2-b4"), 1)


def test_sequences_of_fewer_than_no_moves_are_refused() -> None:
    with pytest.raises(ValueError, match="sequences of -1 moves"):
        perft(APART.start(), -1)
    with pytest.raises(ValueError, match="sequences of -1 moves"):
        list(divided(APART.start(), 0))


def test_nothing_follows_the_end() -> None:
    over = APART.start().leave(0)
    assert perft(over, 1) == 0
    assert perft(over, 3) == 0
