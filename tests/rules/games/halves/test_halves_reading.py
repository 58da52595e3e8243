"""What Halves reads liberally; what it says of what it cannot read or allow is in a table."""

import json
from pathlib import Path

import pytest

from rules.errors import AmbiguousMove
from rules.games.halves import Halves

GAME = Halves()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/halves_positions.json").read_text())
CONTRACT = GAME.start("2p-random", seed=3)
WANING = GAME.decode(POSITIONS["a choice of two"])
UNEVEN = GAME.decode("2p waning ply:39 turn:0 light:-1,0;0,0;2,0 dark:1,0 seats:light,dark")


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


@pytest.mark.parametrize("typed", ["n52", "N52", " n52 ", "-> n52", "(n52)", "n052"])
def test_a_cell_is_read_by_the_name_that_pictures_show(typed):
    move = GAME.start().parse(typed)
    assert (move.written, str(move)) == ("n52", "2,-1")  # records keep their own


@pytest.mark.parametrize("typed", ["m50/m51", "m50 m52", "M50>m51", "0,0/m51", "m50/1,0"])
def test_both_kinds_of_names_choose_what_stays(typed):
    assert WANING.parse(typed).written == "m50/m51"


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


def test_choosing_between_equal_subsets_is_ambiguous():
    with pytest.raises(AmbiguousMove):
        WANING.parse("0,0")
