"""Every claim that the rule sheet of Abande makes about its pictures."""

import json
from pathlib import Path

import pytest

from rules.__main__ import perft
from rules.errors import IllegalMove
from rules.game import Outcome, Reason
from rules.games.abande import Abande

GAME = Abande()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/abande_positions.json").read_text())


def sheet(name):
    return GAME.decode(POSITIONS[name])


def texts(position):
    return {str(move) for move in position.moves()}


def test_the_board_is_empty_and_each_player_has_18_stones():
    for variant in ("square", "hex"):
        position = GAME.start(variant)
        assert position.pieces() == {}
        assert position.reserve == (18, 18)


def test_keep_abande_insertions_are_the_cells_next_to_a_piece():
    dots = ["b1", "b2", "b3", "b4", "b5", "c1", "c5", "d1", "d3", "d4", "d5", "e1", "e2", "e3"]
    assert {text for text in texts(sheet("keep the band")) if "-" not in text} == set(dots)


def test_keep_abande_the_stone_on_d2_moves_to_c2_and_nothing_else_moves():
    assert {text for text in texts(sheet("keep the band")) if "-" in text} == {"d2-c2"}


@pytest.mark.parametrize("target", ["c2", "c4"])
def test_keep_abande_the_stone_on_c3_would_split_the_group(target):
    with pytest.raises(IllegalMove) as raised:
        sheet("keep the band").parse(f"c3-{target}")
    assert raised.value.message == "without c3 in its place the band would fall into two parts"


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


@pytest.mark.parametrize(
    ("name", "counts"),
    [("keep the band", (15, 277, 5_198)), ("before the last passes", (2, 4, 3, 2, 0))],
)
def test_move_sequences_from_the_positions_of_the_sheet(name, counts):
    position = sheet(name)
    assert tuple(perft(position, depth + 1) for depth in range(len(counts))) == counts
