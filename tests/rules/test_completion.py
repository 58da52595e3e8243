import pytest

from rules import GAMES
from rules.completion import complete

APART = GAMES["apart"]
START = APART.start()
MIDDLE = APART.decode("standard ply:10 white:d3,d4,d7,f4,h1 black:d6,b6,h7,h8")


def texts(typed: str, limit: int = 25) -> list[str]:
    return [completion.text for completion in complete(MIDDLE, typed, limit)]


def test_nothing_typed_offers_the_pieces_that_can_move() -> None:
    assert texts("") == ["d3", "d4", "d7", "f4", "h1"]


def test_a_beginning_narrows_the_choice_whatever_its_case() -> None:
    assert texts("D") == ["d3", "d4", "d7"]
    assert texts("d4-d") == ["d4-d2", "d4-d6"]
    assert texts("d4 D") == ["d4-d2", "d4-d6"]


def test_a_finished_part_offers_the_next_ones() -> None:
    squares = ["c3", "c4", "c5", "d2", "d6", "e3", "e4", "e5"]
    assert texts("d4") == texts("d4-") == [f"d4-{square}" for square in squares]


def test_a_turn_that_may_stop_is_offered_first_in_words() -> None:
    stop, *onward = complete(MIDDLE, "d4-d6")
    assert stop.text == "d4-d6"
    assert stop.label == "White jumps d4 to d6, capturing on d6."
    assert str(stop.move) == "d4-d6"
    assert [completion.text for completion in onward] == ["d4-d6-d4", "d4-d6-d8"]


def test_a_part_that_is_a_whole_turn_brings_its_move() -> None:
    moves = {completion.text: completion.move for completion in complete(MIDDLE, "d4-")}
    assert {text: move.written for text, move in moves.items()} == {text: text for text in moves}
    assert all(completion.move is None for completion in complete(MIDDLE, "d"))


def test_the_words_of_a_choice_are_found_after_its_notation() -> None:
    assert texts("d4-captures") == ["d4-d6"]
    assert texts("d4-c") == ["d4-c3", "d4-c4", "d4-c5", "d4-d6"]  # squares first, then words
    assert texts("d4-t") == ["d4-d6"]


@pytest.mark.parametrize("typed", ["zz", "d4-zz", "a1", "d4-d6-h8"])
def test_what_fits_nothing_is_not_completed(typed: str) -> None:
    assert texts(typed) == []


def test_no_more_are_given_than_asked_for() -> None:
    assert texts("d4", limit=2) == ["d4-c3", "d4-c4"]


def test_nothing_follows_the_end() -> None:
    assert complete(START.leave(0), "") == ()


def test_a_word_that_could_go_on_is_completed_both_ways() -> None:
    """On a hexagonal board f1 is a cell, and the beginning of f10."""
    position = GAMES["detach"].decode("hexhex6 ply:2 white:f1,f10,c3 black:a1,a3,k6")
    offered = [completion.text for completion in complete(position, "f1")]
    assert offered[0] == "f10"
    assert offered[1:] == [completion.text for completion in complete(position, "f1>")]
    assert len(offered) > 2
    assert "f10" not in [completion.text for completion in complete(position, "f1 ")]
