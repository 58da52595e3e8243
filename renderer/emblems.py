"""Signs that need no words."""

from __future__ import annotations

import numpy as np

from renderer.shapes import Surface, circle, edge, polygon
from renderer.themes import Rgb

# Of the crown's width, from its middle.
_POINTS = ((-0.42, -0.16), (0.0, -0.34), (0.42, -0.16))
_BAND = ((-0.36, 0.28), (-0.36, 0.38), (0.36, 0.38), (0.36, 0.28))
_PEARL = 0.075


def draw_crown(surface: Surface, colour: Rgb, width: float) -> None:
    """A crown around the surface's middle: who won."""
    x, y = surface.x, surface.y
    shape = polygon(x, y, [(across * width, down * width) for across, down in _BAND[::-1]])
    for (left, right), (across, down) in zip(
        ((-0.40, -0.02), (-0.24, 0.24), (0.02, 0.40)), _POINTS, strict=True
    ):
        spike = [(across, down), (right, 0.22), (left, 0.22)]
        shape = np.minimum(shape, polygon(x, y, [(a * width, d * width) for a, d in spike]))
        pearl = circle(x - np.float32(across * width), y - np.float32(down * width), _PEARL * width)
        shape = np.minimum(shape, pearl)
    surface.lay(colour, edge(shape))
