"""Rulings of Apart, each in a position of its own, and what its rule sheet says of its pictures."""

import itertools

import pytest

from rules import GAMES, IllegalMove, Position
from rules.completion import complete
from tests.kit.positions import known_to_be_hostile
from tests.kit.work import calls

APART = GAMES["apart"]


def position(white: str, black: str, ply: int = 10) -> Position:
    return APART.decode(f"standard ply:{ply} white:{white} black:{black}")


def played(start: Position, *moves: str) -> Position:
    for move in moves:
        start = start.play(move)
    return start


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
