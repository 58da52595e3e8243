"""Words instead of a picture: enough to play by, and short enough to be sent."""

from __future__ import annotations

import itertools
import re

import pytest

from renderer import PictureRequest, alt_text, illustrations
from renderer.alt import MOST
from renderer.scenes import build_scene
from renderer.tools.samples import moments
from rules import GAMES
from rules.geometry.hexboard import hex_board

VARIANTS = [(game, variant.id) for game, rules in GAMES.items() for variant in rules.info.variants]
CELLS = hex_board(5).names
CELL = r"-?\d+,-?\d+|[a-k]\d+"


def named(text: str) -> dict[str, set[str]]:
    """The cells that a text gives to each colour, row by row."""
    found: dict[str, set[str]] = {}
    for row in re.findall(r"(?:^| )(?:r -?\d+|[a-k]|\d): ([^.]*)\.", text):
        for colour, cells in re.findall(rf"(\w+)((?: (?:{CELL})\S*?(?=[ ,]|$))+)", row):
            found.setdefault(colour, set()).update(re.findall(CELL, cells))
    return found


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_piece_is_named_with_its_colour(game: str, variant: str) -> None:
    for position, events in itertools.islice(moments(game, variant, 5), 0, 60, 9):
        told = named(alt_text(position, events, None))
        stands: dict[str, set[str]] = {}
        for cell, piece in position.pieces().items():
            stands.setdefault(position.info.colours[piece.colour], set()).add(cell)
        assert told == stands


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_the_text_can_always_be_sent(game: str, variant: str) -> None:
    for seed in range(2):
        for position, events in moments(game, variant, seed):
            assert len(alt_text(position, events, "x" * 200)) <= MOST


def test_the_turn_the_move_and_the_numbers_are_told() -> None:
    start = GAMES["abande"].start()
    move = start.parse("d4")
    text = alt_text(start.play(move), start.events(move), start.describe(move))
    assert "Black to move." in text
    assert start.describe(move) in text
    assert "White: 17 in reserve, 0 points." in text


def test_colours_that_are_not_seen_so_are_explained() -> None:
    glaisher, apart = (alt_text(GAMES[game].start(), (), None) for game in ("glaisher", "apart"))
    assert "Red: light, Yellow: dark." in glaisher
    assert ": light" not in apart
    assert "Grey: triangle." in alt_text(GAMES["halves"].start("3p"), (), None)


def test_heights_and_piles_are_told() -> None:
    assert "b1\u00d76" in alt_text(GAMES["glaisher"].start(), (), None)
    pile = GAMES["abande"].decode("square ply:40 reserve:0,0 passes:0 stacks:c3=WBW,c4=B")
    assert "from the bottom up. 4: Black c4. 3: White c3(WBW)." in alt_text(pile, (), None)
    assert "from the bottom up" not in alt_text(GAMES["abande"].start(), (), None)


def test_the_end_is_told() -> None:
    assert "Over: Black won." in alt_text(GAMES["apart"].start().leave(0), (), None)


def test_a_draw_is_told() -> None:
    drawn = GAMES["glaisher"].decode("basic ply:400 red:a1=9 yellow:e5=9")
    assert "Drawn." in alt_text(drawn, (), None)
    assert build_scene(PictureRequest(drawn)).footer.startswith("Draw: ")


def test_what_was_cut_off_is_told() -> None:
    text = "2p waning ply:41 turn:0 light:0,0;1,-1;2,-2 dark:2,-1;3,-2 seats:light,dark"
    before = GAMES["halves"].decode(text)
    move = before.parse("1,-1")
    told = alt_text(before.play(move), before.events(move), before.describe(move))
    assert "Cut off: 0,0." in told


def test_a_text_that_would_be_too_long_is_told_by_colours_or_cut() -> None:
    text = "basic ply:30 red:" + ",".join(f"{cell}=99" for cell in CELLS[:43])
    full = GAMES["glaisher"].decode(text + " yellow:" + ",".join(f"{c}=98" for c in CELLS[43:]))
    assert len(alt_text(full, (), "y" * 250)) <= MOST
    assert "Red a1\u00d799" in alt_text(full, (), "y" * 250)
    assert alt_text(full, (), "y" * 2000).endswith("\u2026")


def test_an_unknown_game_has_no_illustrations() -> None:
    assert illustrations("chess") == ()
