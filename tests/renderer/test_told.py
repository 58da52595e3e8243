"""What pictures say besides the moves: whose frame, which numbers and names, and what is gone."""

import pytest

from renderer import THEMES, PictureRequest
from renderer.alt import alt_text
from renderer.drawing import Renderer
from renderer.layout import lay_out
from renderer.scene import MarkKind
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import CutOff, Moved, Swapped
from tests.renderer.boards import frames, near
from tests.renderer.cases import ABANDE, APART, DETACH

SIZE = 550


def test_who_looks_at_a_move_before_it_is_made_keeps_the_frame() -> None:
    before = GAMES["apart"].decode(APART)
    move = before.parse("a2-b2")
    after = PictureRequest(before.play(move), before.events(move), if_played=1)
    scene = build_scene(after)
    assert scene.footer == "Preview: Black a2 \u2192 b2"
    assert [panel.strong for panel in scene.panels] == [False, True]


@pytest.mark.parametrize("asked", [False, True])
def test_choices_have_the_only_numbers(asked: bool) -> None:
    position = GAMES["apart"].decode(APART)
    events = (Moved(0, "a1", ("c1", "e1", "g1")),)
    options = position.steps().options if asked else ()
    looks = build_scene(PictureRequest(position, events, options)).looks
    told = [m.text for c in ("c1", "e1") for m in looks[c].marks if m.kind is MarkKind.VISITED]
    assert told == (["", ""] if asked else ["1", "2"])


def test_three_stand_in_the_order_of_their_seats() -> None:
    position = GAMES["halves"].start("3p-random", seed=3).play("grey")
    assert [position.colour_of(seat) for seat in range(3)] != [0, 1, 2]
    assert [panel.seat for panel in build_scene(PictureRequest(position)).panels] == [0, 1, 2]


def test_films_have_names_and_no_coordinates(renderer: Renderer) -> None:
    request = PictureRequest(GAMES["detach"].decode(DETACH))
    layout = lay_out(request.position.variant.board, SIZE, False)
    (bare,), (named,) = (
        frames(renderer.replay([PictureRequest(request.position, names=names)], SIZE))
        for names in ((), ("Ada", "Ben"))
    )
    assert (bare[:75] != named[:75]).any()
    assert (bare[75:] == named[75:]).all()
    x, y = layout.centre("f6")
    tint = THEMES["slate"].shades[layout.tint("f6")]
    assert near(bare[y - 6 : y + 7, x - 9 : x + 10], tint, 16).all()


def test_words_are_those_of_the_picture() -> None:
    pile = GAMES["abande"].decode(ABANDE)
    events = (CutOff((("c3", pile.pieces()["c3"]), ("d3", pile.pieces()["d3"]))),)
    request = PictureRequest(pile, events)
    assert build_scene(request).footer.endswith("2 touch no enemy and do not count")
    assert "Touch no enemy and do not count: c3 d3." in str(alt_text(request, None))
    swap = PictureRequest(GAMES["detach"].decode(DETACH), (Swapped(0, "d4", "e5"),))
    assert build_scene(swap).footer.endswith("White d4 \u2192 e5")
    choosing = PictureRequest(GAMES["halves"].start("2p-random", seed=3))
    assert build_scene(choosing).panels[0].facts == "picks colour"


@pytest.mark.parametrize(("chosen", "told"), [("light", "stays Light"), ("dark", "now plays Dark")])
def test_a_colour_that_is_kept_is_not_told_as_an_exchange(chosen: str, told: str) -> None:
    before = GAMES["halves"].start("2p-random", seed=3)
    move = before.parse(chosen)
    request = PictureRequest(before.play(move), before.events(move))
    assert build_scene(request).footer.endswith(f"player 1 {told}")
