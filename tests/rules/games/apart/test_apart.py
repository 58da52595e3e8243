"""Rulings of Apart, each in a position of its own, and what its rule sheet says of its pictures."""

from rules import GAMES, Position
from rules.game import Captured, Moved
from tests.kit.positions import printed

APART = GAMES["apart"]


def position(white: str, black: str, ply: int = 10) -> Position:
    return APART.decode(f"standard ply:{ply} white:{white} black:{black}")


def played(start: Position, *moves: str) -> Position:
    for move in moves:
        start = start.play(move)
    return start


def texts(start: Position) -> set[str]:
    return {str(move) for move in start.moves()}


def options(start: Position, *taken: str) -> set[str]:
    return {step.text for step in start.steps(taken).options}


def test_the_start_is_landed_on_once_and_left_again() -> None:
    start = position("d3,d4,d7", "h7,h8")
    assert start.steps(("d4", "d6", "d4")).complete is None
    assert str(start.steps(("d4", "d6", "d4")).prompt) == "Where does it jump next?"
    assert options(start, "d4", "d6", "d4") == {"d2"}
    assert {"d4-d6-d4-d2", "d4-d2"} <= texts(start)
    assert "d4-d6-d4" not in texts(start)
    assert start.play("d4-d6-d4-d2").pieces() == start.play("d4-d2").pieces()


SHUFFLE = ("a4-a5", "h4-h5", "a5-a4", "h5-h4")


def test_a_capture_ends_what_can_be_repeated() -> None:
    start = played(position("a4,d1,d2", "e7,e8,h4,d4"), *SHUFFLE)
    assert " quiet:a4-a5,h4-h5,a5-a4,h5-h4" in start.encode()
    assert "quiet" not in start.play("d2-d4").encode()


def test_positions_that_differ_in_what_may_be_repeated_are_not_equal() -> None:
    fresh = position("a4,d1,d2", "e7,e8,h4", ply=14)
    come_again = played(position("a4,d1,d2", "e7,e8,h4"), *SHUFFLE)
    assert fresh.pieces() == come_again.pieces()
    assert fresh != come_again


def figure(name: str) -> Position:
    return printed("apart", name)


def test_a_continuous_jump_captures_on_its_way() -> None:
    position = figure("continuous jump")
    after = position.play("d8-f6-f4-f1-d1").pieces()
    assert position.pieces()["f4"].colour == 0
    assert "f4" not in after
    assert "d8" not in after
    assert after["d1"].colour == 1
    assert len(after) == len(position.pieces()) - 1
    assert position.events(position.parse("d8-f6-f4-f1-d1")) == (
        Moved(1, "d8", ("f6", "f4", "f1", "d1")),
        Captured(0, "f4"),
    )
