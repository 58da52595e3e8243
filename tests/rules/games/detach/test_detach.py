"""Detach as a person meets it, and the examples of its rule sheet."""

import pytest

from rules.errors import IllegalMove
from rules.game import Reason
from rules.games.detach import Detach
from rules.games.detach.detachment import Detachment
from rules.geometry.board import hex_board
from tests.kit.positions import printed
from tests.kit.rules import texts

GAME = Detach()


def test_a_move_object_that_swaps_twice_is_refused():
    position = GAME.decode("hexhex5 ply:6 white:e5 black:e4,e6")
    index = hex_board(5).index
    twice = Detachment(5, index["e5"], (index["e4"], index["e6"]), index["e4"])
    with pytest.raises(IllegalMove, match="Only one of the two stones may swap"):
        position.play(twice)


def sheet(name, turn_of=None):
    position = printed("detach", name)
    if turn_of in (None, position.to_move):
        return position
    return GAME.decode(position.encode().replace(f"ply:{position.ply}", f"ply:{position.ply + 1}"))


def test_a_stone_does_not_swap_with_one_of_greater_force():
    position = sheet("swaps", turn_of=0)
    assert "j3x" not in {step.text for step in position.steps(["j5"]).options}
    with pytest.raises(IllegalMove, match="j3 holds a stone of Black with force 3"):
        position.parse("j5>j3,j7")


def test_erratum_black_has_a_swap_that_the_sheet_overlooks():
    position = sheet("endgame, after the swap")
    assert {text.split(">")[0] for text in texts(position)} == {"g6", "i4"}
    assert {text for text in texts(position) if text.startswith("i4")} == {"i4>f4x,i1"}
    assert "g6>g5,g7" in texts(position)


def test_by_the_rules_the_overlooked_swap_turns_the_result_of_the_endgame():
    position = sheet("endgame, three moves left")
    for move in ("k6>j6,k5", "g7>g6,h6", "c1>d1,d2", "i4>f4x,i1"):
        position = position.play(move)
    assert position.to_move is None
    assert position.outcome.winners == (1,)
    assert position.outcome.reason is Reason.NO_MOVE
