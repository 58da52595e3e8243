"""A lens as a picture and in words: what matters stands out."""

import numpy as np
import pytest
from numpy.typing import NDArray

from languages import CATALOGS
from languages.known import CATALOG, read_language
from renderer import THEMES, PictureRequest, lens_text
from renderer.drawing import Renderer
from renderer.pieces import RISE
from rules import GAMES
from rules.game import Position
from tests.kit.rules import CASES, moments
from tests.kit.toy_game import Hex
from tests.kit.toy_game.position import HexPosition
from tests.renderer.boards import Picture, near
from tests.renderer.cases import GLAISHER, pixels

MOST_BYTES = 120 << 10
MOST_WORDS = 1024


def plain(position: Position, theme: str = "slate") -> PictureRequest:
    return PictureRequest(position, theme=theme)


def border(across: int) -> NDArray[np.bool_]:
    """Which pixels of a patch as wide as a tile lie on the tile's edge."""
    x, y = np.meshgrid(*[np.linspace(-0.5, 0.5, across)] * 2)
    slanted = 0.5 * np.abs(x) + 0.866 * np.abs(y + RISE)
    return np.abs(np.maximum(np.abs(x), slanted) - 0.43) < 0.015


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_what_matters_is_drawn_and_said(renderer: Renderer, game: str, variant: str) -> None:
    played = [each for each in moments(game, variant, 7) if each[0].to_move is not None]
    for number, (position, events) in enumerate(played[:: max(len(played) // 6, 1)]):
        theme = list(THEMES)[number % len(THEMES)]
        file = renderer.lens(PictureRequest(position, events, theme=theme))
        assert len(file) <= MOST_BYTES
        lens = position.lens()
        assert lens is not None
        text = str(lens_text(plain(position), lens))
        assert text.startswith(f"{GAMES[game].info.name}: {GAMES[game].info.lens!s}.")
        assert len(text) <= MOST_WORDS
        assert all(str(said).endswith(".") for said in lens.said)
        if not lens.spots:
            continue
        still = pixels(renderer.still(plain(position, theme)))
        drawn = pixels(file)
        height = min(len(still), len(drawn)) - 80
        assert (np.abs(still[116:height] - drawn[116:height]).max(2) > 40).any()


def test_only_what_does_not_count_steps_back(renderer: Renderer) -> None:
    position = GAMES["abande"].decode(
        "square ply:12 reserve:12,12 passes:0 stacks:d4=W,d5=B,d6=B,d7=B,d3=WB"
    )
    lens, before = position.lens(), Picture(renderer, plain(position))
    assert lens is not None
    assert {spot.cell for spot in lens.spots} == {"d6", "d7"}
    after = Picture(renderer, plain(position))
    after.pixels = pixels(renderer.lens(plain(position)))
    strokes = Picture(renderer, plain(position)).theme.last
    for cell in position.pieces():
        assert (near(after.patch(cell, 0.3), strokes, 40).sum() > 40) == (cell in ("d6", "d7"))
        changed = np.abs(before.patch(cell, 0.3).astype(int) - after.patch(cell, 0.3)).max(2) > 40
        assert (changed.mean() > 0.1) == (cell in ("d6", "d7")), cell


def test_what_a_removal_cuts_off_is_told_on_a_plate_in_the_middle_of_a_tile(
    renderer: Renderer,
) -> None:
    text = "2p waning ply:24 turn:0 light:0,0;0,1;2,0 dark:1,0;0,2 seats:light,dark"
    position = GAMES["halves"].decode(text)
    lens = position.lens()
    assert lens is not None
    named = Picture(renderer, plain(position))
    lensed = pixels(renderer.lens(plain(position)))
    counted = [spot.cell for spot in lens.spots if spot.counts]
    assert counted
    for cell in counted:
        x, y = named.layout.centre(cell)
        reach = round(0.25 * named.layout.pitch)
        box = slice(y - reach, y + reach), slice(x - reach, x + reach)
        assert (np.abs(lensed[box] - named.pixels[box]).max(2) > 60).mean() > 0.2, cell
    framed = Picture(renderer, plain(position))
    framed.pixels = lensed
    for cell in position.pieces().keys() - {*counted}:
        x, y = named.layout.centre(cell)
        box = slice(y - 10, y + 10), slice(x - 40, x + 40)
        assert (lensed[box] == named.pixels[box]).all(), cell
    for cell in position.pieces():
        plate = [framed.at(cell, side, -RISE) for side in (-0.34, 0.34)]
        assert near(np.array(plate), framed.theme.badge, 30).all() == (cell in counted), cell


@pytest.mark.parametrize("theme", THEMES)
def test_three_numbers_lie_within_their_tile(renderer: Renderer, theme: str) -> None:
    text = (
        "3p waning ply:52 turn:1 light:0,0;0,2;0,3;0,5 dark:-1,3;0,4;1,0 grey:-1,0;0,1"
        " seats:dark,light,grey"
    )
    position = GAMES["halves"].decode(text)
    lens = position.lens()
    assert lens is not None
    three = next(each.cell for each in lens.spots if [told for _, told in each.counts] == ["1"] * 3)
    shown = Picture(renderer, plain(position, theme))
    before = shown.patch(three, 0.5).astype(int)
    shown.pixels = pixels(renderer.lens(plain(position, theme)))
    assert (np.abs(shown.patch(three, 0.5) - before).max(2)[border(len(before))] < 40).all()
    for colour, (right, up) in enumerate(((-0.25, 0.155), (0.25, 0.155), (-0.1, -0.155))):
        chip = shown.at(three, right, -up - RISE)
        assert near(np.array([chip]), shown.materials[colour].base, 40).all(), colour


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_without_room_have_their_sum_above_dots_within_their_tile(
    renderer: Renderer, theme: str
) -> None:
    text = (
        "3p-random waning ply:9 turn:0 light:-4,1;-4,5;-4,6;-3,4;-1,2;0,0"
        " dark:-3,1;-3,5;-2,3;-1,1;1,0;2,0 grey:-2,0;-1,0;0,2 seats:grey,dark,light seed:1"
    )
    position = GAMES["halves"].decode(text)
    lens = position.lens()
    assert lens is not None
    spot = next(each for each in lens.spots if each.cell == "l49")
    assert spot.counts == ((0, "2\u20134"), (1, "2\u20133"), (2, "1\u20132"))
    assert spot.total == 7
    shown = Picture(renderer, plain(position, theme))
    before = shown.patch("l49", 0.5).astype(int)
    shown.pixels = pixels(renderer.lens(plain(position, theme)))
    assert (np.abs(shown.patch("l49", 0.5) - before).max(2)[border(len(before))] < 40).all()
    for colour, right in enumerate((-0.22, 0, 0.22)):
        dot = np.array([shown.at("l49", right, 0.17 - RISE)])
        assert near(dot, shown.materials[colour].base, 40).all(), colour


@pytest.mark.parametrize("theme", THEMES)
def test_an_arrow_ends_before_the_ring_of_what_it_can_swap_with(
    renderer: Renderer, theme: str
) -> None:
    position = GAMES["detach"].decode("hexhex6 ply:40 white:e5,d4,i5 black:j4,c3,f10")
    lens = position.lens()
    assert lens is not None
    assert {("e5", "c3"), ("i5", "j4")} <= {link.ends for link in lens.links}
    shown = Picture(renderer, plain(position, theme))
    shown.pixels = pixels(renderer.lens(plain(position, theme)))
    along = {"e5": 1, "i5": -1}
    for start, down in along.items():
        on_the_way = [shown.at(start, -0.5 * part, 0.866 * down * part) for part in (0.1, 0.45)]
        far = start == "e5"  # a ring alone tells of a neighbour
        assert (near(np.array(on_the_way), shown.theme.badge, 60) == far).all(), start
    assert near(shown.patch("e5", 0.08), shown.theme.badge, 60).mean() > 0.9


@pytest.mark.parametrize("theme", THEMES)
def test_the_stones_that_cannot_detach_are_barred(renderer: Renderer, theme: str) -> None:
    position = [each for each, _ in moments("detach") if each.to_move is not None][-1]
    lens = position.lens()
    assert lens is not None
    shown = Picture(renderer, plain(position, theme))
    shown.pixels = pixels(renderer.lens(plain(position, theme)))
    for cell, piece in position.pieces().items():
        assert piece.colour is not None
        bar = near(shown.patch(cell, 0.08), shown.materials[piece.colour].ink, 60)
        assert (bar.mean() > 0.1) == (cell in lens.stuck), cell


@pytest.mark.parametrize("theme", THEMES)
def test_what_a_side_lacks_is_ringed_in_its_colour(renderer: Renderer, theme: str) -> None:
    position = GAMES["glaisher"].decode(GLAISHER)
    lens = position.lens()
    assert lens is not None
    shown = Picture(renderer, plain(position, theme))
    shown.pixels = pixels(renderer.lens(plain(position, theme)))
    assert {colour for spot in lens.spots for colour in spot.colours} == {0, 1}
    for spot in lens.spots:
        around = 0.44 if spot.cell in position.pieces() else 0.37
        ring = np.array([shown.at(spot.cell, around * 0.5, around * 0.866)])
        assert near(ring, shown.materials[spot.colours[0]].base, 60).all(), spot


def test_a_match_that_is_over_has_no_lens(renderer: Renderer) -> None:
    over = [position for position, _ in moments("abande")][-1]
    with pytest.raises(ValueError, match="over"):
        renderer.lens(plain(over))


def test_a_game_without_a_lens_has_no_picture_of_one(renderer: Renderer, monkeypatch) -> None:
    monkeypatch.setattr(HexPosition, "lens", Position.lens)
    with pytest.raises(ValueError, match="Hex has no lens"):
        renderer.lens(plain(Hex().start()))


def test_its_list_is_joined_in_the_readers_way() -> None:
    position = GAMES["halves"].decode(
        "2p waning ply:40 turn:0 light:-2,0;-1,0;0,0 dark:1,0;2,0 seats:light,dark"
    )
    lens = position.lens()
    assert lens is not None
    assert str(lens.said[0]) == (
        "What removing a tile would cut off: m49: 1 Light; m50: 0\u20132 Light, "
        "0\u20132 Dark; m51: 1 Dark."
    )
    japanese, _ = read_language(CATALOGS / "ja" / CATALOG)
    assert "ライト0\u20132、ダーク0\u20132" in lens.said[0].said(japanese)
