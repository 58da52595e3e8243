"""Words instead of a picture: enough to play by, and short enough to be sent."""

import itertools
import re

import pytest

from renderer import PictureRequest, alt_text, illustrations
from renderer.alt import MOST
from renderer.scenes import build_scene
from rules import GAMES, Event, Position
from rules.game import StepKind
from rules.geometry.board import hex_board
from rules.rulebook import examples
from rules.texts import Words
from tests.kit.rules import CASES, moments
from tests.renderer.cases import CHAIN, DETACH

CELLS = hex_board(5).names
CELL = r"[a-z]{1,2}\d+"


def alt(request: PictureRequest, sentence: Words | None) -> str:
    return str(alt_text(request, sentence))


def told(position: Position, events: tuple[Event, ...], sentence: str | None) -> str:
    return alt(PictureRequest(position, events), sentence)


def named(text: str) -> dict[str, set[str]]:
    """The cells that a text gives to each colour, row by row."""
    found: dict[str, set[str]] = {}
    for row in re.findall(r"(?:^| )(?:[a-z]{1,2}|\d): ([^.]*)\.", text):
        for colour, cells in re.findall(rf"(\w+)((?: (?:{CELL})\S*?(?=[ ,;]|$);?)+)", row):
            found.setdefault(colour, set()).update(re.findall(CELL, cells))
    return found


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_piece_is_named_with_its_colour(game: str, variant: str) -> None:
    for position, events in itertools.islice(moments(game, variant, 5), 0, 60, 9):
        words = named(told(position, events, None))
        stands: dict[str, set[str]] = {}
        for cell, piece in position.pieces().items():
            stands.setdefault(position.info.colours[piece.colour], set()).add(cell)
        assert words == stands


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_the_text_can_always_be_sent(game: str, variant: str) -> None:
    for seed in range(2):
        for position, events in moments(game, variant, seed):
            assert len(told(position, events, "x" * 200)) <= MOST


def test_the_turn_the_move_and_the_numbers_are_told() -> None:
    start = GAMES["abande"].start()
    move = start.parse("d4")
    text = told(start.play(move), start.events(move), start.describe(move))
    assert "Black to move." in text
    assert str(start.describe(move)) in text
    assert "White: 0 points, 17 in reserve." in text


def test_a_turned_picture_says_from_whose_side_it_is_told() -> None:
    start = GAMES["detach"].start("hexhex5")
    usual, turned = (alt(PictureRequest(start, viewer=seat), None) for seat in (0, 1))
    assert "Seen from Black's side" in turned
    assert "the far row first" not in usual
    assert usual.index(" h: ") < usual.index(" e: Wh") < usual.index(" b: ")
    assert turned.index(" b: ") < turned.index(" e: Bl") < turned.index(" h: ")
    assert "h: White h5, Black h2." in turned


def test_forces_are_told_where_they_are_shown_and_while_landings_are_chosen() -> None:
    position = GAMES["detach"].decode(DETACH)
    landings = position.steps(position.steps().options[0].text.split()).options
    for request in (
        PictureRequest(position, strengths=True),
        PictureRequest(position, options=landings),
    ):
        assert "Forces: 1 i2 c3 f10 g8; 2 d4 e5." in alt(request, None)
    assert "Forces" not in alt(PictureRequest(position), None)


def test_what_numbers_and_letters_of_choices_stand_for_is_told() -> None:
    position = GAMES["apart"].start()
    options = position.steps().options[:2]
    cells = [step.cells[0] for step in options]
    assert f"Choices: 1 {cells[0]}, 2 {cells[1]}." in alt(
        PictureRequest(position, options=options), None
    )
    contract = GAMES["halves"].start()
    while contract.steps().options[0].kind is not StepKind.COLOUR:
        contract = contract.play(next(contract.moves()))
    colours = alt(PictureRequest(contract, options=contract.steps().options), None)
    assert "Choices: 1 Stay Light, 2 Become Dark." in colours
    zoned = alt(PictureRequest(position, zones=(("a1", "a2"), ("b1",))), None)
    assert "Zone A: a1 a2. Zone B: b1." in zoned


