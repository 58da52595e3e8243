"""Every claim that the rule sheet of Glaisher makes, and its counted moves."""

import json
from pathlib import Path

import pytest

from rules.__main__ import perft
from rules.errors import IllegalMove
from rules.game import Piece, Reason
from rules.games.glaisher import Glaisher
from rules.games.glaisher.separation import placements, separations, separations_into, winning_chain

GAME = Glaisher()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/glaisher_positions.json").read_text())
RED, YELLOW = 0, 1


def sheet(name):
    return GAME.decode(POSITIONS[name])


def ways(position, origin, direction):
    """The separations that the menus offer from ``origin`` towards ``direction``."""
    return [step.text for step in position.steps([origin, direction]).options]


def after(position, separation):
    """The stacks after a separation and a placement on the far corner i5."""
    pieces = dict(position.play(f"{separation}@i5").pieces())
    del pieces["i5"]
    return pieces


def test_each_player_begins_with_three_stacks_of_six():
    position = GAME.start("basic")
    red, yellow = Piece(RED, 6), Piece(YELLOW, 6)
    expected = {"a4": yellow, "b1": red, "d8": red, "f1": yellow, "h6": yellow, "i2": red}
    assert position.pieces() == expected
    assert position.to_move == RED


def test_a_stack_of_six_has_three_separations():
    position = sheet("three separations")
    assert ways(position, "e2", "E") == ["5+1", "4+2", "3+2+1"]


@pytest.mark.parametrize(
    ("parts", "landings"),
    [
        ("5+1", {"e3": 1, "e7": 5}),
        ("4+2", {"e4": 2, "e6": 4}),
        ("3+2+1", {"e3": 1, "e4": 2, "e5": 3}),
    ],
)
def test_each_part_travels_as_far_as_it_is_high(parts, landings):
    pieces = after(sheet("three separations"), f"e2:{parts}>E")
    assert pieces.pop("a1") == Piece(RED, 1)
    assert pieces == {cell: Piece(YELLOW, height) for cell, height in landings.items()}


def test_a_taller_enemy_stack_forbids_a_separation():
    position = sheet("a taller stack in the way")
    assert ways(position, "e2", "E") == ["5+1", "3+2+1"]
    with pytest.raises(IllegalMove, match="the 4 would land on a red 5-stack, which is taller"):
        position.parse("e2:4+2>E@i5")


@pytest.mark.parametrize(
    ("parts", "yellow", "red"),
    [
        ("5+1", {"e3": 3, "e7": 9}, {"e4": 2, "e6": 5}),
        ("3+2+1", {"e3": 3, "e4": 4, "e5": 3}, {"e6": 5, "e7": 4}),
    ],
)
def test_parts_flip_and_join_what_they_land_on(parts, yellow, red):
    expected = {cell: Piece(YELLOW, height) for cell, height in yellow.items()}
    expected |= {cell: Piece(RED, height) for cell, height in red.items()}
    assert after(sheet("a taller stack in the way"), f"e2:{parts}>E") == expected


def test_red_has_won_by_connecting_two_opposite_sides():
    position = sheet("Red has won")
    assert position.outcome.ranking == ((RED,), (YELLOW,))
    assert position.outcome.reason is Reason.CONNECTED
    assert winning_chain(position.state.stones[YELLOW]) == ()


@pytest.mark.parametrize("height", [1, 2])
def test_stacks_of_one_and_two_cannot_be_separated(height):
    assert separations_into(height, 8) == ()


@pytest.mark.parametrize(("height", "only"), [(3, (2, 1)), (4, (3, 1))])
def test_stacks_of_three_and_four_have_one_separation(height, only):
    assert separations_into(height, 8) == (only,)


@pytest.mark.parametrize(("parts", "lowest"), [(2, 3), (3, 6), (4, 10)])
def test_how_high_a_stack_must_be_for_many_parts(parts, lowest):
    heights = [
        height
        for height in range(1, 20)
        if any(len(way) == parts for way in separations_into(height, 30))
    ]
    assert heights[0] == lowest


def test_a_stack_of_eleven_in_the_middle_is_immobile():
    position = sheet("tall stacks")
    assert "e5" not in {step.text for step in position.steps().options}
    assert GAME.decode(POSITIONS["tall stacks"].replace("e5=11", "e5=10")).steps(["e5"]).options
    assert separations_into(11, 4) == ()
    assert separations_into(10, 4) == ((4, 3, 2, 1),)


def how_many(position):
    """The number of legal turns, without making each."""
    stacks = position.state.stacks
    cells = (placements(separation, stacks) for separation in separations(stacks))
    return sum(max(open_cells.bit_count(), 1) for open_cells in cells)


def test_the_number_of_turns_in_the_basic_game():
    start = GAME.start("basic")
    assert perft(start, 1) == how_many(start) == 1_125
    assert sum(how_many(start.play(move)) for move in start.moves()) == 1_169_169


def test_the_number_of_turns_in_the_advanced_game():
    start = GAME.start("advanced")
    assert [perft(start, depth) for depth in (1, 2, 3)] == [61, 3_660, 215_940]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("a separation can win", (149, 21_036)),
        ("a placement can win", (200, 28_248)),
        ("tall stacks", (595, 92_657)),
    ],
)
def test_the_number_of_turns_from_later_positions(name, numbers):
    position = sheet(name)
    assert tuple(perft(position, depth) for depth in range(1, len(numbers) + 1)) == numbers
