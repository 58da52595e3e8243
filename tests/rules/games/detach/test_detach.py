"""Errata of the rule sheet of Detach."""

from rules.game import Reason
from tests.kit.positions import printed
from tests.kit.rules import texts


def test_erratum_black_has_a_swap_that_the_sheet_overlooks():
    position = printed("detach", "endgame, after the swap")
    assert {text.split(">")[0] for text in texts(position)} == {"g6", "i4"}
    assert {text for text in texts(position) if text.startswith("i4")} == {"i4>f4x,i1"}
    assert "g6>g5,g7" in texts(position)


def test_by_the_rules_the_overlooked_swap_turns_the_result_of_the_endgame():
    position = printed("detach", "endgame, three moves left")
    for move in ("k6>j6,k5", "g7>g6,h6", "c1>d1,d2", "i4>f4x,i1"):
        position = position.play(move)
    assert position.to_move is None
    assert position.outcome.winners == (1,)
    assert position.outcome.reason is Reason.NO_MOVE
