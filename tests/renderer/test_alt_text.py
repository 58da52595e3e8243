"""Words instead of a picture: enough to play by, and short enough to be sent."""

import itertools
import re

import pytest

from renderer import PictureRequest, alt_text, illustrations
from renderer.alt import MOST
from rules import GAMES, Event, Position
from rules.geometry.board import hex_board
from rules.rulebook import examples
from rules.texts import Words
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
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


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_the_text_can_always_be_sent(game: str, variant: str) -> None:
    for seed in range(2):
        for position, events in moments(game, variant, seed):
            assert len(told(position, events, "x" * 200)) <= MOST


def test_a_turned_picture_says_from_whose_side_it_is_told() -> None:
    start = GAMES["detach"].start("hexhex5")
    usual, turned = (alt(PictureRequest(start, viewer=seat), None) for seat in (0, 1))
    assert "Seen from Black's side" in turned
    assert "the far row first" not in usual
    assert usual.index(" h: ") < usual.index(" e: Wh") < usual.index(" b: ")
    assert turned.index(" b: ") < turned.index(" e: Bl") < turned.index(" h: ")
    assert "h: White h5, Black h2." in turned


def played(game: str, text: str, move: str, **more: object) -> PictureRequest:
    before = GAMES[game].decode(text)
    done = before.parse(move)
    return PictureRequest(before.play(done), before.events(done), **more)


APART, ABANDE = GAMES["apart"].start(), GAMES["abande"].start()
STONES = GAMES["detach"].decode(DETACH)
ROW = GAMES["detach"].decode(
    f"hexhex6 ply:40 white:{','.join(f'f{each}' for each in range(1, 11))},a1,a2 black:k1,k2,h4"
)
LANDINGS = STONES.steps(STONES.steps().options[0].text.split()).options
COLOURS = GAMES["halves"].start("2p-random", seed=3)
CUT = "2p waning ply:41 turn:0 light:0,0;1,-1;2,-2 dark:2,-1;3,-2 seats:light,dark"
DRAWN = GAMES["glaisher"].decode("basic ply:400 red:a1=9 yellow:e5=9")
TOLD = {
    "whose turn": (played("abande", ABANDE.encode(), "d4"), "Black to move."),
    "numbers": (played("abande", ABANDE.encode(), "d4"), "White: 0 points, 17 in reserve."),
    "forces": (PictureRequest(STONES, strengths=True), "Forces: 1 i2 c3 f10 g8; 2 d4 e5."),
    "forces of landings": (PictureRequest(STONES, options=LANDINGS), "Forces: 1 i2 c3"),
    "choices": (PictureRequest(APART, options=APART.steps().options[:2]), "Choices: 1 b1, 2 b2."),
    "colours": (
        PictureRequest(COLOURS, options=COLOURS.steps().options),
        "Choices: 1 Stay Light, 2 Become Dark.",
    ),
    "zones": (PictureRequest(APART, zones=(("a1", "a2"), ("b1",))), "Zone A: a1 a2. Zone B: b1."),
    "a move so far": (PictureRequest(APART, draft=("b2",)), "The move so far: b2."),
    "the chain": (played("glaisher", CHAIN, "i5:2+1>W"), "The chain: "),
    "a win": (
        played("glaisher", CHAIN, "i5:2+1>W"),
        "Over: Red wins: two opposite sides are connected.",
    ),
    "a leaver": (
        PictureRequest(GAMES["halves"].start("3p").leave(1), left=(1,)),
        "Dark left: their tiles are nobody's.",
    ),
    "who resigned": (PictureRequest(APART.leave(0)), "Over: Black wins by resignation."),
    "a draw": (PictureRequest(DRAWN), "Over: Draw: 400 moves have been made."),
    "heights": (PictureRequest(GAMES["glaisher"].start()), "b1\u00d76"),
    "piles": (
        PictureRequest(
            GAMES["abande"].decode("square ply:40 reserve:0,0 passes:0 stacks:c3=WBW,c4=B")
        ),
        "from the bottom up. 4: Black c4. 3: White c3(WBW).",
    ),
    "what was cut off": (played("halves", CUT, "1,-1"), "Cut off: m50."),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_a_picture_shows_is_told(name: str) -> None:
    request, wanted = TOLD[name]
    assert wanted in alt(request, None)


def test_a_sentence_stands_before_what_is_shown_and_nothing_else_is_told() -> None:
    assert "White jumps b2 to b4. " in alt(PictureRequest(APART), "White jumps b2 to b4.")
    assert "Forces" not in alt(PictureRequest(STONES), None)
    assert "from the bottom up" not in alt(PictureRequest(ABANDE), None)


def test_forces_are_told_in_the_order_of_numbers() -> None:
    (forces,) = re.findall(r"Forces: ([^.]*)\.", alt(PictureRequest(ROW, strengths=True), None))
    assert [int(each.split()[0]) for each in forces.split("; ")] == [1, 2, 10]


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
