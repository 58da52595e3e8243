"""What is offered while a move is typed, and legal moves for who typed something else."""

import pytest

from rules import GAMES, IllegalMove
from rules.completion import complete, suggestions

APART = GAMES["apart"]
MIDDLE = APART.decode("standard ply:10 white:d3,d4,d7,f4,h1 black:d6,b6,h7,h8")


def texts(typed: str, limit: int = 25) -> list[str]:
    return [completion.text for completion in complete(MIDDLE, typed, limit)]


def test_a_beginning_narrows_the_choice_whatever_its_case() -> None:
    assert texts("D") == ["d3", "d4", "d7"]
    assert texts("d4-d") == ["d4-d2", "d4-d6"]
    assert texts("d4 D") == ["d4-d2", "d4-d6"]


def test_a_turn_that_may_stop_is_offered_first_in_words() -> None:
    stop, *onward = complete(MIDDLE, "d4-d6")
    assert stop.text == "d4-d6"
    assert str(stop.label) == "White jumps d4 to d6. It captures the piece on d6."
    assert str(stop.move) == "d4-d6"
    assert [completion.text for completion in onward] == ["d4-d6-d4", "d4-d6-d8"]


def test_the_words_of_a_choice_are_found_after_its_notation() -> None:
    assert texts("d4-captures") == ["d4-d6"]
    assert texts("d4-c") == ["d4-c3", "d4-c4", "d4-c5", "d4-d6"]  # squares first, then words
    assert texts("d4-t") == ["d4-d6"]


@pytest.mark.parametrize("typed", ["zz", "d4-zz", "a1", "d4-d6-h8"])
def test_what_fits_nothing_is_not_completed(typed: str) -> None:
    assert texts(typed) == []


def test_a_word_that_could_go_on_is_completed_both_ways() -> None:
    """On a hexagonal board f1 is a cell, and the beginning of f10."""
    position = GAMES["detach"].decode("hexhex6 ply:2 white:f1,f10,c3 black:a1,a3,k6")
    offered = [completion.text for completion in complete(position, "f1")]
    assert offered[0] == "f10"
    assert offered[1:] == [completion.text for completion in complete(position, "f1>")]
    assert len(offered) > 2
    assert "f10" not in [completion.text for completion in complete(position, "f1 ")]


@pytest.mark.parametrize(
    ("game", "taken", "moves"),
    [
        ("apart", (), ("b1-a2", "b2-a1", "c1-a3")),
        ("apart", ("b2",), ("b2-a1", "b2-b4", "b2-c3")),
        ("apart", ("b2", "b4"), ("b2-b4",)),
        ("detach", ("b6",), ("b6>a5,a6", "b6>a5,b5", "b6>a5,b7")),
        ("detach", ("b6", "b5"), ("b6>a5,b5", "b6>a6,b5", "b6>b5,b7")),
        ("halves", (), ("l50", "n51", "l51")),
    ],
)
def test_what_was_begun_is_kept(game: str, taken: tuple[str, ...], moves: tuple[str, ...]) -> None:
    assert suggestions(GAMES[game].start(), taken) == moves


def test_when_the_game_is_over_there_is_nothing_to_suggest() -> None:
    with pytest.raises(IllegalMove, match="The game is over") as refusal:
        GAMES["apart"].start().leave(0).play("b2-b4")
    assert refusal.value.hints == ()
