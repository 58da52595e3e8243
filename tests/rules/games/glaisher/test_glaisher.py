"""How Glaisher is played, and the examples of its rule sheet."""

import pytest

from rules import game
from rules.__main__ import perft
from rules.errors import IllegalMove, MoveError
from rules.games.glaisher import Glaisher
from rules.games.glaisher.separating import placements, separations, separations_into
from tests.kit.positions import printed
from tests.kit.rules import texts

GAME = Glaisher()
BLOCKED = printed("glaisher", "a taller stack in the way")
SEPARATION_WINS = printed("glaisher", "a separation can win")
PLACEMENT_WINS = printed("glaisher", "a placement can win")
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
    assert "f7:2+1>W" in texts(SEPARATION_WINS)
    assert not any(text.startswith("f7:2+1>W@") for text in texts(SEPARATION_WINS))
    menu = SEPARATION_WINS.steps(["f7", "W", "2+1"])
    assert (menu.prompt, menu.options, str(menu.complete)) == ("", (), "f7:2+1>W")
    move = menu.complete
    assert SEPARATION_WINS.events(move) == (
        game.Flipped(0, "f5", 2),
        game.Split(0, "f7", (("f6", 1), ("f5", 2)), "W"),
        game.Connected(0, CHAIN),
    )
    assert str(SEPARATION_WINS.describe(move)) == (
        "Red separates f7: 1 to f6, 2 to f5. The stack on f5 (2 high) flips."
        " Red connects two opposite sides."
    )
    after = SEPARATION_WINS.play(move)
    assert after.outcome == game.Outcome(((0,), (1,)), game.Reason.CONNECTED)
    assert after.to_move is None
    assert list(after.moves()) == []
    with pytest.raises(IllegalMove, match="g5 cannot be chosen"):
        SEPARATION_WINS.steps(["f7", "W", "2+1", "g5"])


def test_a_placement_is_judged_anew_where_the_separation_wins_or_does_not():
    winning = SEPARATION_WINS.parse("f7:2+1>W")
    quiet = GAME.decode(SEPARATION_WINS.encode().replace(",i5=1", ""))
    with pytest.raises(ValueError, match="The new piece is missing"):
        quiet.play(winning)
    placing = quiet.parse("f7:2+1>W@a2")
    with pytest.raises(ValueError, match="nothing is placed"):
        SEPARATION_WINS.play(placing)
    taken = PLACEMENT_WINS.parse("c7:2+1>W@g5")
    with pytest.raises(ValueError, match="g5 holds a stack of Yellow, 1 high"):
        GAME.decode(PLACEMENT_WINS.encode() + ",g5=1").play(taken)


def test_nothing_separates_while_stacks_are_set_up():
    turn = GAME.decode("basic ply:2 red:c3=6 yellow:c4=6").parse("c3:5+1>NE@a1")
    with pytest.raises(MoveError, match="Stacks are set up first"):
        GAME.start("advanced").play("@c3").play("@c4").play(turn)


def test_separations_never_outgrow_the_board():
    assert len(separations_into(36, 8)) == 1
    assert separations_into(37, 8) == ()
    assert separations_into(10**9, 8) == ()


RED, YELLOW = 0, 1


def sheet(name):
    return printed("glaisher", name)


def after(position, separation):
    """The stacks after a separation and a placement on the far corner i5."""
    pieces = dict(position.play(f"{separation}@i5").pieces())
    del pieces["i5"]
    return pieces


def how_many(position):
    """The number of legal turns, without making each."""
    stacks = position.stacks
    cells = (placements(separation, stacks) for separation in separations(stacks))
    return sum(max(open_cells.bit_count(), 1) for open_cells in cells)


def test_the_number_of_turns_in_the_basic_game():
    start = GAME.start("basic")
    assert perft(start, 1) == how_many(start) == 1_125
    assert sum(how_many(start.play(move)) for move in start.moves()) == 1_169_169
