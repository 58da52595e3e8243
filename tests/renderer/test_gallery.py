"""The gallery shows every game, mark and chart in every theme, and is not too large."""

from pathlib import Path

import pytest
from PIL import Image

from renderer.drawing import Renderer
from tests.renderer.gallery import write_gallery

MOST_BYTES, ALL_BYTES = 700 << 10, 3500 << 10


@pytest.mark.night
def test_the_gallery_is_written(tmp_path: Path, renderer: Renderer) -> None:
    write_gallery(tmp_path, renderer)
    page, sheets = (tmp_path / "README.md").read_text("utf-8"), list(tmp_path.glob("*.webp"))
    assert sum(sheet.stat().st_size for sheet in sheets) <= ALL_BYTES
    for sheet in sheets:
        assert sheet.name in page
        assert Image.open(sheet).width == 1440
        assert sheet.stat().st_size <= MOST_BYTES
