"""How Glaisher is played through its interface."""

import itertools
import json
from pathlib import Path

import pytest

from rules.errors import IllegalMove, MoveError, PositionError
from rules.game import (
    Connected,
    Fact,
    Flipped,
    Outcome,
    Piece,
    Placed,
    Reason,
    Split,
    Step,
    StepKind,
    Variant,
)
from rules.games.glaisher import Glaisher, separation
from rules.games.glaisher.separation import (
    BOARD,
    SetUp,
    placements,
    separations_into,
    winning_chain,
)
from rules.geometry.cellset import cell_set
from rules.geometry.hexboard import hex_board

GAME = Glaisher()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/glaisher_positions.json").read_text())
BLOCKED = GAME.decode(POSITIONS["a taller stack in the way"])
SEPARATION_WINS = GAME.decode(POSITIONS["a separation can win"])
PLACEMENT_WINS = GAME.decode(POSITIONS["a placement can win"])
CHAIN = ("i5", "h5", "g5", "f5", "e5", "d4", "c3", "b2", "a1")


def texts(position):
    return {str(move) for move in position.moves()}


def offered(position, *taken):
    return [step.text for step in position.steps(taken).options]


def cells_named(names):
    return cell_set(BOARD.index[name] for name in names)


def test_basic_is_the_default_and_advanced_begins_with_an_empty_board():
    assert GAME.info.variants == (
        Variant("basic", "Basic", 2, hex_board(5)),
        Variant("advanced", "Advanced", 2, hex_board(5)),
    )
    assert GAME.start().variant.id == "basic"
    assert GAME.start().info is GAME.info
    assert GAME.start("advanced").pieces() == {}
    assert (GAME.start().ply, GAME.start().colour_of(1)) == (0, 1)


def test_unknown_variants_and_seeds_are_refused():
    with pytest.raises(ValueError, match="no variant expert"):
        GAME.start("expert")
    with pytest.raises(ValueError, match="without a seed"):
        GAME.start(seed=1)


def test_stacks_are_set_up_in_turn_on_any_empty_hex():
    position = GAME.start("advanced")
    for number, cell in enumerate(["c3", "c4", "i5", "a1", "e5", "e6"]):
        assert position.to_move == number % 2
        assert len(texts(position)) == 61 - number
        assert not position.state.outcome()
        position = position.play(f"@{cell}")
    assert position.pieces()["c3"] == Piece(0, 6)
    assert position.pieces()["c4"] == Piece(1, 6)
    assert (position.to_move, position.ply) == (0, 6)
    assert "@" in next(iter(texts(position)))
    assert offered(position) == ["c3", "e5", "i5"]


def test_setting_up_is_one_choice():
    position = GAME.start("advanced").play("@c3")
    menu = position.steps()
    assert menu.prompt == "Where does the 6-stack go?"
    assert len(menu.options) == 60
    assert menu.options[0] == Step("a1", StepKind.CELL, "a1", ("a1",))
    move = position.steps(["a1"]).complete
    assert isinstance(move, SetUp)
    assert str(move) == "@a1"
    assert position.draft(["a1"]) == "@a1"
    assert position.draft([]) == ""
    assert position.events(move) == (Placed(1, "a1", 6),)
    assert position.describe(move) == "Yellow sets up a 6-stack on a1."
    assert position.play(move).pieces() == {"a1": Piece(1, 6), "c3": Piece(0, 6)}
    with pytest.raises(IllegalMove, match="c3 cannot be chosen"):
        position.steps(["c3"])
    with pytest.raises(IllegalMove, match="a2 cannot be chosen"):
        position.steps(["a1", "a2"])


