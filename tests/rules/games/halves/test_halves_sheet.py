"""Every claim that the rule sheet of Halves makes about its pictures, and its counted moves."""

import functools
import json
from pathlib import Path

import pytest

from rules.__main__ import perft
from rules.game import CutOff, Piece, Reason
from rules.games.halves import Halves

GAME = Halves()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/halves_positions.json").read_text())


def sheet(name):
    return GAME.decode(POSITIONS[name])


def texts(position):
    return {str(move) for move in position.moves()}


def tiles(position, colour):
    return {cell for cell, piece in position.pieces().items() if piece.colour == colour}


@functools.cache
def winners(position):
    """The seats that win when everybody plays as well as possible; with two players, one."""
    if position.outcome:
        return position.outcome.winners
    results = [winners(position.play(move)) for move in position.moves()]
    return next((seats for seats in results if position.to_move in seats), results[0])


@pytest.mark.parametrize("variant", ["2p", "2p-nocontract"])
def test_two_players_start_with_a_tile_each_side_by_side(variant):
    position = GAME.start(variant)
    assert position.pieces() == {"m50": Piece(0), "m51": Piece(1)}
    assert position.to_move == 0


@pytest.mark.parametrize("variant", ["3p", "3p-nocontract"])
def test_three_players_start_with_three_tiles_that_all_touch(variant):
    position = GAME.start(variant)
    assert position.pieces() == {"m50": Piece(0), "l50": Piece(2), "m51": Piece(1)}
    assert position.to_move == 0


def test_the_example_offers_every_own_tile():
    assert texts(sheet("one tile from a turnaround")) == {"0,0", "1,-1", "2,-2"}


def test_the_example_cuts_off_the_tile_that_the_bridge_held():
    position = sheet("one tile from a turnaround")
    after = position.play("1,-1")
    assert position.events(position.parse("1,-1"))[1] == CutOff((("m50", Piece(0)),))
    assert after == sheet("turned around")
    assert tiles(after, 0) == {"o52"}
    assert tiles(after, 1) == {"n52", "o53"}
    assert texts(after) == {"2,-1", "3,-2"}


@pytest.mark.parametrize("reply", ["2,-1", "3,-2"])
def test_the_example_is_won_on_the_next_turn_whatever_the_reply(reply):
    position = sheet("turned around").play(reply).play("2,-2")
    assert position.outcome.ranking == ((0,), (1,))
    assert position.outcome.reason is Reason.EMPTIED


@pytest.mark.parametrize(("move", "winner"), [("0,0", 1), ("1,-1", 0), ("2,-2", 1)])
def test_the_example_is_won_by_that_move_alone(move, winner):
    assert winners(sheet("one tile from a turnaround").play(move)) == (winner,)


@pytest.mark.parametrize(
    ("variant", "numbers"),
    [
        ("2p", (5, 42, 318, 3_284, 32_188)),
        ("2p-nocontract", (5, 42, 318, 3_284)),
        ("3p", (7, 66, 745, 8_398, 108_903)),
        ("3p-nocontract", (7, 66, 745, 8_398)),
    ],
)
def test_the_number_of_placements(variant, numbers):
    start = GAME.start(variant)
    assert tuple(perft(start, depth) for depth in range(1, len(numbers) + 1)) == numbers


@pytest.mark.parametrize(
    ("variant", "seed", "numbers"),
    [
        ("2p-random", 1, (2, 24, 279, 2_935)),
        ("2p-random", 7, (2, 24, 268, 2_537, 22_599)),
        ("3p-random", 1, (3, 36, 416, 4_654)),
        ("3p-random", 4, (3, 36, 430, 5_068)),
    ],
)
def test_the_number_of_ways_to_elect_and_remove(variant, seed, numbers):
    start = GAME.start(variant, seed=seed)
    assert tuple(perft(start, depth) for depth in range(1, len(numbers) + 1)) == numbers
