"""Detach as a person meets it: counts, steps, typed moves, words, and the end."""

import itertools

import pytest

from rules.__main__ import perft
from rules.errors import IllegalMove, PositionError
from rules.game import (
    GameInfo,
    Outcome,
    Piece,
    Reason,
    Shape,
    Split,
    StepKind,
    Swapped,
    Variant,
)
from rules.games.detach import Detach
from rules.games.detach.detachment import Detachment
from rules.geometry.hexboard import hex_board

GAME = Detach()


def texts(options):
    return [step.text for step in options]


def test_the_facts_of_the_game():
    assert GAME.info == GameInfo(
        id="detach",
        name="Detach",
        designer="João Pedro Neto",
        year=2025,
        variants=(
            Variant("hexhex6", "Side 6", 2, hex_board(6)),
            Variant("hexhex5", "Side 5", 2, hex_board(5)),
        ),
        colours=("White", "Black"),
        draws=False,
        goal=GAME.info.goal,
        turns=25,
        shape=Shape.STONE,
        endings=GAME.info.endings,
        hints=GAME.info.hints,
    )


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("hexhex6", (45, 2_025, 94_770)), ("hexhex5", (45, 2_025, 94_410))],
)
def test_move_sequences_from_the_start(variant, counts):
    assert tuple(perft(GAME.start(variant), depth) for depth in (1, 2, 3)) == counts


def test_the_default_variant_is_the_big_board():
    assert GAME.start() == GAME.start("hexhex6") != GAME.start("hexhex5")
    assert GAME.start("hexhex5").variant.id == "hexhex5"
    assert GAME.start().info is GAME.info


@pytest.mark.parametrize(("variant", "seed"), [("hexhex7", None), ("hexhex6", 1), ("", None)])
def test_a_start_that_does_not_exist_is_refused(variant, seed):
    with pytest.raises(ValueError, match=r"^Detach (has no variant|starts without a seed)"):
        GAME.start(variant, seed=seed)


def test_steps_lead_from_stone_to_landings_to_the_move():
    position = GAME.start()
    stones = position.steps()
    assert [(step.text, step.kind) for step in stones.options] == [
        ("b6", StepKind.PIECE),
        ("f2", StepKind.PIECE),
        ("j6", StepKind.PIECE),
    ]
    assert stones.options[0].label == "b6 (force 1)"
    first = position.steps(["b6"])
    assert texts(first.options) == ["a5", "a6", "b5", "b7", "c6", "c7"]
    assert {step.kind for step in first.options} == {StepKind.LANDING}
    second = position.steps(["b6", "b5"])
    assert texts(second.options) == ["a5", "a6", "b7", "c6", "c7"]
    assert [menu.prompt for menu in (stones, first, second)] == [
        "Which stone detaches?",
        "Where does its first stone land?",
        "Where does its second stone land?",
    ]
    assert first.complete is second.complete is None
    done = position.steps(["b6", "c7", "b5"])
    assert (str(done.complete), done.options) == ("b6>b5,c7", ())


def test_after_a_swap_only_empty_hexes_are_offered():
    position = GAME.decode("hexhex5 ply:6 white:e5 black:e4,e6")
    first = position.steps(["e5"]).options
    assert texts(first) == ["d4", "d5", "e4x", "e6x", "f4", "f5"]
    assert [(step.label, step.cells) for step in first[1:3]] == [
        ("d5", ("d5",)),
        ("swap with e4", ("e4",)),
    ]
    assert texts(position.steps(["e5", "e4x"]).options) == ["d4", "d5", "f4", "f5"]
    assert texts(position.steps(["e5", "d4"]).options) == ["d5", "e4x", "e6x", "f4", "f5"]


@pytest.mark.parametrize(
    "taken", [["b2"], ["b6", "b4"], ["b6", "b5", "b5"], ["b6", "b5", "c7", "c6"]]
)
def test_steps_that_cannot_be_taken_are_refused(taken):
    with pytest.raises(IllegalMove, match=r" cannot be chosen here$") as raised:
        GAME.start().steps(taken)
    assert raised.value.code == "not_offered"