def test_menus_lead_from_stack_to_direction_to_parts_to_placement():
    stack = BLOCKED.steps()
    assert stack.prompt == "Which stack separates?"
    assert stack.options == (Step("e2", StepKind.PIECE, "e2 (6 high)", ("e2",)),)
    direction = BLOCKED.steps(["e2"])
    assert direction.prompt == "In which direction?"
    assert direction.options == (
        Step("E", StepKind.DIRECTION, "E (5+1, 3+2+1)", ("e3",)),
        Step("NE", StepKind.DIRECTION, "NE (4+2, 3+2+1)", ("f2",)),
        Step("SE", StepKind.DIRECTION, "SE (4+2, 3+2+1)", ("d2",)),
    )
    parts = BLOCKED.steps(["e2", "NE"])
    assert parts.prompt == "Into which parts?"
    assert parts.options[0] == Step("4+2", StepKind.SPLIT, "4+2", ("i2", "g2"))
    placement = BLOCKED.steps(["e2", "NE", "4+2"])
    assert placement.prompt == "Where does the new piece go?"
    assert placement.complete is None
    assert Step("e2", StepKind.CELL, "e2", ("e2",)) in placement.options
    taken = {"i2", "g2", "e3", "e4", "e6", "e7"}
    assert not taken & {step.text for step in placement.options}
    assert len(placement.options) == 61 - len(taken)
    assert str(BLOCKED.steps(["e2", "NE", "4+2", "e2"]).complete) == "e2:4+2>NE@e2"


def test_parts_may_be_chosen_before_the_direction():
    menu = BLOCKED.steps(["e2", "4+2"])
    assert menu.prompt == "In which direction?"
    assert [step.text for step in menu.options] == ["NE", "SE"]
    assert menu.options[0].label == "NE (4+2)"
    assert BLOCKED.steps(["e2", "4+2", "NE", "a1"]) == BLOCKED.steps(["e2", "NE", "4+2", "a1"])


def test_a_direction_with_many_separations_names_a_few():
    tall = GAME.decode(POSITIONS["tall stacks"].replace("e1=36", "e1=15"))
    labels = {step.text: step.label for step in tall.steps(["e1"]).options}
    assert labels["E"] == "E (8+7, 8+6+1, 8+5+2, 8+4+3, 9 more)"


@pytest.mark.parametrize(
    "taken",
    [
        ["e3"],
        ["e4"],
        ["zz"],
        ["e2", "W"],
        ["e2", "4+1"],
        ["e2", "E", "4+2"],
        ["e2", "E", "NE"],
        ["e2", "5+1", "3+2+1"],
        ["e2", "5+1", "NE"],
        ["e2", "E", "5+1", "e3"],
        ["e2", "E", "5+1", "a1", "a2"],
    ],
)
def test_steps_that_are_not_offered_are_refused(taken):
    with pytest.raises(IllegalMove) as refusal:
        BLOCKED.steps(taken)
    assert refusal.value.code == "not_offered"
    assert refusal.value.message == f"{taken[-1]} cannot be chosen here"
    assert refusal.value.hints == tuple(BLOCKED._following(taken[:-1]))[:3]


@pytest.mark.parametrize(
    ("taken", "text"),
    [
        ([], ""),
        (["e2"], "e2"),
        (["e2", "NE"], "e2>NE"),
        (["e2", "4+2"], "e2:4+2"),
        (["e2", "NE", "4+2"], "e2:4+2>NE"),
        (["e2", "4+2", "NE"], "e2:4+2>NE"),
        (["e2", "NE", "4+2", "a1"], "e2:4+2>NE@a1"),
    ],
)
def test_a_draft_is_canonical(taken, text):
    assert BLOCKED.draft(taken) == text


@pytest.mark.parametrize(
    ("typed", "steps", "rest"),
    [
        ("", (), ""),
        ("e2", ("e2",), ""),
        ("e4", (), "e4"),
        ("42 ne", (), "42 ne"),
        ("E2 42", ("e2", "4+2"), ""),
        ("e2 ne 42", ("e2", "NE", "4+2"), ""),
        ("e2:4+2>ne@A1", ("e2", "NE", "4+2", "a1"), ""),
        ("e2 4 + ", ("e2",), "4 + "),
        ("e2 ne 32", ("e2", "NE"), "32"),
        ("e2 ne 42 f", ("e2", "NE", "4+2"), "f"),
        ("e2 e 42", ("e2", "E"), "42"),
        ("e2 42 e", ("e2", "4+2"), "e"),
        ("e2 ne 42 i2", ("e2", "NE", "4+2"), "i2"),
        ("e2 ne 42 a1 a2", ("e2", "NE", "4+2", "a1"), "a2"),
    ],
)
def test_typed_text_is_read_as_far_as_it_fits(typed, steps, rest):
    assert BLOCKED.read(typed) == (steps, rest)


