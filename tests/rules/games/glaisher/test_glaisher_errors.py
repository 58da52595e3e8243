"""What Glaisher reads liberally, and what it says of what it cannot read or allow."""

import json
from pathlib import Path

import pytest

from rules.errors import IllegalMove, MoveError, NotationError
from rules.games.glaisher import Glaisher

GAME = Glaisher()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/glaisher_positions.json").read_text())
START = GAME.start()
BLOCKED = GAME.decode(POSITIONS["a taller stack in the way"])
SET_UP = GAME.start("advanced").play("@c3")
TALL = GAME.decode(POSITIONS["tall stacks"].replace("e1=36", "e1=11"))
CROWDED = GAME.decode("basic ply:2 red:b1=6,a1=2,e5=3 yellow:a4=6,e6=2,d5=3,e4=3,f5=3,d4=4,f4=2")


def refusal_of(position, text):
    with pytest.raises(MoveError) as refusal:
        position.parse(text)
    assert refusal.value.text == text
    return refusal.value


def wrong_part(error):
    return error.span and error.text[slice(*error.span)]


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
    assert error.message.startswith("10+1 from e1 towards E: the 10 would leave the board; 8+3, ")
    assert str(TALL.parse("e1 83 e a2")) == "e1:8+3>E@a2"


@pytest.mark.parametrize(
    ("position", "text", "message", "wrong", "hints"),
    [
        (
            BLOCKED,
            "e2:4+2>E@a1",
            "4+2 from e2 towards E: the 4 would land on a red 5-stack, which is taller;"
            " 5+1 and 3+2+1 are possible",
            "4+2",
            ("e2:5+1>E", "e2:3+2+1>E"),
        ),
        (
            START,
            "b1 33 e a1",
            "3+3 from b1 towards E: all parts must have different heights;"
            " 5+1, 4+2 and 3+2+1 are possible",
            "33",
            ("b1:5+1>E", "b1:4+2>E", "b1:3+2+1>E"),
        ),
        (
            START,
            "b1 5 e a1",
            "5 from b1 towards E: a stack separates into two parts or more, each at least 1 high;"
            " 5+1, 4+2 and 3+2+1 are possible",
            "5",
            None,
        ),
        (
            START,
            "b1 6+0 e a1",
            "6+0 from b1 towards E: a stack separates into two parts or more, each at least 1 high;"
            " 5+1, 4+2 and 3+2+1 are possible",
            "6+0",
            None,
        ),
        (
            START,
            "b1 4+1 e a1",
            "4+1 from b1 towards E: the parts add up to 5, but the stack is 6 high;"
            " 5+1, 4+2 and 3+2+1 are possible",
            "4+1",
            None,
        ),
        (
            START,
            "b1 321 w a1",
            "3+2+1 from b1 towards W: the 3 would leave the board; nothing is possible towards W",
            "321",
            ("b1:5+1>E", "b1:4+2>E", "b1:3+2+1>E"),
        ),
        (
            CROWDED,
            "e5 21 e a1",
            "2+1 from e5 towards E: the 1 would land on a yellow 2-stack, which is taller;"
            " nothing is possible towards E",
            "21",
            None,
        ),
        (
            TALL,
            "e1 92 e a2",
            "9+2 from e1 towards E: the 9 would leave the board;"
            " 8+3, 8+2+1, 7+4 and 6 more are possible",
            "92",
            ("e1:8+3>E", "e1:8+2+1>E", "e1:7+4>E"),
        ),
    ],
)
def test_a_separation_that_is_not_allowed(position, text, message, wrong, hints):
    error = refusal_of(position, text)
    assert type(error) is IllegalMove
    assert error.code == "bad_separation"
    assert error.message == message
    assert wrong_part(error) == wrong
    assert hints is None or error.hints == hints


def test_a_lone_number_is_read_digit_by_digit():
    message = refusal_of(START, "b1 41 e a1").message
    assert message.startswith("4+1 from b1 towards E: the parts add up to 5, but ")


def test_one_separation_is_possible():
    message = refusal_of(GAME.decode("basic ply:2 red:e1=4 yellow:a4=6"), "e1 22 e a1").message
    assert message.endswith("; 3+1 is possible")


@pytest.mark.parametrize(
    ("text", "code", "message", "hints"),
    [
        ("a2:2+1>E@a3", "no_stack", "a2 is empty, so nothing can separate there", ("b1:",)),
        (
            "a4:2+1>E@a3",
            "no_stack",
            "a4 holds a yellow 6-stack, and it is Red's turn",
            ("b1:",),
        ),
        (
            "a1:1+1>E@a3",
            "too_low",
            "a1 holds a 2-stack, and no two different parts make 2",
            ("b1:",),
        ),
    ],
)
def test_a_stack_that_cannot_separate(text, code, message, hints):
    error = refusal_of(CROWDED, text)
    assert type(error) is IllegalMove
    assert (error.code, error.message, wrong_part(error)) == (code, message, text[:2])
    assert error.hints[:1] == hints


