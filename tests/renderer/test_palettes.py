"""Palettes can be made anew, and hold what pictures need."""

import numpy as np

from renderer.palette import REPLAY, Palette, load_palette
from renderer.themes import THEMES
from rules.game import Shape
from tests.renderer import palettes


def test_a_new_palette_is_as_near_as_the_kept_one() -> None:
    theme = THEMES["tide"]
    made = palettes.train(theme, Shape.STONE, REPLAY)
    wanted = np.array(
        [*theme.cells, theme.pieces["white"].base, theme.pieces["black"].base], np.float32
    )
    for palette in (Palette(tuple(made)), load_palette("tide", Shape.STONE, REPLAY)):
        found = palette.look_up(palette.index(wanted))
        assert np.abs(found - wanted).max() <= 8
