"""How Halves is played, and the examples of its rule sheet."""

import functools

import pytest

from rules.errors import IllegalMove
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


def played(variant, plies, seed=None):
    """A match after ``plies`` moves, each the first of the list."""
    return on(GAME.start(variant, seed=seed), plies)


def on(position, plies):
    for _ in range(plies):
        position = position.play(next(position.moves()))
    return position


def phase(position):
    return position.encode().split()[1]


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("plies", [0, 7, 14, 20, 31, 32])
def test_the_others_place_all_their_tiles_and_the_first_of_them_elects(seat, plies):
    position = played("3p", plies).leave(seat)
    while phase(position) == "waxing":
        position = on(position, 1)
    others = [other for other in range(3) if other != seat]
    counts = dict.fromkeys((*others, None), 0)
    for piece in position.pieces().values():
        counts[piece.colour] += 1
    assert [counts[other] for other in others] == [12, 12]
    assert counts[None] == 1 + (plies + 2 - seat) // 3
    assert phase(position) == "contract"
    assert position.to_move == others[0]
    assert on(position, 1).to_move == others[1]


def test_the_last_tile_tells_who_of_those_left_goes_on():
    position = played("3p", 7).leave(0)
    while phase(position) == "waxing":
        move = next(position.moves())
        told, position = str(position.describe(move)), position.play(move)
        placed, follows = told.split(".", 1)
        assert placed.startswith(("Dark places", "Grey places"))
        last = phase(position) == "contract"
        assert follows == (
            " All tiles are placed: now Dark chooses the colour to continue with." if last else ""
        )


def test_the_next_in_turn_elects_when_the_elector_leaves():
    position = GAME.start("3p-random", seed=5).leave(0)
    assert (phase(position), position.to_move) == ("contract", 1)
    assert [step.text for step in position.steps().options] == ["dark", "grey"]
    after = position.play("grey")
    assert [after.colour_of(seat) for seat in range(3)] == [0, 2, 1]
    assert after.to_move == 2


def test_a_leavers_colour_cannot_be_elected():
    position = GAME.start("3p-random", seed=5).leave(1)
    with pytest.raises(IllegalMove) as refusal:
        position.parse("dark")
    assert refusal.value.code == "bad_colour"
    assert str(refusal.value) == "Nobody plays dark in this match. Type light or grey."
    assert refusal.value.hints == ("light", "grey")


def test_nobody_removes_a_leavers_tile():
    position = GAME.decode(
        "3p waning ply:60 turn:0 light:0,0;2,0 dark:1,0 grey:3,0;4,0 seats:light,dark,grey left:1"
    )
    with pytest.raises(IllegalMove, match=r"m51 holds a tile of a player who left\. Light"):
        position.parse("1,0")


def test_a_leavers_tiles_count_and_can_be_cut_off():
    line = "3p waning ply:60 turn:0 light:0,0;-1,0 dark:1,0;2,0 grey:-2,0 seats:light,dark,grey"
    position = GAME.decode(f"{line} left:1")
    assert {str(move) for move in position.moves()} == {"-1,0", "0,0/-2,0", "0,0/1,0"}
    move = position.parse("0,0/-2,0")
    cut_off = CutOff((("m51", Piece(None)), ("m52", Piece(None))))
    assert position.events(move)[1] == cut_off
    assert str(position.describe(move)) == (
        "Light removes m50 and keeps the part with m48. That cuts off 2 neutral tiles."
    )
