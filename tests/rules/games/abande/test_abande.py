"""Abande as a person meets it: counts, steps, typed moves, words, and the end."""

import itertools

import pytest

from rules.__main__ import perft
from rules.errors import IllegalMove, PositionError
from rules.game import (
    CutOff,
    GameInfo,
    Moved,
    Outcome,
    Passed,
    Piece,
    Placed,
    Reason,
    Shape,
    StepKind,
    Variant,
)
from rules.games.abande import Abande
from rules.geometry.board import square_board
from rules.geometry.hexboard import hex_board

GAME = Abande()
MIDDLE = "square ply:8 reserve:15,16 passes:0 stacks:c2=B,c3=W,c4=BW,d2=W"
LATE = "hex ply:40 reserve:0,0 passes:0 stacks:d3=WB,d4=W,d5=B,d6=BWW"


def texts(options):
    return [step.text for step in options]


def test_the_facts_of_the_game():
    assert GAME.info == GameInfo(
        id="abande",
        name="Abande",
        designer="Dieter Stein",
        year=2005,
        variants=(
            Variant("square", "Square", 2, square_board(7)),
            Variant("hex", "Hexagon", 2, hex_board(4)),
        ),
        colours=("White", "Black"),
        draws=True,
        goal=GAME.info.goal,
        turns=30,
        shape=Shape.PILE,
        endings=GAME.info.endings,
        hints=GAME.info.hints,
    )


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("square", (49, 312, 2_784, 33_752)), ("hex", (37, 180, 1_176, 10_482, 109_116))],
)
def test_move_sequences_from_the_start(variant, counts):
    found = tuple(perft(GAME.start(variant), depth + 1) for depth in range(len(counts)))
    assert found == counts


def test_the_default_variant_is_the_square():
    assert GAME.start() == GAME.start("square") != GAME.start("hex")
    assert GAME.start("hex").variant.id == "hex"
    assert GAME.start().info is GAME.info


@pytest.mark.parametrize(("variant", "seed"), [("round", None), ("hex", 1), ("", None)])
def test_a_start_that_does_not_exist_is_refused(variant, seed):
    with pytest.raises(ValueError, match="Abande"):
        GAME.start(variant, seed=seed)


def test_the_first_stone_goes_anywhere_and_the_second_next_to_it():
    position = GAME.start("hex")
    assert len(position.steps().options) == 37
    position = position.play("d4")
    assert texts(position.steps().options) == ["c3", "c4", "d3", "d5", "e3", "e4"]


def test_pieces_move_from_the_fourth_ply():
    position = GAME.start().play("d4").play("d5")
    assert {step.kind for step in position.steps().options} == {StepKind.CELL}
    position = position.play("d6")
    kinds = {step.text: step.kind for step in position.steps().options}
    assert "d5" not in kinds
    assert GAME.start().play("d4").play("d5").play("e5").parse("d5-d4")


def test_the_first_menu_offers_insertions_then_pieces_then_the_pass():
    position = GAME.decode("hex ply:40 reserve:1,0 passes:0 stacks:a1=WB,a2=W")
    assert [(step.text, step.kind, step.label) for step in position.steps().options] == [
        ("a3", StepKind.CELL, "place on a3"),
        ("b1", StepKind.CELL, "place on b1"),
        ("b2", StepKind.CELL, "place on b2"),
        ("b3", StepKind.CELL, "place on b3"),
        ("a2", StepKind.PIECE, "move a2, white stone"),
    ]
    position = GAME.decode("hex ply:41 reserve:1,0 passes:0 stacks:a1=WB,a2=W")
    assert [(step.text, step.kind, step.label) for step in position.steps().options] == [
        ("a1", StepKind.PIECE, "move a1, black stack of 2"),
        ("pass", StepKind.PASS, "pass"),
    ]


