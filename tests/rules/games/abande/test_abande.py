"""Abande as a person meets it, and the examples of its rule sheet."""

import pytest

from rules.errors import IllegalMove
from rules.game import Outcome, Reason
from rules.games.abande import Abande
from tests.kit.positions import printed
from tests.kit.rules import texts

GAME = Abande()


def test_whoever_can_only_pass_is_told_so():
    position = GAME.decode("hex ply:41 reserve:1,0 passes:0 stacks:a1=WBW,a2=B")
    assert str(position.steps().prompt) == "You can only pass."


def test_a_button_says_how_high_a_piece_is():
    position = GAME.decode("square ply:6 reserve:15,15 passes:0 stacks:a2=BW,a3=B,b2=W,b3=W,c3=B")
    labels = [str(step.label) for step in position.steps().options]
    assert {"place on c2", "move a2, 2 high", "move b3, a stone"} < {*labels}
    landings = [str(step.label) for step in position.steps(["b3"]).options]
    assert landings == ["a3, a stone", "c3, a stone"]


def sheet(name):
    return printed("abande", name)


@pytest.mark.parametrize("target", ["c2", "c4"])
def test_keep_abande_the_stone_on_c3_would_split_the_group(target):
    with pytest.raises(IllegalMove, match="Without c3 in its place the group would fall into 2"):
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
