"""Abande as a person meets it, and every claim that its rule sheet makes about its pictures."""

import pytest

from rules.errors import IllegalMove
from rules.game import Outcome, Reason
from rules.games.abande import Abande
from tests.kit.positions import printed
from tests.kit.rules import texts

GAME = Abande()
MIDDLE = "square ply:8 reserve:15,16 passes:0 stacks:c2=B,c3=W,c4=BW,d2=W"
LATE = "hex ply:40 reserve:0,0 passes:0 stacks:d3=WB,d4=W,d5=B,d6=BWW"


def test_whoever_can_only_pass_is_told_so():
    position = GAME.decode("hex ply:41 reserve:1,0 passes:0 stacks:a1=WBW,a2=B")
    assert str(position.steps().prompt) == "You can only pass."


@pytest.mark.parametrize(
    ("stacks", "sentence"),
    [
        ("d3=B,d4=W", "White passes, which ends the game."),
        ("c2=WBB,d3=B,d4=W", "White passes, which ends the game. c2 does not count."),
    ],
)
def test_the_last_pass_is_told(stacks, sentence):
    position = GAME.decode(f"hex ply:40 reserve:0,0 passes:1 stacks:{stacks}")
    assert str(position.describe(position.parse("pass"))) == sentence


def sheet(name):
    return printed("abande", name)


def test_keep_abande_insertions_are_the_cells_next_to_a_piece():
    dots = ["b1", "b2", "b3", "b4", "b5", "c1", "c5", "d1", "d3", "d4", "d5", "e1", "e2", "e3"]
    assert {text for text in texts(sheet("keep the band")) if "-" not in text} == set(dots)


def test_keep_abande_the_stone_on_d2_moves_to_c2_and_nothing_else_moves():
    assert {text for text in texts(sheet("keep the band")) if "-" in text} == {"d2-c2"}


@pytest.mark.parametrize("target", ["c2", "c4"])
def test_keep_abande_the_stone_on_c3_would_split_the_group(target):
    with pytest.raises(IllegalMove, match="Without c3 in its place the band would fall into 2"):
        sheet("keep the band").parse(f"c3-{target}")


def test_before_the_last_passes_each_player_could_still_move():
    position = sheet("before the last passes")
    assert texts(position) == {"g3-f3", "pass"}
    assert texts(position.play("pass")) == {"f3-e4", "f3-g3", "pass"}


def test_ending_the_game_two_pieces_are_removed_and_white_wins_18_to_15():
    position = sheet("before the last passes").play("pass")
    assert position.outcome is None
    ended = position.play("pass")
    assert position.pieces().keys() - ended.pieces().keys() == {"e2", "e6"}
    assert ended.outcome == Outcome(((0,), (1,)), Reason.SCORE, (18, 15))
    assert ended.to_move is None


def test_the_example_of_counting_has_stacks_that_play_cannot_produce():
    pieces = sheet("before the last passes").pieces()
    pure = {
        cell for cell, piece in pieces.items() if piece.height > 1 and len(set(piece.stack)) == 1
    }
    assert pure == {"a2", "a3", "b3", "b5", "c6", "d5", "d6", "e3", "e6", "f4", "g4"}
