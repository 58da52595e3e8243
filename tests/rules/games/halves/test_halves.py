"""How Halves is played through its interface."""

import json
from pathlib import Path

import pytest

from rules.errors import IllegalMove, MoveError, PositionError
from rules.game import CutOff, Elected, Fact, Piece, Placed, Reason, Removed, Step, StepKind
from rules.games.halves import Halves
from rules.geometry.openfield import OPEN_FIELD

GAME = Halves()
POSITIONS = json.loads((Path(__file__).parents[3] / "data/halves_positions.json").read_text())
SEEDED = ("2p-random", "3p-random")


def position_of(name):
    return GAME.decode(POSITIONS[name])


def seats_of_a_match(position):
    """The seats that move while tiles are placed and the colour elected."""
    seats = []
    while not position.encode().split()[1].startswith("waning"):
        seats.append(position.to_move)
        position = position.play(next(position.moves()))
    return seats, position


def test_the_variants_are_for_two_or_three_and_two_is_the_default():
    assert [(variant.id, variant.seats, variant.seeded) for variant in GAME.info.variants] == [
        ("2p", 2, False),
        ("3p", 3, False),
        ("2p-nocontract", 2, False),
        ("3p-nocontract", 3, False),
        ("2p-random", 2, True),
        ("3p-random", 3, True),
    ]
    assert [variant.name for variant in GAME.info.variants] == [
        "Two players",
        "Three players",
        "Two players, no contract",
        "Three players, no contract",
        "Two players, random tiles",
        "Three players, random tiles",
    ]
    assert {variant.board for variant in GAME.info.variants} == {OPEN_FIELD}
    assert GAME.start().variant.id == "2p"
    assert GAME.start().info is GAME.info


def test_unknown_variants_and_misplaced_seeds_are_refused():
    with pytest.raises(ValueError, match="no variant 4p"):
        GAME.start("4p")
    with pytest.raises(ValueError, match="without a seed"):
        GAME.start("2p", seed=1)
    with pytest.raises(ValueError, match="with a seed"):
        GAME.start("3p-random")


@pytest.mark.parametrize(
    ("variant", "order"),
    [
        ("2p", [0, 1] * 11 + [0]),
        ("2p-nocontract", [0, 1] * 11),
        ("3p", [0, 1, 2] * 11 + [0]),
        ("3p-nocontract", [0, 1, 2] * 11),
    ],
)
def test_all_place_in_turn_the_last_seat_last_and_the_first_elects(variant, order):
    seats, position = seats_of_a_match(GAME.start(variant))
    assert seats == order
    assert position.to_move == (0 if "nocontract" in variant else 1)
    assert position.ply == len(order)
    counts = dict.fromkeys(range(position.variant.seats), 0)
    for piece in position.pieces().values():
        counts[piece.colour] += 1
    assert set(counts.values()) == {12}


@pytest.mark.parametrize("variant", SEEDED)
def test_a_seed_lays_all_tiles_and_the_match_begins_with_the_contract(variant):
    position = GAME.start(variant, seed=7)
    assert position == GAME.start(variant, seed=7)
    assert position.pieces() != GAME.start(variant, seed=8).pieces()
    assert (position.ply, position.to_move) == (0, 0)
    assert len(position.pieces()) == 12 * position.variant.seats
    assert {step.kind for step in position.steps().options} == {StepKind.COLOUR}
    assert position.encode().endswith(" seed:7")


def test_a_seed_lays_the_same_tiles_for_ever():
    light = "-4,1;-4,3;-3,0;-2,1;-1,-1;0,0;0,3;1,1;2,-1;2,1;4,-1;5,-2"
    dark = "-4,2;-3,1;-3,2;-2,0;0,-2;0,-1;0,2;1,-1;1,0;1,2;3,-1;5,-1"
    assert GAME.start("2p-random", seed=7).encode() == (
        f"2p-random contract ply:0 turn:0 light:{light} dark:{dark} seats:light,dark seed:7"
    )


