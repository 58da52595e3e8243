"""How Glaisher is played, and the examples of its rule sheet."""

import pytest

from rules import game
from rules.__main__ import perft
from rules.errors import IllegalMove
from rules.games.glaisher import Glaisher
from rules.games.glaisher.separating import placements, separations, separations_into
from tests.kit.positions import printed

GAME = Glaisher()
BLOCKED = printed("glaisher", "a taller stack in the way")
SEPARATION_WINS = printed("glaisher", "a separation can win")
CHAIN = ("i5", "h5", "g5", "f5", "e5", "d4", "c3", "b2", "a1")


def test_parts_may_be_chosen_before_the_direction():
    menu = BLOCKED.steps(["e2", "4+2"])
    assert str(menu.prompt) == "In which direction?"
    assert [step.text for step in menu.options] == ["NE", "SE"]
    assert str(menu.options[0].label) == "NE (4+2)"
    assert BLOCKED.steps(["e2", "4+2", "NE", "a1"]) == BLOCKED.steps(["e2", "NE", "4+2", "a1"])


def test_a_direction_with_many_separations_names_a_few():
    tall = GAME.decode(printed("glaisher", "tall stacks").encode().replace("e1=36", "e1=15"))
    labels = {step.text: str(step.label) for step in tall.steps(["e1"]).options}
    assert labels["E"] == "E (8+7, 8+6+1, 8+5+2, 8+4+3, 9 more)"


def test_a_separation_that_connects_wins_without_a_placement():
    menu = SEPARATION_WINS.steps(["f7", "W", "2+1"])
    assert (menu.prompt, menu.options, str(menu.complete)) == ("", (), "f7:2+1>W")
    assert SEPARATION_WINS.events(menu.complete) == (
        game.Flipped(0, "f5", 2),
        game.Split(0, "f7", (("f6", 1), ("f5", 2)), "W"),
        game.Connected(0, CHAIN),
    )
    with pytest.raises(IllegalMove, match="g5 cannot be chosen"):
        SEPARATION_WINS.steps(["f7", "W", "2+1", "g5"])


@pytest.mark.parametrize(
    ("red", "why"),
    [
        ("a1=2", "Red has no stack of 3, the lowest that can separate."),
        ("a1=3,e5=1", "No stack of Red can separate."),
        ("a1=4", "No stack of Red can separate."),
    ],
)
def test_whoever_cannot_move_is_told_why(red, why):
    assert str(GAME.decode(f"basic ply:0 red:{red} yellow:a2=4,b1=5,b2=6").stuck()) == why


def test_separations_never_outgrow_the_board():
    assert len(separations_into(36, 8)) == 1
    assert separations_into(37, 8) == ()
    assert separations_into(10**9, 8) == ()


def how_many(position):
    """The number of legal turns, without making each."""
    stacks = position.stacks
    cells = (placements(separation, stacks) for separation in separations(stacks))
    return sum(max(open_cells.bit_count(), 1) for open_cells in cells)


def test_the_number_of_turns_in_the_basic_game():
    start = GAME.start("basic")
    assert perft(start, 1) == how_many(start) == 1_125
    assert sum(how_many(start.play(move)) for move in start.moves()) == 1_169_169