@pytest.mark.parametrize(
    "text",
    ["b6>b5,c7", "B6 C7 b5", "b6-b5/c7", "b6b5c7", "b6 → c7; b5", "b6\u2212b5,c7", " b6>c7,b5. "],
)
def test_typed_moves_are_read_liberally(text):
    assert str(GAME.start().parse(text)) == "b6>b5,c7"


@pytest.mark.parametrize("text", ["D4 d3 d5", "d4-d3/d5", "d4>d5,d3"])
def test_the_hexes_suffice_in_any_order(text):
    position = GAME.decode("hexhex6 ply:6 white:d4 black:a1,a2")
    assert str(position.parse(text)) == "d4>d3,d5"


@pytest.mark.parametrize(
    "text", ["e5>d4,e4x", "e5 e4 d4", "e5 E4X d4", "e5 e4\u00d7 d4", "e5 d4 e4 x"]
)
def test_the_mark_of_a_swap_may_be_left_out(text):
    position = GAME.decode("hexhex5 ply:6 white:e5 black:e4,e6")
    move = position.parse(text)
    assert (str(move), move.swap is None) == ("e5>d4,e4x", False)


def test_moves_are_values():
    position = GAME.start()
    move = position.parse("b6>b5,c7")
    assert move == position.parse("b6 c7 b5") != position.parse("b6>b5,c6")
    assert move in set(position.moves())


@pytest.mark.parametrize(
    ("typed", "taken", "rest"),
    [
        ("", (), ""),
        ("b", (), "b"),
        ("b6", ("b6",), ""),
        ("B6 > ", ("b6",), ""),
        ("b6>c", ("b6",), "c"),
        ("b6>c7,b5", ("b6", "c7", "b5"), ""),
        ("b6>c7,c7", ("b6", "c7"), "c7"),
        ("b6>c7x", ("b6",), "c7x"),
        ("b6>c7,b5 j2", ("b6", "c7", "b5"), "j2"),
        ("d4 b6", (), "d4 b6"),
    ],
)
def test_typed_text_is_split_into_steps_and_a_rest(typed, taken, rest):
    assert GAME.start().read(typed) == (taken, rest)


@pytest.mark.parametrize("typed", ["e5 e4", "e5>e4x"])
def test_reading_adds_the_mark_of_a_swap(typed):
    position = GAME.decode("hexhex5 ply:6 white:e5 black:e4,e6")
    assert position.read(typed) == (("e5", "e4x"), "")


def test_drafts_say_what_was_chosen_so_far():
    position = GAME.start()
    assert position.draft([]) == ""
    assert position.draft(["b6"]) == "b6"
    assert position.draft(["b6", "c7"]) == "b6>c7"
    assert position.draft(["b6", "c7", "b5"]) == "b6>b5,c7"
    with pytest.raises(IllegalMove):
        position.draft(["b6", "b6"])


def test_a_detachment_is_told_and_shown():
    position = GAME.start()
    move = position.parse("b6>b5,c7")
    assert position.describe(move) == "White detaches b6 to b5 and c7."
    assert position.events(move) == (Split(0, "b6", (("b5", 1), ("c7", 1))),)


def test_a_swap_is_told_and_shown():
    position = GAME.decode("hexhex5 ply:9 white:e4,e6 black:e5")
    move = position.parse("e5>d4,e6x")
    assert (
        position.describe(move)
        == "Black detaches e5 to d4 and e6; the white stone on e6 goes to e5."
    )
    assert position.events(move) == (
        Split(1, "e5", (("d4", 1), ("e6", 1))),
        Swapped(0, "e6", "e5"),
    )
    assert position.play(move).pieces() == {
        "d4": Piece(1),
        "e4": Piece(0),
        "e5": Piece(0),
        "e6": Piece(1),
    }


def test_own_stones_are_jumped_and_enemy_stones_are_not():
    position = GAME.decode("hexhex5 ply:6 white:e5,e6 black:d5")
    assert texts(position.steps(["e5"]).options) == ["c3", "e3", "e7", "g3", "g5"]


def test_the_enemy_of_an_own_group_is_no_stronger_than_its_own_group():
    position = GAME.decode("hexhex5 ply:6 white:e5 black:e6,e7,a1,a2,a3")
    assert texts(position.steps(["e5"]).options) == ["d4", "d5", "e4", "f4", "f5"]