def test_a_placement_is_an_event_and_a_sentence():
    position = GAME.start()
    move = position.parse("0,1")
    assert position.events(move) == (Placed(0, "l50"),)
    assert position.describe(move) == "Light places a tile on l50."
    after = position.play(move)
    assert after.pieces() == {"m50": Piece(0), "l50": Piece(0), "m51": Piece(1)}
    assert (after.to_move, after.ply) == (1, 1)


def test_the_menu_of_placements_offers_hexes_beside_other_colours():
    menu = GAME.start().steps()
    assert menu.prompt == "Where does the tile go?"
    assert [step.text for step in menu.options] == ["l50", "n51", "l51", "n52", "m52"]
    assert menu.options[0] == Step("l50", StepKind.CELL, "l50", ("l50",))
    assert GAME.start().steps(["l51"]).complete == GAME.start().parse("1,1")


def test_electing_another_colour_exchanges_it_with_its_holder():
    position = GAME.start("3p-random", seed=3)
    move = position.parse("grey")
    assert str(move) == "grey"
    assert position.events(move) == (Elected(0, 2),)
    assert position.describe(move) == "Light chooses Grey, and the two exchange colours."
    after = position.play(move)
    assert [after.colour_of(seat) for seat in range(3)] == [2, 1, 0]
    assert after.pieces() == position.pieces()
    assert after.to_move == 1


def test_electing_ones_own_colour_changes_nothing_but_the_turn():
    position = GAME.start("2p-random", seed=3)
    assert position.describe(position.parse("light")) == "Light chooses to stay Light."
    after = position.play("light")
    assert [after.colour_of(seat) for seat in range(2)] == [0, 1]
    assert after.to_move == 1


def test_the_menu_of_the_contract_shows_the_tiles_of_each_colour():
    position = GAME.start("2p-random", seed=3)
    menu = position.steps()
    assert menu.prompt == "Which colour is it from now on?"
    assert [(step.text, step.label) for step in menu.options] == [
        ("light", "stay Light"),
        ("dark", "become Dark"),
    ]
    for colour, step in enumerate(menu.options):
        assert {position.pieces()[cell].colour for cell in step.cells} == {colour}
        assert len(step.cells) == 12
    assert position.steps(["dark"]).complete == position.parse("dark")


def test_after_the_exchange_everybody_removes_the_colour_now_theirs():
    position = GAME.start("2p-random", seed=3).play("dark")
    mine = {step.text for step in position.steps().options}
    assert mine == {cell for cell, piece in position.pieces().items() if piece.colour == 0}
    assert position.steps().prompt == "Which tile is removed?"
    assert {step.kind for step in position.steps().options} == {StepKind.PIECE}


def test_when_subsets_tie_the_mover_chooses_which_stays():
    position = position_of("a choice of two")
    menu = position.steps(["m50"])
    assert menu.prompt == "Which part stays?"
    assert menu.complete is None
    assert menu.options == (
        Step("m48", StepKind.SUBSET, "keep the part with m48", ("m48", "m49")),
        Step("m51", StepKind.SUBSET, "keep the part with m51", ("m51", "m52")),
    )
    move = position.steps(["m50", "m51"]).complete
    assert str(move) == "0,0/1,0"
    assert position.draft(["m50"]) == "m50"
    assert position.draft(["m50", "m51"]) == "m50/m51"
    assert position.play(move).pieces() == {"m51": Piece(1), "m52": Piece(0)}
    assert position.events(move) == (
        Removed(0, "m50"),
        CutOff((("m48", Piece(0)), ("m49", Piece(1)))),
    )
    assert position.describe(move) == (
        "Light removes m50 and keeps the part with m51,"
        " which cuts off 1 light tile and 1 dark tile."
    )


def test_nothing_is_cut_off_when_one_subset_remains():
    position = position_of("a ring")
    move = position.parse("1,0")
    assert position.events(move) == (Removed(0, "m51"),)
    assert position.describe(move) == "Light removes m51."
    assert len(position.play(move).pieces()) == 5