def test_numbers_are_no_set_up():
    assert GAME.start("advanced").read("c3 3") == (("c3",), "3")
    assert GAME.start("advanced").read("3") == ((), "3")


def test_a_turn_tells_what_it_flips_before_what_moves():
    move = BLOCKED.parse("e2:3+2+1>E@a1")
    assert BLOCKED.events(move) == (
        Flipped(1, "e4", 2),
        Split(1, "e2", (("e3", 1), ("e4", 2), ("e5", 3)), "E"),
        Placed(1, "a1"),
    )
    assert BLOCKED.describe(move) == (
        "Yellow separates e2 (1 to e3, 2 to e4, 3 to e5),"
        " flips the red 2-stack on e4 and places a piece on a1."
    )


def test_the_vacated_hex_is_free_for_the_new_piece():
    after = BLOCKED.play("e2:4+2>NE@e2")
    assert after.pieces()["e2"] == Piece(1, 1)
    assert after.to_move == 0


def test_a_separation_that_connects_wins_without_a_placement():
    assert "f7:2+1>W" in texts(SEPARATION_WINS)
    assert not any(text.startswith("f7:2+1>W@") for text in texts(SEPARATION_WINS))
    menu = SEPARATION_WINS.steps(["f7", "W", "2+1"])
    assert (menu.prompt, menu.options, str(menu.complete)) == ("", (), "f7:2+1>W")
    move = menu.complete
    assert SEPARATION_WINS.events(move) == (
        Flipped(0, "f5", 2),
        Split(0, "f7", (("f6", 1), ("f5", 2)), "W"),
        Connected(0, CHAIN),
    )
    assert SEPARATION_WINS.describe(move) == (
        "Red separates f7 (1 to f6, 2 to f5), flips the yellow 2-stack on f5"
        " and connects two opposite sides."
    )
    after = SEPARATION_WINS.play(move)
    assert after.outcome == Outcome(((0,), (1,)), Reason.CONNECTED)
    assert after.to_move is None
    assert list(after.moves()) == []
    with pytest.raises(IllegalMove, match="g5 cannot be chosen"):
        SEPARATION_WINS.steps(["f7", "W", "2+1", "g5"])


def test_a_placement_that_connects_wins():
    assert PLACEMENT_WINS.play("c7:2+1>W@h6").outcome is None
    move = PLACEMENT_WINS.parse("c7:2+1>W@g5")
    assert PLACEMENT_WINS.events(move)[-1] == Connected(0, CHAIN)
    assert PLACEMENT_WINS.describe(move) == (
        "Red separates c7 (1 to c6, 2 to c5), places a piece on g5 and connects two opposite sides."
    )
    assert PLACEMENT_WINS.play(move).outcome.winners == (0,)


def test_a_corner_belongs_to_both_its_sides():
    west_to_east = GAME.decode(
        "basic ply:8 red:a1=3 yellow:e1=1,e2=1,e3=1,e4=1,e5=1,e6=1,e7=1,e8=1,e9=1"
    )
    assert west_to_east.outcome.winners == (1,)
    short = GAME.decode(west_to_east.encode().replace(",e9=1", ""))
    assert short.outcome is None


