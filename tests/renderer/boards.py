"""Pictures under the magnifying glass: what is drawn at a cell."""

import io
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image, ImageSequence

from renderer import THEMES, PictureRequest
from renderer.drawing import Renderer
from renderer.layout import HEADER, Layout, lay_out
from renderer.lettering import Lettering
from renderer.palette import STILL, load_palette
from renderer.pieces import top_of
from renderer.scene import CellLook, MarkKind, Scene
from renderer.scenes import build_scene
from renderer.strips import Strips
from renderer.themes import Rgb
from rules import GAMES
from rules.game import Shape
from tests.kit.rules import CASES, start
from tests.renderer.cases import pixels


def strips(
    theme: str = "slate",
    size: int = 1000,
    shape: Shape = Shape.STACK,
    colours: Sequence[str] = ("Red", "Yellow"),
) -> Strips:
    """What draws the strips above and below a board."""
    materials, ink = THEMES[theme].materials(colours), load_palette(theme, shape, STILL)
    return Strips(THEMES[theme], materials, size, Lettering(), ink)


def written(strip: np.ndarray) -> np.ndarray:
    """Which columns of a strip, or of a part of it, have anything in them."""
    return (strip != strip[0, 0]).any(0)


def frames(file: bytes) -> list[np.ndarray]:
    """The pixels of each frame of a film."""
    film = ImageSequence.Iterator(Image.open(io.BytesIO(file)))
    return [np.asarray(frame.convert("RGB"), np.int16) for frame in film]


class Picture:
    """A drawn request, and where its cells are."""

    def __init__(self, renderer: Renderer, request: PictureRequest) -> None:
        self.request = request
        self.pixels = pixels(renderer.still(request))
        colours = request.position.info.colours
        self.theme = THEMES[request.theme].beside(colours)
        self.materials = self.theme.materials(colours)
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


def after(game: str, text: str, move: str, **more: object) -> PictureRequest:
    """What ``move`` led to from a position in text."""
    before = GAMES[game].decode(text)
    played = before.parse(move)
    return PictureRequest(before.play(played), before.events(played), **more)


def told(looks: Mapping[str, CellLook], kind: MarkKind) -> dict[str, str]:
    """What the marks of a kind say, by their cells."""
    marks = ((cell, mark) for cell, look in looks.items() for mark in look.marks)
    return {cell: mark.text for cell, mark in marks if mark.kind is kind}


def near(colours: np.ndarray, wanted: Rgb, within: int = 24) -> np.ndarray:
    """Which colours are about ``wanted``."""
    return np.abs(colours.astype(int) - np.array(wanted)).max(-1) <= within


ON_EACH_BOARD = list({start(*case).variant.board: case for case in reversed(CASES)}.values())
"""One variant for each board that there is."""
COVERED = {MarkKind.NOTE, MarkKind.OPTION}
"""Marks that lie over the middle of a piece."""


def check_pieces(scene: Scene, picture: np.ndarray, theme: str, size: int) -> int:
    """Every piece has its colour, more than any other player's; gives how many there are."""
    layout = lay_out(scene.board, size, scene.turned, scene.looks)
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
        if figure.shape in (Shape.STACK, Shape.PILE):
            y -= round(top_of(figure, layout.pitch))
        patch = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].reshape(-1, 3)
        apart = np.abs(bases - np.median(patch, axis=0)).sum(1)
        assert int(apart.argmin()) == figure.top, cell
        seen += 1
    return seen


def corners(layout: Layout, cell: str) -> tuple[int, int, int, int]:
    (x, y), (across, up) = layout.centre(cell), layout.reach
    return x - across, y - up, x + across, y + up


def check_cells(layout: Layout, cells: list[str]) -> None:
    """All cells between the strips and within the picture, and none on another."""
    top, bottom = HEADER * layout.scale, layout.bottom
    for cell in cells:
        left, upper, right, lower = corners(layout, cell)
        assert left >= 0, cell
        assert right < layout.size, cell
        assert upper >= top, cell
        assert lower < bottom, cell
    middles = np.array([layout.centre(cell) for cell in cells], float).reshape(-1, 2)
    apart = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > 0.98 * layout.pitch - 1  # rows are rounded to whole pixels
