"""The figures of the rule sheets are drawn as they are printed: every piece on its cell."""

import json
from pathlib import Path

import pytest

from renderer import THEMES, PictureRequest, illustrations
from renderer.scenes import build_scene
from rules import GAMES
from tests.renderer.boards import check_pieces
from tests.renderer.cases import pixels

DATA = Path(__file__).parents[1] / "data"
FIGURES = [
    pytest.param(game, text, id=f"{game}: {name}")
    for game in GAMES
    for name, text in json.loads((DATA / f"{game}_positions.json").read_text("utf-8")).items()
]
SHOWN = [shown for game in GAMES for shown in illustrations(game)]
SIZE = 480


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("game", "text"), FIGURES)
def test_every_printed_position_is_drawn(renderer, game: str, text: str, theme: str) -> None:
    request = PictureRequest(GAMES[game].decode(text), theme=theme, size=SIZE)
    picture = pixels(renderer.still(request))
    assert check_pieces(build_scene(request), picture, theme, SIZE) == len(
        request.position.pieces()
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.game}-{shown.id}")
def test_every_illustration_shows_its_pieces(renderer, shown, theme: str) -> None:
    picture = pixels(renderer.picture(shown.scene, theme, SIZE))
    assert bool(check_pieces(shown.scene, picture, theme, SIZE)) == any(
        look.figure for look in shown.scene.looks.values()
    )
