"""The strip above a board tells by signs how a match ended, and lets every word be read."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Result, Sign
from renderer.drawing import Renderer
from renderer.layout import HEADER
from renderer.scene import Figure, Panel
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import Position, Shape
from tests.renderer.boards import strips
from tests.renderer.cases import pixels

THREE = GAMES["halves"].start("3p")
TWO = GAMES["glaisher"].start()
ENDS = {
    Sign.DRAWN: Result("Draw.", (), Sign.DRAWN),
    Sign.RESIGNED: Result("Red wins by resignation.", (0,), Sign.RESIGNED),
    Sign.TIMED_OUT: Result("Red wins on time.", (0,), Sign.TIMED_OUT),
    Sign.DECIDED: Result("Red wins.", (0,), Sign.DECIDED),
    Sign.WITHOUT: Result("It has no result.", (), Sign.WITHOUT),
    None: Result("Red wins.", (0,)),
}
CONCERNED = {
    Sign.DRAWN: [True, True],
    Sign.RESIGNED: [False, True],
    Sign.TIMED_OUT: [False, True],
    Sign.DECIDED: [True, False],
    Sign.WITHOUT: [True, True],
    None: [False, False],
}
SEEN = 60  # of 255


def ended(position: Position, sign: Sign | None, theme: str = "slate") -> PictureRequest:
    left = (1,) if sign in (Sign.RESIGNED, Sign.TIMED_OUT) else ()
    return PictureRequest(position, result=ENDS[sign], left=left, theme=theme)


def header(renderer: Renderer, request: PictureRequest) -> np.ndarray:
    return pixels(renderer.still(request))[:HEADER]


@pytest.mark.parametrize("sign", CONCERNED)
def test_a_sign_is_with_those_whom_it_concerns(sign: Sign | None) -> None:
    panels = build_scene(ended(TWO, sign)).panels
    assert [panel.sign is not None for panel in panels] == CONCERNED[sign]
    assert [bool(panel.did) for panel in panels] == CONCERNED[sign]


def test_of_several_who_left_the_last_one_has_the_sign() -> None:
    result = Result("Light wins on time.", (0,), Sign.TIMED_OUT)
    panels = build_scene(PictureRequest(THREE, result=result, left=(2, 1))).panels
    assert {panel.seat for panel in panels if panel.sign} == {1}
    assert {panel.seat for panel in panels if panel.left} == {1, 2}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_no_two_ends_look_alike(renderer: Renderer, theme: str, seats: int) -> None:
    """In narrow panels neither, where no words stand beside the names."""
    drawn = {
        sign: header(renderer, ended(TWO if seats == 2 else THREE, sign, theme)) for sign in ENDS
    }
    for one, other in combinations(ENDS, 2):
        differs = np.abs(drawn[one] - drawn[other]).max(2) > SEEN
        assert differs.sum() > 150, (one, other)


@pytest.mark.parametrize("sign", Sign)
def test_a_sign_needs_no_words(sign: Sign) -> None:
    """It is drawn, also where its words have no room, and differs from every other."""
    panel = Panel(Figure(Shape.STACK, (0,)), "Maximiliane von Weizenfeld", "Red")
    bare, signed = (strips().header((each, panel)) for each in (panel, replace(panel, sign=sign)))
    changed = np.flatnonzero((bare != signed).any(0))
    assert changed[-1] - changed[0] > 40
    for other in set(Sign) - {sign}:
        another = strips().header((replace(panel, sign=other), panel))
        assert (another != signed).sum() > 60, other


@pytest.mark.parametrize("theme", THEMES)
def test_a_draw_is_framed_for_both_and_nobody_is_crowned(renderer: Renderer, theme: str) -> None:
    drawn = header(renderer, ended(TWO, Sign.DRAWN, theme))
    frame = np.abs(drawn[8:14] - THEMES[theme].secondary).max(2) <= 24
    assert frame[:, 60:440].any(0).all()
    assert frame[:, 560:940].any(0).all()
    won = np.abs(drawn - THEMES[theme].win).max(2) <= 6
    assert won.sum() < 50


@pytest.mark.parametrize("size", [360, 1000])
def test_what_stands_below_a_name_cuts_nothing_off(size: int) -> None:
    """Neither the feet of its letters nor the frame around the panel."""
    panel = Panel(Figure(Shape.STACK, (0,)), "ggjjqq", " ", strong=True)
    drawn = strips(size=size)
    alone, above = (
        drawn.header((replace(panel, facts=facts), panel)) for facts in (" ", "24 pieces high")
    )
    ground = drawn.header((replace(panel, name=" "), panel))
    written = alone != ground
    assert written.any()
    assert (above[written] != ground[written]).mean() > 0.99


@pytest.mark.parametrize("sign", Sign)
def test_a_sign_without_room_beside_a_name_leaves_it_whole_and_stands_below(sign: Sign) -> None:
    """In the narrow panels of three."""
    panel = Panel(Figure(Shape.TILE, (0,)), "Maximilian", "Dark")
    bare, signed = (
        strips().header((each, panel, panel)) for each in (panel, replace(panel, sign=sign))
    )
    rows = np.flatnonzero((bare != signed)[20:114, 20:300].any(1)) + 20
    quiet = sign is Sign.WITHOUT  # its names are paler
    assert len(rows)
    assert quiet or rows[0] > 68


def test_who_resigned_is_said_in_words_where_a_name_leaves_no_room() -> None:
    """In place of facts, in panels of two and of three."""
    for panels, name in ((2, "Ben van der Hanabergen"), (3, "Maximilian"), (3, "Dark")):
        panel = Panel(Figure(Shape.TILE, (0,)), name, "", sign=Sign.RESIGNED)
        drawn = [
            strips().header((replace(panel, did=did, facts=facts),) * panels)
            for did, facts in (("resigned", "11 to place"), ("resigned", "12"), ("", "12"))
        ]
        assert (drawn[0] != drawn[2]).sum() > 100 * panels
        assert panels == 2 or (drawn[0] == drawn[1]).all()


def test_one_long_name_makes_no_other_smaller() -> None:
    """Nor does one that is longer than its panel, on one line or two."""
    short = Panel(Figure(Shape.TILE, (0,)), "Ada", "Light")
    for long in ("Ben von Hohenstein", "Maximilianealexandrine"):
        beside = strips().header((short, replace(short, name=long), short))
        assert (beside[:, :320] == strips().header((short, short, short))[:, :320]).all()
