"""The strip above a board tells how a match ended, and lets every word be read.

How each end looks is in the golden pictures.
"""

from dataclasses import replace

import numpy as np
import pytest

from renderer import PictureRequest, Result, Sign
from renderer.scene import Figure, Panel
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import Shape
from tests.renderer.boards import strips
from tests.renderer.cases import ENDS

CONCERNED = {
    Sign.DRAWN: [True, True],
    Sign.RESIGNED: [False, True],
    Sign.TIMED_OUT: [False, True],
    Sign.DECIDED: [True, False],
    Sign.WITHOUT: [True, True],
    None: [False, False],
}


@pytest.mark.parametrize("result", ENDS, ids=lambda result: str(result.sign))
def test_a_sign_is_with_those_whom_it_concerns(result: Result) -> None:
    left = (1,) if result.sign in (Sign.RESIGNED, Sign.TIMED_OUT) else ()
    request = PictureRequest(GAMES["glaisher"].start(), result=result, left=left)
    panels = build_scene(request).panels
    assert [panel.sign is not None for panel in panels] == CONCERNED[result.sign]
    assert [bool(panel.did) for panel in panels] == CONCERNED[result.sign]


def test_of_several_who_left_the_last_one_has_the_sign() -> None:
    result = Result("Light wins on time.", (0,), Sign.TIMED_OUT)
    three = GAMES["halves"].start("3p")
    panels = build_scene(PictureRequest(three, result=result, left=(2, 1))).panels
    assert {panel.seat for panel in panels if panel.sign} == {1}
    assert {panel.seat for panel in panels if panel.left} == {1, 2}


@pytest.mark.parametrize("sign", Sign)
def test_a_sign_is_drawn_also_where_nothing_has_room_beside_a_name(sign: Sign) -> None:
    """Without its words, other than every other; in narrow panels it stands below the name."""
    panel = Panel(Figure(Shape.STACK, (0,)), "Maximiliane von Weizenfeld", "Red")
    bare, signed = (strips().header((each, panel)) for each in (panel, replace(panel, sign=sign)))
    changed = np.flatnonzero((bare != signed).any(0))
    assert changed[-1] - changed[0] > 40
    for other in set(Sign) - {sign}:
        another = strips().header((replace(panel, sign=other), panel))
        assert (another != signed).sum() > 60, other
    panel = Panel(Figure(Shape.TILE, (0,)), "Maximilian", "Dark")
    bare, signed = (
        strips().header((each, panel, panel)) for each in (panel, replace(panel, sign=sign))
    )
    rows = np.flatnonzero((bare != signed)[20:114, 20:300].any(1)) + 20
    assert len(rows)
    assert sign is Sign.WITHOUT or rows[0] > 68  # its names are paler


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
