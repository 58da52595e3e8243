"""How Glaisher is played, and every claim that its rule sheet makes, with its counted moves."""

import itertools

import pytest

from rules import game
from rules.__main__ import perft
from rules.errors import IllegalMove, MoveError
from rules.game import Piece, Reason
from rules.games.glaisher import Glaisher, separating
from rules.games.glaisher.separating import (
    placements,
    separations,
    separations_into,
    winning_chain,
)
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


def test_a_placement_that_connects_wins():
    assert PLACEMENT_WINS.play("c7:2+1>W@h6").outcome is None
    move = PLACEMENT_WINS.parse("c7:2+1>W@g5")
    assert PLACEMENT_WINS.events(move)[-1] == game.Connected(0, CHAIN)
    assert str(PLACEMENT_WINS.describe(move)) == (
        "Red separates c7: 1 to c6, 2 to c5. The new piece goes on g5."
        " Red connects two opposite sides."
    )
    assert PLACEMENT_WINS.play(move).outcome.winners == (0,)


@pytest.mark.parametrize("name", ["nothing can separate", "everything is blocked"])
def test_a_player_who_cannot_separate_loses(name):
    position = printed("glaisher", name)
    assert position.outcome == game.Outcome(((1,), (0,)), game.Reason.NO_MOVE)
    assert position.to_move is None
    assert position.read("b1") == ((), "b1")
    with pytest.raises(IllegalMove, match="The game is over"):
        position.steps()
    with pytest.raises(IllegalMove, match="The game is over"):
        position.parse("b1")
    with pytest.raises(ValueError, match="seat 0 has no place"):
        position.leave(0)


def test_the_last_of_four_hundred_plies_is_played_and_then_it_is_a_draw():
    position = GAME.decode("basic ply:398 red:a1=3,a5=6 yellow:i1=6,i5=3")
    position = position.play("a1:2+1>E@e5")
    assert position.outcome is None
    position = position.play("i1:3+2+1>E@a1")
    assert position.ply == 400
    assert position.outcome == game.Outcome(((0, 1),), game.Reason.PLY_LIMIT)
    assert list(position.moves()) == []


def test_moves_are_made_one_by_one(monkeypatch):
    asked = []
    monkeypatch.setattr(
        separating,
        "placements",
        lambda *told: asked.append(told) or placements(*told),
    )
    moves = GAME.start().moves()
    assert len(list(itertools.islice(moves, 50))) == 50
    assert len(asked) == 1
    assert len(list(moves)) == 1_125 - 50


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


def ways(position, origin, direction):
    """The separations that the menus offer from ``origin`` towards ``direction``."""
    return [step.text for step in position.steps([origin, direction]).options]


def after(position, separation):
    """The stacks after a separation and a placement on the far corner i5."""
    pieces = dict(position.play(f"{separation}@i5").pieces())
    del pieces["i5"]
    return pieces


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
    with pytest.raises(IllegalMove, match="The 4 would land on e6, where Red has a stack 5 high"):
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
    assert winning_chain(position.stones[YELLOW]) == ()


@pytest.mark.parametrize(("height", "ways"), [(1, ()), (2, ()), (3, ((2, 1),)), (4, ((3, 1),))])
def test_low_stacks_have_one_separation_or_none(height, ways):
    assert separations_into(height, 8) == ways


@pytest.mark.parametrize(("parts", "lowest"), [(2, 3), (3, 6), (4, 10)])
def test_how_high_a_stack_must_be_for_many_parts(parts, lowest):
    ways = {height: separations_into(height, 30) for height in range(1, 20)}
    assert next(high for high in ways if any(len(way) == parts for way in ways[high])) == lowest


def test_a_stack_of_eleven_in_the_middle_is_immobile():
    position = sheet("tall stacks")
    assert "e5" not in {step.text for step in position.steps().options}
    assert GAME.decode(position.encode().replace("e5=11", "e5=10")).steps(["e5"]).options
    assert separations_into(11, 4) == ()
    assert separations_into(10, 4) == ((4, 3, 2, 1),)


def how_many(position):
    """The number of legal turns, without making each."""
    stacks = position.stacks
    cells = (placements(separation, stacks) for separation in separations(stacks))
    return sum(max(open_cells.bit_count(), 1) for open_cells in cells)


def test_the_number_of_turns_in_the_basic_game():
    start = GAME.start("basic")
    assert perft(start, 1) == how_many(start) == 1_125
    assert sum(how_many(start.play(move)) for move in start.moves()) == 1_169_169