def test_three_equal_subsets_are_three_choices():
    position = position_of("a choice of three")
    assert {str(move) for move in position.moves()} == {"0,0/-2,2", "0,0/0,-2", "0,0/1,0"}
    sentence = position.describe(position.parse("0,0/1,0"))
    assert sentence == "Dark removes m50 and keeps the part with m51, which cuts off 4 grey tiles."


def test_the_first_without_a_tile_wins_even_by_anothers_removal():
    after = position_of("a choice of three").play("0,0/1,0")
    assert after.outcome.ranking == ((1, 2), (0,))
    assert after.outcome.reason is Reason.EMPTIED
    assert after.to_move is None
    assert list(after.moves()) == []


def test_two_of_three_who_lose_their_last_tile_at_once_share_the_win():
    after = position_of("both at once").play("0,0")
    assert after.outcome.ranking == ((0, 1), (2,))
    assert after.outcome.winners == (0, 1)


def test_facts_count_tiles_to_place_and_then_tiles_left():
    assert GAME.start("3p").facts() == tuple(Fact(seat, "to place", "11") for seat in range(3))
    assert position_of("a choice of two").facts() == (
        Fact(0, "tiles left", "3"),
        Fact(1, "tiles left", "2"),
    )
    exchanged = GAME.start("2p-random", seed=3).play("dark").facts()
    assert exchanged == (Fact(1, "tiles left", "12"), Fact(0, "tiles left", "12"))


@pytest.mark.parametrize(
    ("name", "typed", "read"),
    [
        ("a choice of two", "", ((), "")),
        ("a choice of two", "0,0", (("m50",), "")),
        ("a choice of two", "0 0 / 2 0", (("m50", "m51"), "")),
        ("a choice of two", "0,0/-1", (("m50",), "-1")),
        ("a choice of two", "0,0/7,7", (("m50",), "7,7")),
        ("a choice of two", "0,0/99,99", (("m50",), "99,99")),
        ("a choice of two", "0,0 light", (("m50",), "light")),
        ("a choice of two", "2,0/0,0", (("m52",), "0,0")),
        ("a choice of two", "1,0", ((), "1,0")),
        ("a choice of two", "0,0/1,0/1,0", (("m50", "m51"), "1,0")),
        ("turned around", "2, -1", (("n52",), "")),
    ],
)
def test_typed_text_is_read_as_far_as_it_fits(name, typed, read):
    assert position_of(name).read(typed) == read


def test_the_contract_and_placements_take_one_word():
    contract = GAME.start("2p-random", seed=3)
    assert contract.read("Dark 1,1") == (("dark",), "1,1")
    assert contract.read("grey") == ((), "grey")
    assert GAME.start().read("1,1 0,1") == (("l51",), "0,1")


def test_nothing_is_read_of_a_finished_match():
    over = GAME.start().leave(0)
    assert over.read("0,1") == ((), "0,1")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.parse("0,1")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play(GAME.start().parse("0,1"))
    with pytest.raises(IllegalMove, match="the game is over"):
        over.steps()
    with pytest.raises(IllegalMove, match="the game is over"):
        over.draft(["l50"])
    with pytest.raises(ValueError, match="seat 1 has no place"):
        over.leave(1)


@pytest.mark.parametrize(
    ("taken", "hints"),
    [
        (["m51"], ("m48", "m50", "m52")),
        (["m52", "m50"], ("m48", "m50", "m52")),
        (["m50", "m52"], ("m48", "m50", "m52")),
        (["m50", "m51", "m51"], ("m48", "m50", "m52")),
    ],
)
def test_steps_that_are_not_offered_are_refused(taken, hints):
    with pytest.raises(IllegalMove) as refusal:
        position_of("a choice of two").steps(taken)
    assert refusal.value.code == "not_offered"
    assert refusal.value.hints == hints
    assert refusal.value.message == f"{taken[-1]} cannot be chosen here"


def test_an_empty_draft_is_no_text():
    assert GAME.start().draft([]) == ""


