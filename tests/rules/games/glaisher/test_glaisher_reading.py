"""What Glaisher reads liberally; most of what it says of the rest is in a table."""

import json
from pathlib import Path

import pytest

from rules.errors import MoveError
from rules.games.glaisher import Glaisher

GAME = Glaisher()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/glaisher_positions.json").read_text())
START = GAME.start()
SET_UP = GAME.start("advanced").play("@c3")
TALL = GAME.decode(POSITIONS["tall stacks"].replace("e1=36", "e1=11"))


def refusal_of(position, text):
    with pytest.raises(MoveError) as refusal:
        position.parse(text)
    assert refusal.value.text == text
    return refusal.value


@pytest.mark.parametrize(
    "typed",
    [
        "i2:3+2+1>SE@f8",
        "I2:1+2+3>se@F8",
        "i2 321 se f8",
        "i2 se 321 f8",
        "i2 32 1 se f8",
        "i2 3 2 1 se f8",
        "i2-3-2-1-se-f8",
        "i2 213sef8",
        "i2: 3 + 1 + 2 > SE @ f8",
        "i2 \u2192 3+2+1 \u2192 SE \u2192 f8",
        "i2 3\u22122\u22121 se (f8)",
        "\ti2,3,2,1,Se,f8\n",
    ],
)
def test_a_turn_is_read_however_it_is_punctuated(typed):
    assert str(START.parse(typed)) == "i2:3+2+1>SE@f8"


def test_a_turn_may_be_typed_without_any_punctuation():
    assert str(START.parse("i2 321 e f8")) == "i2:3+2+1>E@f8"


@pytest.mark.parametrize("typed", ["@c4", "c4", " C4", "@ c4", "> C4."])
def test_a_set_up_is_read_however_it_is_punctuated(typed):
    assert str(SET_UP.parse(typed)) == "@c4"


def test_parts_of_two_digits_are_numbers_where_they_add_up():
    error = refusal_of(TALL, "e1:10+1>E@a2")
    assert error.message.startswith("10+1 from e1 towards e2: the 10 would leave the board; 8+3, ")
    assert str(TALL.parse("e1 83 e a2")) == "e1:8+3>E@a2"


def test_a_lone_number_is_read_digit_by_digit():
    message = refusal_of(START, "b1 41 e a1").message
    assert message.startswith("4+1 from b1 towards b2: the parts add up to 5, but ")


def test_one_separation_is_possible():
    message = refusal_of(GAME.decode("basic ply:2 red:e1=4 yellow:a4=6"), "e1 22 e a1").message
    assert message.endswith("; 3+1 is possible")
