"""Rulings of Apart, each in a position of its own, and what its rule sheet says of its pictures."""

import itertools

import pytest

from rules import GAMES, IllegalMove, Position
from rules.completion import complete
from rules.game import Captured, Moved
from tests.kit.positions import known_to_be_hostile, printed
from tests.kit.work import calls

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


(POSITION,) = known_to_be_hostile()
LONGEST = (
    "e6-g8-e6-g6-e8-c8-a8-c6-a6-a4-c4-e2-e4-e7-g5-d5-d7-d4-"
    "b6-b2-d2-f4-c7-a5-c3-c5-f8-f6-f3-d3-b3-d1"
)
MANY = 300_000


@pytest.mark.night
def test_there_are_hundreds_of_thousands_of_turns() -> None:
    assert sum(1 for _ in itertools.islice(POSITION.moves(), MANY)) == MANY


def test_a_long_turn_is_checked_landing_by_landing() -> None:
    assert str(POSITION.parse(LONGEST)) == LONGEST
    assert calls(lambda: POSITION.play(LONGEST)) < 8_000


def wrong() -> None:
    with pytest.raises(IllegalMove) as refusal:
        POSITION.parse(LONGEST.removesuffix("d1") + "h8")
    assert refusal.value.span == (len(LONGEST) - 2, len(LONGEST))


def test_a_wrong_landing_at_the_end_is_found_as_quickly() -> None:
    assert calls(wrong) < 400_000


def test_menus_list_the_next_landings_alone() -> None:
    path = LONGEST.split("-")
    for number in range(len(path)):
        assert path[number] in [step.text for step in POSITION.steps(path[:number]).options]
        assert calls(lambda taken=path[:number]: POSITION.steps(taken)) < 5_000


def test_completing_asks_little_at_every_length() -> None:
    for end in range(2, len(LONGEST), 3):
        offered = complete(POSITION, LONGEST[:end])
        assert LONGEST[: end + 3] in [completion.text for completion in offered]
        assert calls(lambda typed=LONGEST[:end]: complete(POSITION, typed)) < 40_000


def test_turns_come_one_by_one() -> None:
    assert calls(lambda: list(itertools.islice(POSITION.moves(), 100))) < 8_000
