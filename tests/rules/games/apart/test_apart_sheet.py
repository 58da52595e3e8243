"""What the rule sheet of Apart says about its own pictures."""

import json
from pathlib import Path

import pytest

from rules import GAMES, Outcome, Position, Reason
from rules.game import Captured, Moved
from rules.games.apart.jumps import BOARD, line_lengths
from rules.geometry.cellset import cell_set

POSITIONS = json.loads(
    (Path(__file__).parents[3] / "data" / "apart_positions.json").read_text(encoding="utf-8")
)


def figure(name: str) -> Position:
    return GAMES["apart"].decode(POSITIONS[name])


def landings(position: Position, piece: str) -> set[str]:
    return {step.text for step in position.steps((piece,)).options}


def test_twelve_pieces_of_each_colour_are_set_up_as_shown() -> None:
    start = GAMES["apart"].start()
    assert start == figure("setup")
    assert sum(piece.colour == 0 for piece in start.pieces().values()) == 12
    assert sum(piece.colour == 1 for piece in start.pieces().values()) == 12


def test_a_piece_belongs_to_four_lines() -> None:
    friends = cell_set(BOARD.index[name] for name in ("c5", "d3", "e3"))
    level, rising, upright, falling = line_lengths(BOARD.index["d4"], friends)
    assert (falling, rising, upright, level) == (3, 1, 2, 1)


@pytest.mark.parametrize("square", ["c3", "c4", "e4", "e5"])
def test_single_steps_are_whole_turns(square: str) -> None:
    menu = figure("lines").steps(("d4", square))
    assert str(menu.complete) == f"d4-{square}"
    assert menu.options == ()


@pytest.mark.parametrize("square", ["a7", "d6", "d2", "g1"])
def test_jumps_go_as_far_as_the_line_is_long(square: str) -> None:
    assert figure("lines").play(f"d4-{square}").pieces()[square].colour == 0


def test_the_piece_goes_nowhere_else() -> None:
    marked = {"c3", "c4", "e4", "e5", "a7", "d6", "d2", "g1"}
    assert landings(figure("lines"), "d4") == marked


def test_a_continuous_jump_captures_on_its_way() -> None:
    position = figure("continuous jump")
    after = position.play("d8-f6-f4-f1-d1").pieces()
    assert position.pieces()["f4"].colour == 0
    assert "f4" not in after
    assert "d8" not in after
    assert after["d1"].colour == 1
    assert len(after) == len(position.pieces()) - 1
    assert position.events(position.parse("d8-f6-f4-f1-d1")) == (
        Moved(1, "d8", ("f6", "f4", "f1", "d1")),
        Captured(0, "f4"),
    )


def test_black_wins_with_no_piece_beside_another() -> None:
    position = figure("black has won")
    assert position.outcome == Outcome(((1,), (0,)), Reason.ISOLATED)
    assert {fact.colour: fact.value for fact in position.facts()}[1] == "0"
    assert {fact.colour: fact.value for fact in position.facts()}[0] != "0"
