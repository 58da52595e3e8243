"""How Halves is played, and the examples of its rule sheet."""

import functools

import pytest

from rules.game import CutOff, Piece, Removed, StepKind
from rules.games.halves import Halves
from tests.kit.positions import printed

GAME = Halves()


def test_electing_ones_own_colour_changes_nothing_but_the_turn():
    position = GAME.start("2p-random", seed=3)
    assert str(position.describe(position.parse("light"))) == "Light chooses to stay Light."
    after = position.play("light")
    assert [after.colour_of(seat) for seat in range(2)] == [0, 1]
    assert after.to_move == 1


def test_when_subsets_tie_the_mover_chooses_which_stays():
    position = sheet("a choice of two")
    menu = position.steps(["m50"])
    assert str(menu.prompt) == "Which part stays?"
    assert menu.complete is None
    assert [(step.text, step.kind, str(step.label), step.cells) for step in menu.options] == [
        ("m48", StepKind.SUBSET, "keep the part with m48", ("m48", "m49")),
        ("m51", StepKind.SUBSET, "keep the part with m51", ("m51", "m52")),
    ]
    move = position.steps(["m50", "m51"]).complete
    assert str(move) == "0,0/1,0"
    assert position.play(move).pieces() == {"m51": Piece(1), "m52": Piece(0)}
    assert position.events(move) == (
        Removed(0, "m50"),
        CutOff((("m48", Piece(0)), ("m49", Piece(1)))),
    )
    assert str(position.describe(move)) == (
        "Light removes m50 and keeps the part with m51."
        " That cuts off 1 tile of Light and 1 tile of Dark."
    )


def sheet(name):
    return printed("halves", name)


@functools.cache
def winners(position):
    """The seats that win when everybody plays as well as possible; with two players, one."""
    if position.outcome:
        return position.outcome.winners
    results = [winners(position.play(move)) for move in position.moves()]
    return next((seats for seats in results if position.to_move in seats), results[0])


@pytest.mark.parametrize(("move", "winner"), [("0,0", 1), ("1,-1", 0), ("2,-2", 1)])
def test_the_example_is_won_by_that_move_alone(move, winner):
    assert winners(sheet("one tile from a turnaround").play(move)) == (winner,)
