"""The gallery shows every game, mark and chart in every theme, and is not too large."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from renderer.drawing import Renderer
from renderer.themes import THEMES
from tests.renderer.gallery import write_gallery

ALIKE = 20  # of 256
MOST_BYTES, ALL_BYTES = 700 << 10, 3500 << 10
MANY = 500  # pixels of a line that nobody overlooks


def opened(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("RGB"), dtype=int)


@pytest.mark.night
def test_the_gallery_is_written(tmp_path: Path, renderer: Renderer) -> None:
    write_gallery(tmp_path, renderer)
    page, sheets = (tmp_path / "README.md").read_text("utf-8"), list(tmp_path.glob("*.webp"))
    assert sum(sheet.stat().st_size for sheet in sheets) <= ALL_BYTES
    for sheet in sheets:
        assert sheet.name in page
        assert opened(sheet).shape[1] == 1440
        assert sheet.stat().st_size <= MOST_BYTES
    for theme in THEMES.values():
        beside = opened(tmp_path / f"{theme.id}-charts.webp")[-9, -9]
        assert abs(beside - theme.page).max() <= 1, "the page has another colour"
    pixels = opened(tmp_path / "illustrations.webp")
    of_the_chain = (np.abs(pixels - THEMES["slate"].win) < ALIKE).all(axis=2)
    assert of_the_chain.sum() > MANY, "the chain that wins has another colour than in a match"