def test_forces_are_told_in_the_order_of_numbers() -> None:
    row = ",".join(f"f{number}" for number in range(1, 11))
    position = GAMES["detach"].decode(f"hexhex6 ply:40 white:{row},a1,a2 black:k1,k2,h4")
    told = alt(PictureRequest(position, strengths=True), None)
    (forces,) = re.findall(r"Forces: ([^.]*)\.", told)
    assert [int(each.split()[0]) for each in forces.split("; ")] == [1, 2, 10]


def test_landings_and_the_chain_are_told() -> None:
    before = GAMES["glaisher"].decode(CHAIN)
    move = next(m for m in before.moves() if before.play(m).outcome)
    said = told(before.play(move), before.events(move), before.describe(move))
    assert "Over: Red wins: two opposite sides are connected." in said
    assert ": 1 to i4, 2 to i3." in said
    assert "The chain: " in said


def test_the_move_so_far_is_told() -> None:
    before = GAMES["apart"].start()
    request = PictureRequest(before, draft=("b2",), options=before.steps(("b2",)).options)
    assert "The move so far: b2." in alt(request, None)


def test_a_leaver_and_what_became_of_the_tiles_are_told() -> None:
    position = GAMES["halves"].start("3p").leave(1)
    said = alt(PictureRequest(position, left=(1,)), None)
    assert "Dark left: their tiles are nobody's." in said


def test_heights_and_piles_are_told() -> None:
    assert "b1\u00d76" in told(GAMES["glaisher"].start(), (), None)
    pile = GAMES["abande"].decode("square ply:40 reserve:0,0 passes:0 stacks:c3=WBW,c4=B")
    assert "from the bottom up. 4: Black c4. 3: White c3(WBW)." in told(pile, (), None)
    assert "from the bottom up" not in told(GAMES["abande"].start(), (), None)


def test_the_end_is_told() -> None:
    assert "Over: Black wins by resignation." in told(GAMES["apart"].start().leave(0), (), None)
    drawn = GAMES["glaisher"].decode("basic ply:400 red:a1=9 yellow:e5=9")
    assert "Over: Draw: 400 moves have been made." in told(drawn, (), None)
    assert build_scene(PictureRequest(drawn)).result.startswith("Draw: ")


def test_what_was_cut_off_is_told() -> None:
    text = "2p waning ply:41 turn:0 light:0,0;1,-1;2,-2 dark:2,-1;3,-2 seats:light,dark"
    before = GAMES["halves"].decode(text)
    move = before.parse("1,-1")
    text = told(before.play(move), before.events(move), before.describe(move))
    assert "Cut off: m50." in text


def test_a_text_that_would_be_too_long_is_told_by_colours_or_cut() -> None:
    text = "basic ply:30 red:" + ",".join(f"{cell}=99" for cell in CELLS[:43])
    full = GAMES["glaisher"].decode(text + " yellow:" + ",".join(f"{c}=98" for c in CELLS[43:]))
    assert len(told(full, (), "y" * 250)) <= MOST
    assert "Red a1\u00d799" in told(full, (), "y" * 250)
    assert told(full, (), "y" * 2000).endswith("\u2026")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_labelled_and_ringed_in_the_rules_is_told(game: str) -> None:
    assert illustrations("chess") == ()
    for example, shown in zip(examples(GAMES[game]), illustrations(game), strict=True):
        labels = re.search(r"Marked: ([^.]*)\.", str(shown.alt))
        told = {
            cell: label
            for part in (labels[1].split("; ") if labels else ())
            for label, *cells in [part.split()]
            for cell in cells
        }
        assert told == example.notes
        ringed = re.search(r"Ringed: ([^.]*)\.", str(shown.alt))
        assert (ringed[1].split() if ringed else []) == list(example.options)