@pytest.mark.parametrize(
    ("line", "prompt"),
    [
        ("hex ply:0 reserve:18,18 passes:0 stacks:", "Where do you place a stone?"),
        (
            "hex ply:40 reserve:1,0 passes:0 stacks:a1=WB,a2=W",
            "Place a stone, or move which piece?",
        ),
        ("hex ply:41 reserve:1,0 passes:0 stacks:a1=WB,a2=W", "Move which piece, or pass?"),
        ("hex ply:41 reserve:1,0 passes:0 stacks:a1=WBW,a2=B", "You can only pass."),
    ],
)
def test_the_question_names_only_what_there_is_to_choose(line: str, prompt: str):
    assert GAME.decode(line).steps().prompt == prompt


def test_steps_lead_to_the_move():
    position = GAME.decode(MIDDLE)
    assert position.steps().prompt == "Place a stone, or move which piece?"
    assert str(position.steps(["b1"]).complete) == "b1"
    menu = position.steps(["d2"])
    assert (menu.complete, menu.prompt) == (None, "Where does d2 move?")
    assert [(step.text, step.kind, step.cells) for step in position.steps(["d2"]).options] == [
        ("c2", StepKind.LANDING, ("c2",))
    ]
    assert str(position.steps(["d2", "c2"]).complete) == "d2-c2"
    assert position.steps(["d2", "c2"]).options == ()
    assert str(GAME.decode(LATE).steps(["pass"]).complete) == "pass"


@pytest.mark.parametrize(
    "taken", [["c2"], ["c3"], ["d2", "c3"], ["b1", "b2"], ["d2", "c2", "c2"], ["pass"], ["z"]]
)
def test_steps_that_cannot_be_taken_are_refused(taken):
    with pytest.raises(IllegalMove, match="cannot be chosen here") as raised:
        GAME.decode(MIDDLE).steps(taken)
    assert raised.value.code == "not_offered"
    assert len(raised.value.hints) <= 3


@pytest.mark.parametrize("text", ["d2-c2", "D2 C2", "d2c2", "d2 \u2192 c2", "d2\u2212c2", "d2>c2."])
def test_typed_moves_are_read_liberally(text):
    assert str(GAME.decode(MIDDLE).parse(text)) == "d2-c2"


@pytest.mark.parametrize(("text", "canonical"), [(" B1 ", "b1"), ("b1.", "b1")])
def test_typed_insertions_are_read_liberally(text, canonical):
    assert str(GAME.decode(MIDDLE).parse(text)) == canonical


@pytest.mark.parametrize("text", ["pass", "PASS", " Pass. "])
def test_typed_passes_are_read_liberally(text):
    assert str(GAME.decode(LATE).parse(text)) == "pass"


@pytest.mark.parametrize(
    ("typed", "taken", "rest"),
    [
        ("", (), ""),
        ("d", (), "d"),
        ("D2-", ("d2",), ""),
        ("d2 c", ("d2",), "c"),
        ("d2 c2", ("d2", "c2"), ""),
        ("d2 c2 c3", ("d2", "c2"), "c3"),
        ("d2 c4", ("d2",), "c4"),
        ("b1 b2", ("b1",), "b2"),
        ("pas", (), "pas"),
        ("pass", (), "pass"),
    ],
)
def test_typed_text_is_split_into_steps_and_a_rest(typed, taken, rest):
    assert GAME.decode(MIDDLE).read(typed) == (taken, rest)


def test_drafts_say_what_was_chosen_so_far():
    position = GAME.decode(MIDDLE)
    drafts = [position.draft(taken) for taken in ([], ["d2"], ["d2", "c2"], ["b1"])]
    assert drafts == ["", "d2", "d2-c2", "b1"]
    assert GAME.decode(LATE).draft(["pass"]) == "pass"
    with pytest.raises(IllegalMove):
        position.draft(["c2"])


def test_an_insertion_is_told_and_shown():
    position = GAME.start()
    move = position.parse("d4")
    assert position.describe(move) == "White places a stone on d4."
    assert position.events(move) == (Placed(0, "d4"),)
    after = position.play(move)
    assert after.pieces() == {"d4": Piece(0, 1, (0,))}
    assert after.reserve == (17, 18)
    assert after.play("d5").reserve == (17, 17)
    assert after.play("d5").pieces()["d5"] == Piece(1, 1, (1,))


