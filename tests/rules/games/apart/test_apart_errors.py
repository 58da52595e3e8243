"""What Apart says to a turn it refuses."""

from __future__ import annotations

import pytest

from rules import GAMES, IllegalMove, MoveError, NotationError, Position

START = GAMES["apart"].start()
MIDDLE = GAMES["apart"].decode("standard ply:10 white:d3,d4,d7,f4,h1 black:a4,b6,h7,h8")


def refused(position: Position, text: str) -> MoveError:
    with pytest.raises(MoveError) as refusal:
        position.parse(text)
    assert refusal.value.text == text
    return refusal.value


@pytest.mark.parametrize(
    ("text", "code", "message", "wrong"),
    [
        ("a5-a6", "no_piece", "a5 is empty, so no piece can start there", "a5"),
        ("a4-a6", "enemy_piece", "a4 holds a black piece, and it is White's turn", "a4"),
        ("d4-d4", "same_square", "the piece already stands on d4", None),
        ("d4-e6", "no_line", "no straight line leads from d4 to e6", "e6"),
        (
            "D4 d5",
            "wrong_distance",
            "towards N the line of d4 has length 2, so it travels exactly 2 squares, to d6",
            "d5",
        ),
        (
            "f4-d2",
            "wrong_distance",
            "towards SW the line of f4 has length 1, so it travels exactly 1 square, to e3",
            "d2",
        ),
        (
            "d3-d2",
            "wrong_distance",
            "towards S the line of d3 has length 2, so it travels exactly 2 squares, to d1",
            "d2",
        ),
        (
            "d4-d6-e6",
            "step_after_jump",
            "d6 to e6 is a single step, which cannot follow a jump",
            "e6",
        ),
        ("d4-e4-f4", "after_step", "d4 to e4 is a single step, which ends the turn", "f4"),
        ("d4-d6-d4-d6", "landed_twice", "this turn has landed on d6 before", "d6"),
        (
            "d4-d6-d4",
            "no_change",
            "coming back to d4 without a capture changes nothing",
            "d4",
        ),
    ],
)
def test_a_turn_against_the_rules_is_explained(
    text: str, code: str, message: str, wrong: str | None
) -> None:
    error = refused(MIDDLE, text)
    assert isinstance(error, IllegalMove)
    assert (error.code, error.message) == (code, message)
    assert error.span is not None
    start, end = error.span
    assert wrong is None or text[start:end] == wrong
    assert end == len(text) or code in ("no_piece", "enemy_piece")


def test_the_edge_is_named_where_the_board_ends_too_soon() -> None:
    position = GAMES["apart"].decode("standard ply:10 white:a2,b2,c2 black:h7,h8")
    error = refused(position, "b2-a2")
    assert error.message == (
        "towards W the line of b2 has length 3, and the board ends before 3 squares"
    )


def test_a_friend_on_the_landing_is_named() -> None:
    position = GAMES["apart"].decode("standard ply:10 white:a2,b2,d2 black:h7,h8")
    assert refused(position, "b2-d2").message == "d2 holds a white piece, one of its own colour"
    assert refused(position, "b2-d2").code == "own_piece"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d4-d6", "d4 holds a white piece, and it is Black's turn"),
        ("b1-d1", "d1 holds a black piece, one of its own colour"),
        ("a5-a3", "towards S the line of a5 has length 1, so it travels exactly 1 square, to a4"),
    ],
)
def test_black_is_told_as_much(text: str, message: str) -> None:
    position = GAMES["apart"].decode("standard ply:11 white:d3,d4 black:a1,b1,d1,a5")
    assert refused(position, text).message == message


def test_the_first_turn_has_a_message_of_its_own() -> None:
    error = refused(START, "b2-b4-d4")
    assert error.code == "first_turn"
    assert error.message == "White's first turn is one jump at most"
    assert error.hints == ()


def test_a_piece_alone_is_half_a_turn() -> None:
    error = refused(MIDDLE, "d4")
    assert isinstance(error, NotationError)
    assert error.code == "incomplete"
    assert error.message == "where does the piece on d4 land?"
    assert error.hints == ("d4-c3", "d4-c4", "d4-c5")


def test_hints_continue_what_was_right() -> None:
    assert refused(MIDDLE, "d4-d6-a1").hints == ("d4-d6-d4", "d4-d6-d8")
    assert refused(MIDDLE, "a5").hints == ("d3", "d4", "d7")


@pytest.mark.parametrize("text", ["", "   ", "hello", "d9-d4", "i4", "d4-d6!", "d44"])
def test_nonsense_is_told_how_a_turn_reads(text: str) -> None:
    error = refused(MIDDLE, text)
    assert isinstance(error, NotationError)
    assert error.code == "unreadable"
    assert error.message.startswith(
        "a move reads like b1-b3-d5: the square a piece leaves, then every square it lands on"
    )


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
    assert refusal.value.hints == ("d4-c3", "d4-c4", "d4-c5")
    with pytest.raises(IllegalMove):
        MIDDLE.draft(("d4", "d5"))
