"""A lens as a picture and in words; how it looks is in the golden pictures."""

from dataclasses import replace

import numpy as np
import pytest

from languages import CATALOGS
from languages.known import CATALOG, read_language
from renderer import THEMES, PictureRequest, alt_text, lens_text
from renderer.drawing import Renderer
from renderer.scene import Figure, Mark, MarkKind, Presence
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import Position
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.rules import CASES, moments
from tests.kit.toy_game import Hex
from tests.kit.toy_game.position import HexPosition
from tests.renderer.cases import pixels

MOST_BYTES = 120 << 10
MOST_WORDS = 1024


def plain(position: Position, theme: str = "slate") -> PictureRequest:
    return PictureRequest(position, theme=theme)


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH[:2]))
def test_what_matters_is_drawn_and_said(renderer: Renderer, game: str, variant: str) -> None:
    played = [each for each in moments(game, variant, 7) if each[0].to_move is not None]
    for number, (position, events) in enumerate(played[:: max(len(played) // 3, 1)]):
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


@pytest.mark.parametrize("game", ["detach", "abande", "apart"])
def test_a_telling_picture_marks_what_cannot_move_or_does_not_count_or_is_pointed_out(
    game: str,
) -> None:
    positions = [each for each, _ in moments(game, seed=7) if each.to_move is not None]
    position = positions[-1]
    lens, telling = position.lens(), tuple(position.pieces())[1:]
    assert lens is not None
    scene = build_scene(replace(plain(position), telling=telling))
    wanted = {
        MarkKind.STUCK: set(lens.stuck) & {*telling},
        MarkKind.CUT_OFF: {each.cell for each in lens.spots if each.faint} & {*telling},
        MarkKind.TOUCHING: {each.cell for each in lens.spots if not each.faint}
        & {*telling} - {*lens.stuck},
    }
    marked = {
        kind: {cell for cell, look in scene.looks.items() if Mark(kind) in look.marks}
        for kind in wanted
    }
    assert marked == wanted
    faint = {at for at, look in scene.looks.items() if look.figure and is_uncounted(look.figure)}
    assert faint == wanted[MarkKind.CUT_OFF]
    assert any(wanted.values())
    alt = str(alt_text(replace(plain(position), telling=telling), None))
    assert all(str(each) in alt for each in lens.said)
    assert str(lens.said[0]) not in str(alt_text(plain(position), None))


def is_uncounted(figure: Figure) -> bool:
    return figure.presence is Presence.UNCOUNTED


def test_a_match_that_is_over_and_a_game_without_a_lens_have_none(renderer, monkeypatch) -> None:
    over = [position for position, _ in moments("abande")][-1]
    with pytest.raises(ValueError, match="over"):
        renderer.lens(plain(over))
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
