"""Palettes can be made anew, and hold what pictures need."""

import json
from pathlib import Path

import numpy as np
import pytest

from renderer.palette import REPLAY, STILL, Palette, load_palette
from renderer.scene import MarkKind
from renderer.themes import THEMES, Rgb, Theme
from rules.game import Shape
from rules.geometry.board import hex_board
from tests.renderer import palettes


@pytest.fixture(scope="module")
def made() -> list[Rgb]:
    return palettes.train(THEMES["tide"], Shape.STONE, REPLAY)


def test_a_new_palette_is_as_near_as_the_kept_one(made: list[Rgb]) -> None:
    theme = THEMES["tide"]
    wanted = np.array(
        [*theme.cells, theme.pieces["white"].base, theme.pieces["black"].base], np.float32
    )
    for palette in (Palette(tuple(made)), load_palette("tide", Shape.STONE, REPLAY)):
        found = palette.look_up(palette.index(wanted))
        assert np.abs(found - wanted).max() <= 8


def test_a_new_palette_begins_with_the_page_and_fits(made: list[Rgb]) -> None:
    assert made[0] == THEMES["tide"].page
    assert len(made) == len(set(made)) <= 64


def test_palettes_are_written_for_every_theme_and_use(tmp_path: Path, monkeypatch) -> None:
    def quick(theme: Theme, _shape: Shape, _use: str) -> list[Rgb]:
        return [theme.page, theme.text]

    monkeypatch.setattr(palettes, "train", quick)
    path = tmp_path / "palettes.json"
    palettes.write_palettes(path)
    written = json.loads(path.read_text("utf-8"))
    assert set(written) == set(THEMES)
    assert set(written["slate"]) == set(Shape)
    assert written["slate"]["pile"] == {STILL: "#22262C #F2F4F7", REPLAY: "#22262C #F2F4F7"}


def test_every_mark_is_trained_with() -> None:
    looks = palettes._crowd(hex_board(6), Shape.STONE, ("White", "Black")).looks.values()
    assert {mark.kind for look in looks for mark in look.marks} == set(MarkKind)
