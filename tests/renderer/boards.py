"""Pictures under the magnifying glass: what is drawn at a cell."""

import numpy as np

from renderer import THEMES, PictureRequest, Renderer
from renderer.layout import Layout, lay_out
from renderer.scenes import build_scene
from renderer.themes import Rgb
from tests.renderer.cases import pixels


class Picture:
    """A drawn request, and where its cells are."""

    def __init__(self, renderer: Renderer, request: PictureRequest) -> None:
        self.request = request
        self.pixels = pixels(renderer.still(request))
        self.theme = THEMES[request.theme]
        self.materials = self.theme.materials(request.position.info.colours)
        scene = build_scene(request)
        self.layout: Layout = lay_out(scene.board, request.size, scene.turned, scene.looks)

    def patch(self, cell: str, reach: float = 0.5) -> np.ndarray:
        """The pixels up to ``reach`` pitches from the middle of a cell."""
        x, y = self.layout.centre(cell)
        half = round(reach * self.layout.pitch)
        return self.pixels[y - half : y + half + 1, x - half : x + half + 1]

    def at(self, cell: str, right: float = 0.0, down: float = 0.0) -> np.ndarray:
        """The colour so many pitches from a cell's middle."""
        x, y = self.layout.centre(cell)
        pitch = self.layout.pitch
        return self.pixels[y + round(down * pitch), x + round(right * pitch)]

    def ring(self, cell: str, radius: float) -> np.ndarray:
        """The colours around a cell's middle, every ten degrees: (36, 3)."""
        angles = np.arange(36) * np.pi / 18
        return np.array([self.at(cell, radius * np.cos(a), radius * np.sin(a)) for a in angles])


def near(colours: np.ndarray, wanted: Rgb, within: int = 24) -> np.ndarray:
    """Which colours are about ``wanted``."""
    return np.abs(colours.astype(int) - np.array(wanted)).max(-1) <= within
