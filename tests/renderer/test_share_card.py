"""The final board as a card: names, winner, result, game."""

import io

import numpy as np
import pytest
from PIL import Image

from renderer import THEMES, PictureRequest, Renderer, Result, ShareCard
from renderer.lettering import Lettering
from renderer.strips import share_scene
from rules import GAMES
from tests.renderer.boards import near
from tests.renderer.cases import pixels

END = GAMES["apart"].start().leave(1)
RESULT = Result("White wins on time.", (0,))


def card(*names: str, theme: str = "slate") -> ShareCard:
    return ShareCard(PictureRequest(END, result=RESULT, theme=theme), names, "Apart \u00b7 Quintet")


def test_a_card_names_players_winner_result_and_game() -> None:
    scene = share_scene(card("Ada", "Ben"), Lettering())
    assert [panel.name for panel in scene.panels] == ["Ada", "Ben"]
    assert [panel.facts.split(" \u00b7 ")[0] for panel in scene.panels] == ["White", "Black"]
    assert [panel.winner for panel in scene.panels] == [True, False]
    assert scene.result == "White wins on time."
    assert scene.footer == "Apart \u00b7 Quintet"


def test_names_are_set_as_far_as_there_are_letters() -> None:
    strange = share_scene(
        card("\U0001f984 Zo\u00eb \u0416\u0435\u043d\u044f", "\U0001f600"), Lettering()
    )
    assert [panel.name for panel in strange.panels] == [
        "Zo\u00eb \u0416\u0435\u043d\u044f",
        "Black",
    ]
    long = share_scene(card("A" * 80, "Ben"), Lettering())
    assert long.panels[0].name == "A" * 21 + "\u2026"


@pytest.mark.parametrize("theme", THEMES)
def test_a_card_is_drawn(theme: str) -> None:
    renderer = Renderer()
    drawn = pixels(renderer.share_card(card("Ada", "Ben", theme=theme)))
    assert near(drawn[:116, :490], THEMES[theme].win, 6).mean() > 0.5
    plain = pixels(renderer.still(card("Ada", "Ben", theme=theme).picture))
    assert (np.abs(drawn[:116] - plain[:116]).max(2) > 60).mean() > 0.005
    assert (
        Image.open(io.BytesIO(renderer.share_card(card("Ada", "Ben", theme=theme)))).width == 1000
    )