def test_the_chain_that_won_is_a_shortest_one():
    shortest = ["e9", "d8", "c7", "c6", "c5", "c4", "c3", "c2", "b1"]
    between_two_other_sides = ["a1", *shortest, "f8", "g7", "h6", "i5"]
    assert [BOARD.names[cell] for cell in winning_chain(cells_named(shortest))] == shortest
    chain = winning_chain(cells_named(between_two_other_sides))
    assert [BOARD.names[cell] for cell in chain] == shortest
    for places in BOARD.symmetries():
        turned = [places[BOARD.index[name]] for name in between_two_other_sides]
        expected = {places[BOARD.index[name]] for name in shortest}
        assert set(winning_chain(cell_set(turned))) == expected
    sheet = GAME.decode(POSITIONS["Red has won"]).state.stones[0]
    chain = winning_chain(sheet)
    assert all(sheet >> cell & 1 for cell in chain)
    assert all(BOARD.neighbours[one] >> other & 1 for one, other in itertools.pairwise(chain))
    assert len(chain) == 9


@pytest.mark.parametrize("name", ["nothing can separate", "everything is blocked"])
def test_a_player_who_cannot_separate_loses(name):
    position = GAME.decode(POSITIONS[name])
    assert position.outcome == Outcome(((1,), (0,)), Reason.NO_MOVE)
    assert position.to_move is None
    assert position.read("b1") == ((), "b1")
    with pytest.raises(IllegalMove, match="the game is over"):
        position.steps()
    with pytest.raises(IllegalMove, match="the game is over"):
        position.parse("b1")
    with pytest.raises(ValueError, match="seat 0 has no place"):
        position.leave(0)


def test_four_hundred_plies_are_a_draw():
    line = POSITIONS["three separations"]
    last = GAME.decode(line.replace("ply:1", "ply:399"))
    assert last.outcome is None
    after = last.play("e2:4+2>E@e2")
    assert after.ply == 400
    assert after.outcome.reason is Reason.NO_MOVE
    drawn = GAME.decode(line.replace("ply:1", "ply:400").replace("a1=1", "a1=3"))
    assert drawn.outcome == Outcome(((0, 1),), Reason.PLY_LIMIT)
    assert drawn.outcome.winners == ()
    assert drawn.to_move is None


def test_the_last_of_four_hundred_plies_is_played_and_then_it_is_a_draw():
    position = GAME.decode("basic ply:398 red:a1=3,a5=6 yellow:i1=6,i5=3")
    position = position.play("a1:2+1>E@e5")
    assert position.outcome is None
    position = position.play("i1:3+2+1>E@a1")
    assert position.ply == 400
    assert position.outcome == Outcome(((0, 1),), Reason.PLY_LIMIT)
    assert list(position.moves()) == []


def test_the_reserve_has_no_end():
    position = GAME.decode("basic ply:20 red:a1=60,a5=6 yellow:i1=60,i5=6")
    after = position.play("a5:3+2+1>W@e5")
    assert sum(piece.height for piece in after.pieces().values()) == 133
    assert after.outcome is None


def test_moves_are_made_one_by_one(monkeypatch):
    asked = []
    monkeypatch.setattr(
        separation,
        "placements",
        lambda *told: asked.append(told) or placements(*told),
    )
    moves = GAME.start().moves()
    assert len(list(itertools.islice(moves, 50))) == 50
    assert len(asked) == 1
    assert len(list(moves)) == 1_125 - 50


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_who_leaves_loses(seat):
    after = GAME.start("advanced").leave(seat)
    assert after.outcome == Outcome(((1 - seat,), (seat,)), Reason.LEFT)
    assert after.to_move is None
    assert GAME.decode(after.encode()) == after
    with pytest.raises(ValueError, match=f"seat {seat} has no place"):
        after.leave(seat)


def test_a_seat_that_nobody_holds_cannot_leave():
    with pytest.raises(ValueError, match="seat 2 has no place"):
        GAME.start().leave(2)


def test_facts_tell_how_many_pieces_and_how_high():
    assert BLOCKED.facts() == (
        Fact(0, "pieces", "11"),
        Fact(0, "high", "5"),
        Fact(1, "pieces", "8"),
        Fact(1, "high", "6"),
    )
    assert GAME.start("advanced").facts()[1] == Fact(0, "high", "0")


