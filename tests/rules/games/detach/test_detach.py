"""Detach as a person meets it, and every claim that its rule sheet makes about its pictures."""

import pytest

from rules.errors import IllegalMove
from rules.game import Reason
from rules.games.detach import Detach
from rules.games.detach.detachment import Detachment
from rules.geometry.board import hex_board
from rules.geometry.cellset import groups
from tests.kit.positions import printed
from tests.kit.rules import random_match, texts

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


def forces(position, seat):
    found = groups(position.stones[seat], hex_board(position.side).neighbours)
    return sorted((group.bit_count() for group in found), reverse=True)


def group_of(position, seat, cell):
    """The names of the stones in the group of the stone on ``cell``."""
    board = hex_board(position.side)
    found = groups(position.stones[seat], board.neighbours)
    group = next(group for group in found if group >> board.index[cell] & 1)
    return {name for number, name in enumerate(board.names) if group >> number & 1}


@pytest.mark.parametrize(
    ("seat", "move"), [(1, "a1>a3,c1"), (0, "f2>e1,e2"), (1, "j2>g2,g5"), (0, "j6>i7,k6")]
)
def test_the_detachment_examples_are_legal(seat, move):
    assert move in texts(sheet("detachments", turn_of=seat))


@pytest.mark.parametrize(
    ("seat", "origin", "landing"), [(1, "c2", "f2"), (0, "e10", "f10"), (1, "f10", "e10")]
)
def test_a_stone_swaps_with_one_of_less_or_equal_force(seat, origin, landing):
    offered = sheet("swaps", turn_of=seat).steps([origin]).options
    assert f"{landing}x" in {step.text for step in offered}


def test_a_stone_does_not_swap_with_one_of_greater_force():
    position = sheet("swaps", turn_of=0)
    assert "j3x" not in {step.text for step in position.steps(["j5"]).options}
    with pytest.raises(IllegalMove, match="j3 holds a stone of Black with force 3"):
        position.parse("j5>j3,j7")


def test_near_the_end_the_big_black_group_is_immobile_and_white_has_many_small_ones():
    position = sheet("near the end")
    assert forces(position, 0).count(1) == 7
    assert forces(position, 0).count(2) == 6
    assert forces(position, 1)[0] == 10
    big = group_of(position, 1, "f4")
    assert len(big) == 10
    black = sheet("near the end", turn_of=1)
    assert big.isdisjoint(step.text for step in black.steps().options)


def test_near_the_end_whites_swap_makes_the_big_black_group_bigger():
    position = sheet("near the end")
    after = position.play("e5>c3x,e7")
    assert forces(position, 1) == [10, 4, 2, 2, 2, 1, 1, 1]
    assert forces(after, 1) == [13, 4, 2, 2, 1, 1]
    assert len(after.steps().options) == 4 < len(sheet("near the end", turn_of=1).steps().options)


def test_in_the_endgame_the_west_swap_merges_two_black_groups_and_takes_detachments_away():
    before = sheet("endgame, White's turn")
    after = before.play("e3>c1,e1x")
    assert after == sheet("endgame, after the swap")
    lost = texts(sheet("endgame, White's turn", turn_of=1)) - texts(after)
    assert lost == {"e1>d1,e2", "e1>d1,f1", "e1>e2,f1"}
    assert forces(before, 1)[:2] == [7, 6]
    assert forces(after, 1)[0] == 7 + 6 + 1
    merged = group_of(after, 1, "e3")
    assert len(merged) == 14
    assert {"e4", "d4"} <= merged
    assert merged.isdisjoint(step.text for step in after.steps().options)


def test_erratum_black_has_a_swap_that_the_sheet_overlooks():
    position = sheet("endgame, after the swap")
    assert {text.split(">")[0] for text in texts(position)} == {"g6", "i4"}
    assert {text for text in texts(position) if text.startswith("i4")} == {"i4>f4x,i1"}
    assert "g6>g5,g7" in texts(position)


def test_the_last_moves_of_the_endgame_leave_black_only_the_overlooked_swap():
    position = sheet("endgame, after the swap").play("g6>g5,g7")
    assert position == sheet("endgame, three moves left")
    assert texts(position) == {"k6>j6,k5", "c1>d1,d2"}
    position = position.play("k6>j6,k5")
    assert texts(position) == {"g7>g6,h6", "i4>f4x,i1"}
    position = position.play("g7>g6,h6")
    assert texts(position) == {"c1>d1,d2"}
    position = position.play("c1>d1,d2")
    assert texts(position) == {"i4>f4x,i1"}


def test_by_the_rules_the_overlooked_swap_turns_the_result_of_the_endgame():
    position = sheet("endgame, three moves left")
    for move in ("k6>j6,k5", "g7>g6,h6", "c1>d1,d2", "i4>f4x,i1"):
        position = position.play(move)
    assert position.to_move is None
    assert position.outcome.winners == (1,)
    assert position.outcome.reason is Reason.NO_MOVE


@pytest.mark.parametrize(("seat", "single"), [(1, "g1"), (0, "f4"), (0, "d9")])
def test_some_single_stones_cannot_detach(seat, single):
    position = sheet("endgame, three moves left", turn_of=seat)
    with pytest.raises(IllegalMove, match="has force 1 and could land only on") as raised:
        position.parse(single)
    assert raised.value.code == "stuck"
    board = hex_board(6)
    beside = [board.names[ray[0]] for ray in board.rays[board.index[single]] if ray]
    free = [name for name in beside if name not in position.pieces()]
    assert len(free) == 1
    assert str(raised.value).endswith(f"only on {free[0]}, but its two stones need two hexes.")
    enemies = [name for name in beside if name not in free]
    assert all(len(group_of(position, 1 - seat, name)) > 1 for name in enemies)


def test_matches_on_the_smaller_board_take_about_two_thirds_of_the_turns():
    """The sheet says 20 to 25 turns instead of 30 to 35; random matches are shorter yet."""
    plies = {
        variant: sum(1 for seed in range(12) for _ in random_match("detach", variant, seed))
        for variant in ("hexhex6", "hexhex5")
    }
    assert 0.55 < plies["hexhex5"] / plies["hexhex6"] < 0.75
