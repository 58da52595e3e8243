"""What Apart reads liberally; what it says to a turn it refuses is in a table."""

import pytest

from rules import GAMES, IllegalMove

MIDDLE = GAMES["apart"].decode("standard ply:10 white:d3,d4,d7,f4,h1 black:a4,b6,h7,h8")


@pytest.mark.parametrize(
    "text",
    ["d4-d6-d8", "D4 D6 D8", "d4d6d8", "d4>d6>d8", "d4 \u2192 d6 \u2192 d8", "d4\u2212d6\u2013d8"],
)
def test_a_turn_is_read_liberally(text: str) -> None:
    assert str(MIDDLE.parse(text)) == "d4-d6-d8"


@pytest.mark.parametrize("text", ["f4xa4", "f4 x a4", "f4 \u00d7a4", "F4Xa4"])
def test_a_capture_may_be_marked(text: str) -> None:
    position = GAMES["apart"].decode("standard ply:10 white:d4,e4,f4,g4,h1 black:b4,b6,h7,h8")
    assert str(position.parse(text.lower().replace("a4", "b4"))) == "f4-b4"
    assert position.read(text.replace("a4", "b4")) == (("f4", "b4"), "")


def test_reading_stops_at_the_first_part_that_does_not_fit() -> None:
    assert MIDDLE.read("d4-d6-a1-a2") == (("d4", "d6"), "a1-a2")
    assert MIDDLE.read("d4-d") == (("d4",), "d")
    assert MIDDLE.read("a5") == ((), "a5")
    assert MIDDLE.read("") == ((), "")


def test_a_choice_off_the_menu_is_refused_with_what_is_on_it() -> None:
    with pytest.raises(IllegalMove) as refusal:
        MIDDLE.steps(("d4", "d9"))
    assert refusal.value.code == "not_offered"
    assert refusal.value.hints == ("c3", "c4", "c5")
    with pytest.raises(IllegalMove):
        MIDDLE.draft(("d4", "d5"))