def test_moves_of_another_position_are_judged_anew():
    start = GAME.start()
    for text in ("b1:5+1>E@a1", "b1:5+1>E@d8", "b1:5+1>E"):
        with pytest.raises(ValueError, match=r"."):
            start.play(start.parse("b1:4+2>E@c1")).play(text)
    free = GAME.decode(POSITIONS["three separations"]).parse("e2:4+2>E@a3")
    with pytest.raises(IllegalMove, match="the 4 would land on a red 5-stack"):
        BLOCKED.play(free)
    foreign = start.parse("b1:3+2+1>E@c1")
    for other in (BLOCKED, GAME.start("advanced"), start.leave(0)):
        with pytest.raises(ValueError, match=r"."):
            other.play(foreign)
    with pytest.raises(ValueError, match=r"."):
        start.play(GAME.start("advanced").parse("@c3"))
    winning = SEPARATION_WINS.parse("f7:2+1>W")
    quiet = GAME.decode(SEPARATION_WINS.encode().replace(",i5=1", ""))
    with pytest.raises(ValueError, match="the new piece is missing"):
        quiet.play(winning)
    placing = quiet.parse("f7:2+1>W@a2")
    with pytest.raises(ValueError, match="nothing is placed"):
        SEPARATION_WINS.play(placing)
    taken = PLACEMENT_WINS.parse("c7:2+1>W@g5")
    with pytest.raises(ValueError, match="g5 holds a yellow 1-stack"):
        GAME.decode(PLACEMENT_WINS.encode() + ",g5=1").play(taken)


def test_nothing_separates_while_stacks_are_set_up():
    turn = GAME.decode("basic ply:2 red:c3=6 yellow:c4=6").parse("c3:5+1>NE@a1")
    with pytest.raises(MoveError, match="the stacks are set up first"):
        GAME.start("advanced").play("@c3").play("@c4").play(turn)


def test_a_turn_of_the_other_player_is_refused():
    line = "basic ply:3 red:a5=3 yellow:a4=6"
    turn = GAME.decode(line).parse("a4:5+1>NW@a1")
    with pytest.raises(IllegalMove, match="a4 holds a yellow 6-stack, and it is Red's turn"):
        GAME.decode(line.replace("ply:3", "ply:4")).play(turn)


def test_separations_never_outgrow_the_board():
    assert len(separations_into(36, 8)) == 1
    assert separations_into(37, 8) == ()
    assert separations_into(10**9, 8) == ()
    assert separations_into(9, 8) == (
        (8, 1),
        (7, 2),
        (6, 3),
        (6, 2, 1),
        (5, 4),
        (5, 3, 1),
        (4, 3, 2),
    )


LINE = POSITIONS["a taller stack in the way"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "not a position of Glaisher"),
        (LINE.replace("basic", "other"), "not a position of Glaisher"),
        (LINE + " left:2", "not a position of Glaisher"),
        (LINE.replace("e4=2", "a6=2"), "there is no hex a6"),
        (LINE.replace("e4=2", "e2=2"), "e2 holds two stacks"),
        (LINE.replace("e4=2", "e4=0"), "the stack on e4 has no height"),
        ("advanced ply:1 red:a1=5 yellow:", "stacks are set up in turn"),
        ("advanced ply:2 red:a1=6 yellow:", "stacks are set up in turn"),
        ("advanced ply:5 red:a1=6,a2=6 yellow:a3=6,a4=6,a5=6", "stacks are set up in turn"),
    ],
)
def test_lines_that_tell_no_position_say_what_is_wrong(line, complaint):
    with pytest.raises(PositionError, match=f"^{complaint}"):
        GAME.decode(line)


def test_only_one_player_can_have_connected():
    red = "e1=1,e2=1,e3=1,e4=1,e5=1,e6=1,e7=1,f7=1,f8=1"
    yellow = "d1=1,d2=1,d3=1,d4=1,d5=1,d6=1,d7=1,d8=1"
    assert GAME.decode(f"basic ply:9 red:{red} yellow:{yellow}").outcome.winners == (0,)
    with pytest.raises(PositionError, match="only one player"):
        GAME.decode(f"basic ply:9 red:{red} yellow:{yellow},e9=1")