def test_a_move_puts_the_whole_piece_on_top():
    position = GAME.decode("square ply:11 reserve:15,16 passes:0 stacks:c2=WB,c3=W,d3=B")
    move = position.parse("c2-c3")
    assert position.describe(move) == "Black moves c2 onto c3, making a stack of 3."
    assert position.events(move) == (Moved(1, "c2", ("c3",), 2),)
    after = position.play(move)
    assert after.pieces() == {"c3": Piece(1, 3, (0, 0, 1)), "d3": Piece(1, 1, (1,))}
    assert (after.reserve, after.ply, after.to_move) == ((15, 16), 12, 0)


def test_a_pass_is_told_and_shown():
    position = GAME.decode(LATE)
    move = position.parse("pass")
    assert position.describe(move) == "White passes."
    assert position.events(move) == (Passed(0),)
    after = position.play(move)
    assert (after.passes, after.outcome, after.to_move) == (1, None, 1)
    assert after.play("d3-d4").passes == 0


def test_a_first_pass_removes_nothing():
    position = GAME.decode("hex ply:40 reserve:0,0 passes:0 stacks:c2=WBB,d3=B,d4=W")
    move = position.parse("pass")
    assert (position.describe(move), position.events(move)) == ("White passes.", (Passed(0),))
    assert position.play(move).pieces() == position.pieces()


def test_an_insertion_ends_a_row_of_passes():
    position = GAME.decode("hex ply:41 reserve:0,1 passes:1 stacks:d3=B,d4=W")
    assert position.play("d5").passes == 0


@pytest.mark.parametrize(
    ("stacks", "sentence", "removed"),
    [
        ("d3=B,d4=W", "White passes and ends the game.", []),
        (
            "c2=WBB,d3=B,d4=W",
            "White passes and ends the game, which cuts off c2.",
            [("c2", Piece(1, 3, (0, 1, 1)))],
        ),
        (
            "d3=WW,d4=W",
            "White passes and ends the game, which cuts off d3 and d4.",
            [("d3", Piece(0, 2, (0, 0))), ("d4", Piece(0, 1, (0,)))],
        ),
    ],
)
def test_the_last_pass_removes_what_touches_no_enemy(stacks, sentence, removed):
    position = GAME.decode(f"hex ply:40 reserve:0,0 passes:1 stacks:{stacks}")
    move = position.parse("pass")
    assert position.describe(move) == sentence
    cut_off = (CutOff(tuple(removed)),) if removed else ()
    assert position.events(move) == (Passed(0), *cut_off)
    kept = dict(position.pieces())
    for cell, piece in removed:
        assert kept.pop(cell) == piece
    assert position.play(move).pieces() == kept


@pytest.mark.parametrize(
    ("stacks", "ranking", "scores"),
    [
        ("d3=WB,d4=W", ((1,), (0,)), (1, 2)),
        ("d3=WB,d4=BBW", ((0,), (1,)), (3, 2)),
        ("d3=WB,d4=BW", ((0, 1),), (2, 2)),
        ("d3=W,d4=W", ((0, 1),), (0, 0)),
    ],
)
def test_points_decide_and_equal_points_draw(stacks, ranking, scores):
    position = GAME.decode(f"hex ply:40 reserve:0,0 passes:1 stacks:{stacks}").play("pass")
    assert position.outcome == Outcome(ranking, Reason.SCORE, scores)
    assert list(position.moves()) == []


def test_facts_are_reserves_and_points():
    facts = GAME.decode("hex ply:40 reserve:2,3 passes:0 stacks:d3=WB,d4=W,d5=W").facts()
    assert [(fact.colour, fact.label, fact.value) for fact in facts] == [
        (0, "in reserve", "2"),
        (1, "in reserve", "3"),
        (0, "point", "1"),
        (1, "points", "2"),
    ]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_loses(seat):
    position = GAME.start().leave(seat)
    assert position.outcome == Outcome(((1 - seat,), (seat,)), Reason.LEFT)
    assert (position.to_move, list(position.moves())) == (None, [])
    assert GAME.decode(position.encode()) == position