def test_facts_count_the_stones_that_can_detach():
    facts = GAME.decode("hexhex5 ply:6 white:a1,a2,e5 black:e4,i1").facts()
    assert [(fact.colour, fact.label, fact.value) for fact in facts] == [
        (0, "can detach", "3"),
        (1, "can detach", "2"),
    ]


def test_who_cannot_move_loses():
    position = GAME.decode("hexhex5 ply:6 white: black:e5")
    assert position.outcome == Outcome(((1,), (0,)), Reason.NO_MOVE)
    assert position.to_move is None
    assert list(position.moves()) == []
    assert GAME.decode("hexhex5 ply:7 white:e5 black:").outcome.winners == (0,)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_loses(seat):
    position = GAME.start().leave(seat)
    assert position.outcome == Outcome(((1 - seat,), (seat,)), Reason.LEFT)
    assert (position.to_move, list(position.moves())) == (None, [])
    assert GAME.decode(position.encode()) == position


def test_only_a_player_of_a_running_match_can_leave():
    with pytest.raises(ValueError, match=r"^seat 2 has no place"):
        GAME.start().leave(2)
    with pytest.raises(ValueError, match="seat 0"):
        GAME.start().leave(1).leave(0)


def test_a_finished_game_takes_no_more_moves():
    position = GAME.start().leave(0)
    for attempt in (position.parse, position.play, lambda text: position.steps([text])):
        with pytest.raises(IllegalMove, match=r"^the game is over$") as raised:
            attempt("b6>b5,c7")
        assert raised.value.code == "game_over"
    assert position.read("b6>b5") == ((), "b6>b5")


def test_seats_keep_their_colours():
    assert [GAME.start().colour_of(seat) for seat in (0, 1)] == [0, 1]


def test_play_takes_texts_and_moves_but_no_illegal_ones():
    position = GAME.start()
    move = position.parse("b6>b5,c7")
    after = position.play(move)
    assert after == position.play("b6 c7 b5") != position
    assert (after.ply, after.to_move, after.outcome) == (1, 1, None)
    with pytest.raises(IllegalMove):
        after.play(move)
    with pytest.raises(IllegalMove):
        GAME.start("hexhex5").play(move)
    with pytest.raises(IllegalMove, match="b2 holds a black stone"):
        position.play(after.parse("b2>b1,c2"))
    near = GAME.decode("hexhex6 ply:0 white:b6,j6 black:b2").parse("b6>b5,c7")
    with pytest.raises(IllegalMove, match="b6 has force 2"):
        GAME.decode("hexhex6 ply:0 white:b6,b7 black:b2").play(near)


def test_a_move_that_was_a_swap_elsewhere_is_refused_where_it_is_none():
    swap = GAME.decode("hexhex5 ply:6 white:e5 black:e4,e6").parse("e5>d4,e4x")
    with pytest.raises(IllegalMove, match="e4 is empty"):
        GAME.decode("hexhex5 ply:6 white:e5 black:e6").play(swap)


def test_a_move_object_that_swaps_twice_is_refused():
    position = GAME.decode("hexhex5 ply:6 white:e5 black:e4,e6")
    index = hex_board(5).index
    twice = Detachment(5, index["e5"], (index["e4"], index["e6"]), index["e4"])
    with pytest.raises(IllegalMove, match="only one of the two stones may swap"):
        position.play(twice)


def test_a_position_is_one_line():
    position = GAME.start().play("b6>b5,c7")
    assert position.encode() == "hexhex6 ply:1 white:b5,c7,f2,j6 black:b2,f10,j2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a position of Detach"),
        ("hexhex7 ply:0 white: black:", "not a position"),
        ("hexhex6 ply:0 white:b6 black:b2 left:2", "not a position"),
        ("hexhex6 ply:0 white:b6 black:b2\n", "not a position"),
        ("hexhex6 ply:0 white:b6,z9 black:b2", "there is no hex z9"),
        ("hexhex5 ply:0 white:b6,k1 black:b2", "there is no hex k1"),
        ("hexhex6 ply:0 white:b6,c1 black:b2,c1", "c1 holds two stones"),
    ],
)
def test_damaged_positions_say_what_is_wrong(text, message):
    with pytest.raises(PositionError, match=message):
        GAME.decode(text)


def test_listing_moves_is_lazy():
    assert len(list(itertools.islice(GAME.start().moves(), 2))) == 2