def test_a_single_piece_cannot_separate():
    position = GAME.decode("basic ply:2 red:a1=1,b1=6 yellow:i1=6")
    assert refusal_of(position, "a1:1>E").code == "too_low"


def test_stacks_that_could_separate_are_named_at_most_three():
    position = GAME.decode("basic ply:2 red:a1=3,b1=6,c1=6,d1=6 yellow:i1=6")
    assert refusal_of(position, "e5 21 e a5").hints == ("a1:", "b1:", "c1:")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("b1", "the direction is missing"),
        ("b1 321", "the direction is missing"),
        ("b1 e", "the parts are missing"),
        ("b1 e a1", "the parts are missing"),
    ],
)
def test_a_turn_that_is_not_whole(text, missing):
    error = refusal_of(START, text)
    assert type(error) is NotationError
    assert error.code == "incomplete"
    assert error.message.endswith(f"; {missing}")
    assert error.hints == ("b1:5+1>E", "b1:4+2>E", "b1:3+2+1>E")


def test_a_new_piece_must_be_placed():
    error = refusal_of(START, "b1:4+2>E")
    assert type(error) is NotationError
    assert error.code == "incomplete"
    assert error.message == "a new piece must be placed on an empty hex, as in b1:4+2>E@a1"
    assert error.hints == ("b1:4+2>E@a1", "b1:4+2>E@a2", "b1:4+2>E@a3")


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("f1", "f1 holds a yellow 6-stack"),
        ("d8", "d8 holds a red 6-stack"),
        ("b5", "a part lands on b5"),
    ],
)
def test_a_new_piece_needs_an_empty_hex(cell, message):
    error = refusal_of(START, f"b1:4+2>E@{cell}")
    assert type(error) is IllegalMove
    assert (error.code, error.message, wrong_part(error)) == ("occupied", message, cell)
    assert error.hints == ("b1:4+2>E@a1", "b1:4+2>E@a2", "b1:4+2>E@a3")


def test_nothing_is_placed_after_a_separation_that_wins():
    error = refusal_of(GAME.decode(POSITIONS["a separation can win"]), "f7 21 w a3")
    assert type(error) is IllegalMove
    assert error.code == "no_placement"
    assert error.message == (
        "2+1 from f7 towards W connects two sides and wins, so nothing is placed"
    )
    assert (wrong_part(error), error.hints) == ("a3", ("f7:2+1>W",))


def test_a_set_up_needs_an_empty_hex():
    error = refusal_of(SET_UP, " @c3")
    assert type(error) is IllegalMove
    assert (error.code, wrong_part(error)) == ("occupied", "c3")
    assert error.message == "c3 already holds a red 6-stack"
    assert error.hints == ("@a1", "@a2", "@a3")


@pytest.mark.parametrize("text", ["", "3", "E", "c4 c5", "c4 here", "c4:3+2+1>E"])
def test_what_does_not_read_as_a_set_up_says_how_one_reads(text):
    error = refusal_of(SET_UP, text)
    assert type(error) is NotationError
    assert error.code == "unreadable"
    assert error.message == "a set-up move reads like @c3: the empty hex where your 6-stack goes"
    assert error.span is None


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", None),
        ("nonsense", None),
        ("321 e", "321"),
        ("E b1", "E"),
        ("b1 e ne 321 a1", "ne"),
        ("b1 3 e 21 a1", "21"),
        ("b1 321 e a1 a2", "a2"),
        ("b1 a1 321", "321"),
        ("b1 321 e a1 !", "!"),
        ("b1 321 sw5", "sw5"),
        ("b1 123456789 e a1", "123456789 e a1"),
        ("b1 1 1 1 1 1 1 1 1 1 1 1 1 e", "1 e"),
    ],
)
def test_what_does_not_read_as_a_turn_says_how_one_reads(text, wrong):
    error = refusal_of(START, text)
    assert type(error) is NotationError
    assert error.code == "unreadable"
    assert error.message.startswith("a move reads like i2:3+2+1>E@f8")
    assert wrong_part(error) == wrong


def test_what_is_too_much_is_named():
    assert refusal_of(START, "b1 e ne 321 a1").message.endswith("; ne is too much")
    assert refusal_of(START, "E b1").message.endswith("; e is no stack")


@pytest.mark.parametrize("text", ["a6:3+2+1>E@a1", "b1:4+2>E@i6", "b99:4+2>E@i6", "b1:4+2>E@a0"])
def test_there_are_hexes_only_on_the_board(text):
    error = refusal_of(START, text)
    assert type(error) is NotationError
    assert error.code == "no_such_cell"
    assert error.message == f"there is no hex {wrong_part(error)} on this board"


def test_a_set_up_off_the_board():
    assert refusal_of(SET_UP, "@e10").message == "there is no hex e10 on this board"