def test_only_a_player_of_a_running_match_can_leave():
    with pytest.raises(ValueError, match="seat 2"):
        GAME.start().leave(2)
    with pytest.raises(ValueError, match="seat 0"):
        GAME.start().leave(1).leave(0)


def test_a_finished_game_takes_no_more_moves():
    position = GAME.decode(LATE).play("pass").play("pass")
    for attempt in (position.parse, position.play, lambda text: position.steps([text])):
        with pytest.raises(IllegalMove, match=r"^the game is over$") as raised:
            attempt("pass")
        assert raised.value.code == "game_over"
    assert position.read("pass") == ((), "pass")


def test_seats_keep_their_colours():
    assert [GAME.start().colour_of(seat) for seat in (0, 1)] == [0, 1]


def test_play_takes_texts_and_moves_but_no_illegal_ones():
    position = GAME.decode(MIDDLE)
    for text in ("d2-c2", "b1"):
        move = position.parse(text)
        assert position.play(move) == position.play(text) != position
        with pytest.raises(IllegalMove):
            position.play(text).play(move)
    with pytest.raises(IllegalMove):
        position.play(GAME.decode(LATE).parse("pass"))
    with pytest.raises(IllegalMove):
        GAME.start("square").play("d4").play(GAME.start("hex").parse("g4"))


def test_a_move_of_the_other_board_means_what_it_says():
    position = GAME.start("square").play(GAME.start("hex").parse("g4"))
    assert list(position.pieces()) == ["g4"]


def test_moves_are_values():
    position = GAME.decode(MIDDLE)
    assert position.parse("d2-c2") == position.parse("D2 C2") != position.parse("b1")
    assert {position.parse("d2c2"), position.parse("b1")} <= set(position.moves())


@pytest.mark.parametrize("text", [MIDDLE, LATE, f"{LATE} left:1"])
def test_a_position_is_one_line(text):
    assert GAME.decode(text).encode() == text


def test_an_ended_game_may_have_lost_its_band():
    text = "hex ply:42 reserve:0,0 passes:2 stacks:a1=W,a2=B,g3=W,g4=B"
    assert GAME.decode(text).outcome.scores == (2, 2)


def test_an_empty_board_is_written_down_too():
    assert GAME.start().encode() == "square ply:0 reserve:18,18 passes:0 stacks:"
    assert GAME.decode(GAME.start().encode()) == GAME.start()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a position of Abande"),
        ("hex ply:0 reserve:18,18 passes:3 stacks:", "not a position"),
        ("hex ply:0 reserve:18,18 passes:0 stacks:\n", "not a position"),
        ("hex ply:0 reserve:19,18 passes:0 stacks:", "a reserve of 19 is more than 18"),
        ("hex ply:0 reserve:18,99 passes:0 stacks:", "a reserve of 99 is more than 18"),
        ("hex ply:0 reserve:18,18 passes:0 stacks:c3", "c3 is not a stack"),
        ("hex ply:0 reserve:18,18 passes:0 stacks:c3=WWBB", "c3=WWBB is not a stack"),
        ("hex ply:0 reserve:18,18 passes:0 stacks:a5=W", "a5=W is not a stack"),
        ("hex ply:0 reserve:18,18 passes:0 stacks:c3=W,c3=B", "c3 holds two stacks"),
        ("hex ply:0 reserve:18,18 passes:0 stacks:c3=W,c5=B", "do not form one band"),
    ],
)
def test_damaged_positions_say_what_is_wrong(text, message):
    with pytest.raises(PositionError, match=message):
        GAME.decode(text)


def test_listing_moves_is_lazy():
    assert len(list(itertools.islice(GAME.start().moves(), 2))) == 2
