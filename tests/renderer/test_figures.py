"""The figures of the rule sheets are drawn as they are printed: every piece on its cell."""

import json
from pathlib import Path

import numpy as np
import pytest

from renderer import THEMES, Illustration, PictureRequest, Renderer, illustrations
from renderer.layout import HEADER, lay_out
from renderer.scene import MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES
from tests.renderer.cases import pixels

DATA = Path(__file__).parents[1] / "data"
FIGURES = [
    pytest.param(game, text, id=f"{game}: {name}")
    for game in GAMES
    for name, text in json.loads((DATA / f"{game}_positions.json").read_text("utf-8")).items()
]
SHOWN = [shown for game in GAMES for shown in illustrations(game)]
SIZE = 480
COVERED = {MarkKind.NOTE, MarkKind.OPTION}  # marks that lie over the middle of a piece


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def check_pieces(scene: Scene, picture: np.ndarray, theme: str) -> int:
    """Every piece has its colour, more than any other player's; gives how many there are."""
    layout = lay_out(scene.board, SIZE, scene.turned, scene.looks)
    bases = np.array([material.base for material in THEMES[theme].materials(scene.colours)])
    reach = round(0.26 * layout.pitch)
    above = 0 if scene.panels else round(HEADER * layout.scale)  # an illustration has no header
    seen = 0
    for cell, look in scene.looks.items():
        figure = look.figure
        if figure is None or figure.gone or COVERED & {mark.kind for mark in look.marks}:
            continue
        x, y = layout.centre(cell)
        y -= above
        patch = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].reshape(-1, 3)
        apart = np.abs(bases - np.median(patch, axis=0)).sum(1)
        assert int(apart.argmin()) == figure.top, cell
        seen += 1
    return seen


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("game", "text"), FIGURES)
def test_every_printed_position_is_drawn(
    renderer: Renderer, game: str, text: str, theme: str
) -> None:
    request = PictureRequest(GAMES[game].decode(text), theme=theme, size=SIZE)
    picture = pixels(renderer.still(request))
    assert check_pieces(build_scene(request), picture, theme) == len(request.position.pieces())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.game}-{shown.id}")
def test_every_illustration_shows_its_pieces(
    renderer: Renderer, shown: Illustration, theme: str
) -> None:
    picture = pixels(renderer.picture(shown.scene, theme, SIZE))
    assert bool(check_pieces(shown.scene, picture, theme)) == any(
        look.figure for look in shown.scene.looks.values()
    )
