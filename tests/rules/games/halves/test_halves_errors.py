"""What Halves reads liberally, and what it says of what it cannot read or allow."""

import json
from pathlib import Path

import pytest

from rules.errors import AmbiguousMove, IllegalMove, MoveError, NotationError
from rules.games.halves import Halves

GAME = Halves()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/halves_positions.json").read_text())
CONTRACT = GAME.start("2p-random", seed=3)
WANING = GAME.decode(POSITIONS["a choice of two"])
UNEVEN = GAME.decode("2p waning ply:39 turn:0 light:-1,0;0,0;2,0 dark:1,0 seats:light,dark")


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
        "2,-1",
        " 2 , -1 ",
        "2 -1",
        "(2,-1)",
        "2-1",
        "+2,-1",
        "2;-1",
        "2,\u22121",
        "2/\u20131",
        "-> 2,-1",
        "\u2192 2,-1",
        "2, \u00a0-1",
        "02,-01",
    ],
)
def test_a_cell_is_read_however_it_is_punctuated(typed):
    assert str(GAME.start().parse(typed)) == "2,-1"


@pytest.mark.parametrize("typed", ["-1,1", "\u22121,1", "- -1,1", "-1 - 1", "\u20141 1"])
def test_a_minus_in_front_of_a_digit_is_a_sign(typed):
    position = GAME.start().play("1,-1").play("0,1")
    assert str(position.parse(typed)) == "-1,1"


@pytest.mark.parametrize(
    "typed",
    ["0,0/1,0", "0,0/2,0", "0 0 1 0", "0,0 \u2192 2,0", "0,0 - 1,0", "0,0>1,0", "(0,0)(1,0)"],
)
def test_any_cell_of_the_subset_that_stays_will_do(typed):
    assert str(WANING.parse(typed)) == "0,0/1,0"


def test_a_subset_may_be_named_where_there_is_no_choice():
    assert str(WANING.parse("2,0/1,0")) == "2,0"
    assert str(UNEVEN.parse("0,0/2,0")) == "0,0"


@pytest.mark.parametrize("typed", ["dark", "DARK", " Dark ", "> dark"])
def test_a_colour_is_read_in_any_case(typed):
    assert str(CONTRACT.parse(typed)) == "dark"


def test_gray_is_grey():
    assert str(GAME.start("3p-random", seed=3).parse("Gray")) == "grey"


@pytest.mark.parametrize(
    ("text", "code", "message", "wrong", "hints"),
    [
        (
            "5,-1",
            "untouched",
            "no tile of another colour touches 5,-1",
            "5,-1",
            ("2,-1", "2,0", "1,-1"),
        ),
        ("-5,0", "untouched", "no tile of another colour touches -5,0", "-5,0", None),
        ("99,-1", "untouched", "no tile of another colour touches 99,-1", "99,-1", None),
        ("9999,0", "untouched", "no tile of another colour touches 9999,0", "9999,0", None),
        ("1,0", "occupied", "1,0 already holds a dark tile", "1,0", ("0,1", "1,-1", "1,1")),
        (" (0 0)", "occupied", "0,0 already holds a light tile", "0 0", None),
    ],
)
def test_a_placement_that_is_not_allowed(text, code, message, wrong, hints):
    error = refusal_of(GAME.start(), text)
    assert type(error) is IllegalMove
    assert (error.code, error.message, wrong_part(error)) == (code, message, wrong)
    assert hints is None or error.hints == hints
    assert len(error.hints) == 3


def test_a_tile_does_not_count_as_touching_its_own_colour():
    error = refusal_of(GAME.start(), "-1,0")
    assert error.message == "no tile of another colour touches -1,0"
    error = refusal_of(GAME.start().play("0,1"), "2,-1")
    assert error.message == "no tile of another colour touches 2,-1"


@pytest.mark.parametrize(
    ("text", "message", "wrong"),
    [
        ("5,5", "there is no tile on 5,5", "5,5"),
        ("36,0", "there is no tile on 36,0", "36,0"),
        ("1,0", "1,0 holds a dark tile, and Light removes a tile of its own", "1,0"),
    ],
)
def test_a_removal_of_what_is_not_ones_own(text, message, wrong):
    error = refusal_of(WANING, text)
    assert type(error) is IllegalMove
    assert (error.code, error.message, wrong_part(error)) == ("not_own", message, wrong)
    assert set(error.hints) == {"2,0", "0,0", "-2,0"}
    assert error.hints[-1] == "-2,0"


def test_a_removal_that_leaves_a_choice_open_is_ambiguous():
    error = refusal_of(WANING, "0,0")
    assert type(error) is AmbiguousMove
    assert error.code == "which_subset"
    assert error.message == "removing 0,0 leaves equal subsets, so say which one stays"
    assert error.hints == ("0,0/-2,0", "0,0/1,0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "0,0/-1,0",
            "only the largest subset stays: that with -1,0 has 1 tile, another 2",
        ),
        ("0,0/0,0", "no tile is left on 0,0"),
        ("0,0/7,7", "no tile is left on 7,7"),
        ("0,0/99,7", "no tile is left on 99,7"),
    ],
)
def test_a_subset_that_cannot_stay(text, message):
    error = refusal_of(UNEVEN, text)
    assert type(error) is IllegalMove
    assert (error.code, error.message) == ("bad_subset", message)
    assert wrong_part(error) == text[4:]
    assert error.hints == ("0,0",)


@pytest.mark.parametrize(
    ("position", "text", "wrong"),
    [
        (GAME.start(), "", None),
        (GAME.start(), "left of it", None),
        (GAME.start(), "1", None),
        (GAME.start(), "12345,0", None),
        (GAME.start(), "1,1 0,1", "0,1"),
        (GAME.start(), "1,1 here", "here"),
        (GAME.start(), "light", "light"),
        (CONTRACT, "1,1", "1,1"),
        (CONTRACT, "dark light", "light"),
        (CONTRACT, "darker", None),
        (WANING, "0,0/1,0/2,0", "2,0"),
        (WANING, "0,0/light", "light"),
    ],
)
def test_what_does_not_read_as_a_move_says_how_one_reads(position, text, wrong):
    error = refusal_of(position, text)
    assert type(error) is NotationError
    assert error.code == "unreadable"
    assert "reads like" in error.message
    assert wrong_part(error) == wrong


def test_what_was_read_is_named_when_the_rest_does_not_fit():
    message = refusal_of(GAME.start(), "1 1 here").message
    assert message.endswith("the hex where the tile goes; what comes after 1,1 does not fit")


def test_the_last_word_that_fits_is_named():
    message = refusal_of(WANING, "0,0/1,0/2,0").message
    assert message.endswith("; what comes after 1,0 does not fit")


def test_a_subset_of_several_tiles_that_cannot_stay():
    position = GAME.decode(
        "2p waning ply:3 turn:0 light:0,0;1,0;2,0 dark:-1,0;-2,0;-3,0 seats:light,dark"
    )
    assert refusal_of(position, "0,0/2,0").message == (
        "only the largest subset stays: that with 2,0 has 2 tiles, another 3"
    )


def test_a_colour_that_nobody_plays():
    error = refusal_of(CONTRACT, "grey")
    assert type(error) is IllegalMove
    assert error.message == "nobody plays grey in this match"
    assert (wrong_part(error), error.hints) == ("grey", ("light", "dark"))
