"""Charts as pictures and in words, for the tests of them."""

import io

import pytest
from PIL import Image

from renderer import THEMES, Theme
from renderer.charts import Chart, chart_text
from tests.kit.world import renderer

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def told_of(chart: Chart) -> str:
    return str(chart_text(chart))


def picture(chart: Chart, theme: Theme) -> Image.Image:
    return Image.open(io.BytesIO(renderer().chart(chart, theme.id))).convert("RGB")


def near(one: object, other: tuple[int, int, int]) -> bool:
    """Whether a pixel has a colour, as nearly as the picture's few colours allow."""
    assert isinstance(one, tuple)
    return all(abs(a - b) <= 12 for a, b in zip(one, other, strict=True))
