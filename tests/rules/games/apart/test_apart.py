"""The rulings of Apart, each in a position of its own."""

import pytest

from rules import GAMES, IllegalMove, NotationError, Outcome, Position, PositionError, Reason
from rules.game import Captured, Moved
from rules.games.apart.jumps import BOARD, Turn
from rules.geometry.cellset import cells_in

APART = GAMES["apart"]


def position(white: str, black: str, ply: int = 10) -> Position:
    return APART.decode(f"standard ply:{ply} white:{white} black:{black}")


def played(start: Position, *moves: str) -> Position:
    for move in moves:
        start = start.play(move)
    return start


def texts(start: Position) -> set[str]:
    return {str(move) for move in start.moves()}


def options(start: Position, *taken: str) -> set[str]:
    return {step.text for step in start.steps(taken).options}


def test_the_first_turn_is_one_jump_at_most() -> None:
    start = APART.start()
    assert {len(text.split("-")) for text in texts(start)} == {2}
    assert start.steps(("b2", "b4")).options == ()
    with pytest.raises(IllegalMove) as refusal:
        start.play("b2-b4-d6")
    assert refusal.value.code == "first_turn"


def test_black_may_jump_on_in_its_first_turn() -> None:
    assert max(len(text.split("-")) for text in texts(APART.start().play("b2-b4"))) > 2


def test_a_single_step_ends_the_turn() -> None:
    start = position("a1,a2,d4", "h7,h8")
    assert start.steps(("d4", "d5")).options == ()
    assert options(start, "a1", "a3") == {"a5"}


def test_a_jump_passes_over_anything() -> None:
    start = position("a1,b1,d1", "c1,h7,h8")
    assert "b1-d1" not in texts(start)
    assert "a1-c1" in texts(start)
    assert "a1-d1" in texts(position("a1,b1,c1", "h7,h8"))


def test_lines_run_through_friends_only() -> None:
    assert "a1-a2" in texts(position("a1,a3,a4", "a2,h7,h8"))
    assert "a1-a3" not in texts(position("a1,a3,a4", "a2,h7,h8"))


def test_no_square_is_landed_on_twice() -> None:
    start = position("d1,d2,d5,d8", "h7,h8")
    assert "d4" in options(start, "d2")
    assert options(start, "d2", "d4") >= {"d6"}
    with pytest.raises(IllegalMove) as refusal:
        position("d3,d4,d7", "h7,h8").parse("d4-d6-d4-d6")
    assert refusal.value.code == "landed_twice"


def test_the_start_is_landed_on_once_and_left_again() -> None:
    start = position("d3,d4,d7", "h7,h8")
    assert start.steps(("d4", "d6", "d4")).complete is None
    assert start.steps(("d4", "d6", "d4")).prompt == "Where does it jump on to?"
    assert options(start, "d4", "d6", "d4") == {"d2"}
    assert {"d4-d6-d4-d2", "d4-d2"} <= texts(start)
    assert "d4-d6-d4" not in texts(start)
    assert start.play("d4-d6-d4-d2").pieces() == start.play("d4-d2").pieces()


def test_home_is_not_offered_where_the_turn_could_not_end_well() -> None:
    start = position("d1,d2,d5", "h7,h8")
    assert options(start, "d2", "d4") == {"d6"}
    with pytest.raises(IllegalMove) as refusal:
        start.parse("d2-d4-d2")
    assert refusal.value.code == "no_change"


def test_coming_home_with_a_capture_is_a_turn() -> None:
    start = position("d1,d2,d5", "d4,h7,h8")
    assert "d2" in options(start, "d2", "d4")
    assert str(start.steps(("d2", "d4", "d2")).complete) == "d2-d4-d2"
    after = start.play("d2-d4-d2")
    assert "d4" not in after.pieces()
    assert after.pieces()["d2"].colour == 0
    assert after.encode() == "standard ply:11 white:d1,d2,d5 black:h7,h8"


def test_a_landing_on_an_enemy_captures_it() -> None:
    start = position("a1,a2,h4", "a4,g7,h7,h8")
    move = start.parse("a2-a4")
    assert start.events(move) == (Moved(0, "a2", ("a4",)), Captured(1, "a4"))
    assert start.describe(move) == "White jumps a2 to a4, capturing on a4."
    assert [step.label for step in start.steps(("a2",)).options if step.text == "a4"] == [
        "captures a4"
    ]


def test_a_long_turn_is_told_in_one_sentence() -> None:
    start = position("d3,d4,d7", "d6,h7,h8")
    move = start.parse("d4-d6-d4-d2")
    assert start.describe(move) == "White jumps d4 via d6 and d4 to d2, capturing on d6."
    assert start.describe(start.parse("d4-c4")) == "White steps d4 to c4."
    assert start.steps(("d4",)).prompt == "Where does it land?"
    assert start.steps(("d4", "d6")).prompt == "Stop here, or jump on?"


def test_who_stands_apart_wins() -> None:
    after = position("a1,a2", "h7,h8").play("a2-a4")
    assert after.outcome == Outcome(((0,), (1,)), Reason.ISOLATED)
    assert after.to_move is None


def test_a_capture_can_make_the_other_win() -> None:
    after = position("a1,a2,h1,h2", "a4,b5").play("a2-a4")
    assert after.outcome == Outcome(((1,), (0,)), Reason.ISOLATED)