def test_a_move_that_was_legal_before_is_judged_anew():
    move = GAME.start().parse("0,1")
    with pytest.raises(IllegalMove, match="l50 already holds a light tile"):
        GAME.start().play(move).play(move)
    contract = GAME.start("3p-random", seed=3)
    with pytest.raises(IllegalMove, match="nobody plays grey"):
        contract.leave(2).play(contract.parse("grey"))
    removal = position_of("a choice of two").parse("2,0")
    with pytest.raises(IllegalMove, match="there is no tile on m52"):
        position_of("turned around").play(removal)


def test_moves_of_another_position_are_judged_anew():
    placement, election = GAME.start().parse("0,1"), GAME.start("2p-random", seed=3).parse("dark")
    for move in (placement, election):
        with pytest.raises(MoveError):
            position_of("a choice of two").play(move)
    chosen = position_of("a choice of two").parse("0,0/1,0")
    with pytest.raises(IllegalMove):
        position_of("turned around").play(chosen)


LINE = "2p waning ply:39 turn:0 light:-2,0;0,0;2,0 dark:-1,0;1,0 seats:light,dark"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "not a position of Halves, such as 2p waxing"),
        (LINE.replace("light:", "white:"), "not a position of Halves"),
        (LINE.replace("2p", "5p"), "no variant 5p"),
        (LINE.replace("2p", "3p"), "3p is played with light, dark, grey"),
        (LINE.replace("seats:light,dark", "seats:light,light"), "played with light, dark"),
        (LINE.replace(" seats", " grey:3,0 seats"), "played with light, dark"),
        (LINE.replace("2,0 ", "2,0;36,0 "), "36,0 is further out"),
        (LINE.replace("2,0 ", "2,0;1,0 "), "1,0 is listed twice"),
        (LINE.replace("turn:0", "turn:2"), "seat 2 cannot have the turn"),
        (LINE + " left:0", "seat 0 cannot have the turn"),
        (LINE + " left:1,1", "^a seat can leave once, and not all can"),
        (LINE + " left:2", "^a seat can leave once, and not all can"),
        (LINE + " left:1,0", "not all can"),
        (LINE + " seed:3", "^a seed belongs to random tiles, and to nothing else"),
        (LINE.replace("2p", "2p-random"), "^a seed belongs to random tiles, and to nothing else"),
        (LINE.replace("-1,0;", ""), "not one connected shape"),
        (LINE.replace("-2,0;0,0;2,0", "").replace("-1,0;1,0", ""), "not one connected shape"),
        (LINE.replace("2,0 ", ";".join(f"{q},0" for q in range(2, 13)) + " "), "has 12 tiles"),
        (
            LINE.replace("waning", "waxing").replace("-1,0;1,0", "").replace("-2,0;0,0;2,0", "0,0"),
            "no colour is without a tile",
        ),
        (LINE.replace("waning", "waxing"), "not placed in turn"),
        (
            LINE.replace("waning", "waxing").replace("1,0 ", "1,0;1,1;2,1;3,0 "),
            "not placed in turn",
        ),
        (LINE.replace("waning", "contract").replace("-2,0;", ""), "the phase is not contract"),
    ],
)
def test_lines_that_tell_no_position_say_what_is_wrong(line, complaint):
    with pytest.raises(PositionError, match=complaint):
        GAME.decode(line)


def test_the_phase_must_fit_the_variant():
    contract = GAME.start("2p-random", seed=7).encode()
    waxing = contract.replace("contract", "waxing")
    with pytest.raises(PositionError, match="the phase is not waxing"):
        GAME.decode(waxing)
    without = contract.replace("2p-random", "2p-nocontract").replace(" seed:7", "")
    with pytest.raises(PositionError, match="2p-nocontract has no contract"):
        GAME.decode(without)
    assert GAME.decode(without.replace("-nocontract", "")).to_move == 0
    with pytest.raises(PositionError, match="the phase is not waxing"):
        GAME.decode("2p-random waxing ply:0 turn:0 light:0,0 dark:1,0 seats:light,dark seed:7")