@pytest.mark.parametrize(
    ("ply", "move", "winner"), [(10, "a2-a4", 1), (11, "a4-a2", 0)], ids=["white", "black"]
)
def test_who_separates_both_sides_at_once_loses(ply: int, move: str, winner: int) -> None:
    colours = ("a1,a2", "a4,b5") if ply == 10 else ("a2,b1", "a4,a5")
    after = position(*colours, ply=ply).play(move)
    assert [fact.value for fact in after.facts()] == ["0", "0"]
    assert after.outcome == Outcome(((winner,), (1 - winner,)), Reason.ISOLATED)


@pytest.mark.parametrize("white", ["", "d4"])
def test_one_piece_or_none_stands_apart(white: str) -> None:
    assert position(white, "h7,h8").outcome == Outcome(((0,), (1,)), Reason.ISOLATED)


SHUFFLE = ("a4-a5", "h4-h5", "a5-a4", "h5-h4")


def test_the_third_occurrence_with_the_same_player_to_move_is_a_draw() -> None:
    start = position("a4,d1,d2", "e7,e8,h4")
    twice = played(start, *SHUFFLE)
    assert twice.pieces() == start.pieces()
    assert twice.outcome is None
    nearly = played(twice, *SHUFFLE[:3])
    assert nearly.outcome is None
    thrice = nearly.play(SHUFFLE[3])
    assert thrice.outcome == Outcome(((0, 1),), Reason.REPETITION)
    assert APART.info.draws
    assert list(thrice.moves()) == []
    assert APART.decode(thrice.encode()) == thrice
    assert APART.decode(nearly.encode()).play(SHUFFLE[3]).outcome == thrice.outcome


def test_the_same_pieces_with_the_other_player_to_move_are_no_repetition() -> None:
    start = position("a4,d1,d2", "e7,e8,h4")
    # White goes round in three turns while Black goes to and fro; then the other way about.
    other = played(start, "a4-a5", "h4-h5", "a5-b4", "h5-h4", "b4-a4")
    assert other.pieces() == start.pieces()
    again = played(other, "h4-h5", "a4-a5", "h5-g4", "a5-a4", "g4-h4")
    assert again.pieces() == start.pieces()
    assert again.outcome is None


def test_a_capture_ends_what_can_be_repeated() -> None:
    start = played(position("a4,d1,d2", "e7,e8,h4,d4"), *SHUFFLE)
    assert " quiet:a4-a5,h4-h5,a5-a4,h5-h4" in start.encode()
    assert "quiet" not in start.play("d2-d4").encode()


def test_positions_that_differ_in_what_may_be_repeated_are_not_equal() -> None:
    fresh = position("a4,d1,d2", "e7,e8,h4", ply=14)
    come_again = played(position("a4,d1,d2", "e7,e8,h4"), *SHUFFLE)
    assert fresh.pieces() == come_again.pieces()
    assert fresh != come_again


@pytest.mark.parametrize("text", ["d4-d5", "a4-a5", "h4-h5"])
def test_a_turn_of_another_position_is_judged_anew(text: str) -> None:
    elsewhere = (
        position("d4,a4,h1,h2", "h7,h8") if text != "h4-h5" else position("h4,a1,a2", "c7,c8")
    )
    here = position("d4,d3,h1", "a4,h7,h8")
    with pytest.raises(IllegalMove):
        here.play(elsewhere.parse(text))
    with pytest.raises(IllegalMove):
        here.events(elsewhere.parse(text))


@pytest.mark.parametrize("origin", ["a1", "a3", "b2", "h6", "h7"])
def test_a_turn_from_a_square_without_a_piece_of_the_mover_is_refused(origin: str) -> None:
    start = position("a2,d1,d2", "h7,h8")
    cell = BOARD.index[origin]
    for target in cells_in(BOARD.neighbours[cell]):
        with pytest.raises(IllegalMove, match=r"so no piece can start there|it is White's turn"):
            start.play(Turn((cell, target)))


def test_a_turn_without_squares_is_no_turn() -> None:
    with pytest.raises(NotationError):
        APART.start().play(Turn(()))


def test_a_turn_after_the_end_is_refused() -> None:
    start = position("d4,d3,h1", "a4,h7,h8")
    with pytest.raises(IllegalMove) as refusal:
        start.leave(1).play(start.parse("d4-d6"))
    assert refusal.value.code == "game_over"
    assert start.leave(1).read("a1") == ((), "a1")


THIRTEEN = "a1,a2,a3,a4,a5,a6,a7,a8,b1,b2,b3,b4,b5"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not a position of Apart"),
        ("standard ply:3 white:a1 black:a9", "not a position of Apart"),
        ("standard ply:3 white:a1,b1 black:b1", "b1 holds two pieces"),
        (f"standard ply:3 white:{THIRTEEN} black:", "13 pieces of a colour; there are 12"),
        ("standard ply:1 white:a1 black:b5 quiet:a2-a1,b6-b5", "2 quiet moves"),
        ("standard ply:4 white:a1,a2 black:b5 quiet:a3-a1", "a3-a1 cannot"),
        ("standard ply:3 white:a1,a2 black:b5 quiet:a3-b5", "a3-b5 cannot have been made"),
        ("standard ply:3 white:a1,a2 black:b5 quiet:b5-a1", "b5-a1 cannot have been made"),
        ("standard ply:3 white:a1,a2 black:b5 quiet:a2-a1", "a2-a1 cannot have been made"),
    ],
)
def test_a_damaged_position_says_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        APART.decode(text)


def test_twelve_pieces_of_a_colour_are_accepted() -> None:
    assert len(position(THIRTEEN.removesuffix(",b5"), "h1,h2").pieces()) == 14
