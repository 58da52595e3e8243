"""How the palettes were made: the colours that the parts of pictures need most.

Run ``python -m tests.renderer.palettes`` after a change to the themes, or to how pieces or marks
look.
"""

import json
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from renderer.backdrop import DARKEST, cell_light
from renderer.layout import lay_out
from renderer.lettering import Lettering
from renderer.paint import Painter
from renderer.palette import EYE, FILE, REPLAY, STILL, Indices
from renderer.scene import CellLook, Figure, Mark, MarkKind, Panel, Presence, Scene
from renderer.shapes import Floats
from renderer.themes import CROWN, THEMES, Rgb, Theme
from rules.game import Colour, Shape
from rules.games import GAMES
from rules.geometry.board import Board, hex_board, square_board
from rules.geometry.openfield import OPEN_FIELD

_COLOURS = {STILL: 93, REPLAY: 38}
_STEPS = {STILL: 7, REPLAY: 5}  # from the page's colour to that of words
_LIGHTS = {STILL: 7, REPLAY: 2}  # from the top of a cell to its foot
_USUAL = ("White", "Black")
_TEXTS = {MarkKind.CHAIN: "0 120", MarkKind.SIDE: "270", MarkKind.VISITED: ""}
_SHADOW_STEP = {STILL: 12, REPLAY: 24}  # of 255, from the page to where a plate's shadow meets it
_FEWEST = {STILL: 4, REPLAY: 3}  # steps on a dark page
_MET = 0.85  # how dark it is there, of its darkest
_ROUNDS = 12
_SEED = 1


class _Sampler:
    """Stands in for a palette: keeps every colour it is shown."""

    def __init__(self) -> None:
        self.seen: list[NDArray[np.uint8]] = []

    def index(self, pixels: Floats) -> Indices:
        """Keep the colours; the numbers mean nothing."""
        self.seen.append(np.clip(pixels + 0.5, 0, 255).astype(np.uint8).reshape(-1, 3))
        return np.zeros(pixels.shape[:-1], np.uint8)

    def look_up(self, indices: Indices) -> Floats:
        """Nothing is drawn over what was kept."""
        return np.zeros((*indices.shape, 3), np.float32)


def write_palettes(path: Path) -> None:
    """Make the palettes of every theme and kind of piece and write them to ``path``."""
    made = {
        theme.id: {
            shape.value: {use: _written(train(theme, shape, use)) for use in (STILL, REPLAY)}
            for shape in Shape
        }
        for theme in THEMES.values()
    }
    path.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


def _written(colours: list[Rgb]) -> str:
    return " ".join(f"#{red:02X}{green:02X}{blue:02X}" for red, green, blue in colours)


def train(theme: Theme, shape: Shape, use: str) -> list[Rgb]:
    """The palette of ``theme`` for pieces of ``shape``: exact steps first, then what is nearest."""
    exact = _exact(theme, shape, use)
    samples, weights = _samples(theme, shape)
    found = _clusters(samples, weights, np.array(exact, np.float32), _COLOURS[use] - len(exact))
    rounded = [_rgb(colour) for colour in found]
    return list(dict.fromkeys((*exact, *rounded)))


def _exact(theme: Theme, shape: Shape, use: str) -> list[Rgb]:
    """The page, the words and the shadow on it, the lines of marks, and the light on cells."""
    beside = theme.beside(colours_of(shape))
    steps, page = _STEPS[use], np.array(theme.page, np.float32)
    ramps = [
        _rgb(page + (np.array(words, np.float32) - page) * step / (steps - 1))
        for words in (theme.text, theme.secondary)
        for step in range(steps)
    ]
    if shape is not Shape.TILE:
        met = _MET * DARKEST
        shadows = max(int(met * page.max() / _SHADOW_STEP[use]), _FEWEST[use])
        ramps += [_rgb(page * (1 - met * step / shadows)) for step in range(1, shadows + 1)]
    light = np.linspace(-1, 1, _LIGHTS[use], dtype=np.float32)
    cells = (
        [theme.table]
        if shape is Shape.TILE
        else [_rgb(c) for shade in theme.shades for c in cell_light(shade, light)]
    )
    plain = (
        *(beside.last, beside.edge),
        theme.turn,
        theme.last,
        theme.edge,
        theme.badge,
        theme.win,
        theme.plate,
        theme.legal,
        *theme.zones,
        CROWN,
    )
    return list(dict.fromkeys((*ramps, *plain, *cells)))


def _rgb(colour: NDArray[np.floating]) -> Rgb:
    red, green, blue = (int(channel + 0.5) for channel in colour)
    return red, green, blue


def colours_of(shape: Shape) -> tuple[str, ...]:
    """The names of the colours that pieces of ``shape`` have, in the games that there are."""
    named = [game.info.colours for game in GAMES.values() if game.info.shape is shape]
    return max(named, key=len, default=_USUAL)


def _samples(theme: Theme, shape: Shape) -> tuple[Floats, Floats]:
    """Different colours of many pictures, and how much each counts."""
    sampler, lettering = _Sampler(), Lettering()
    boards = (OPEN_FIELD,) if shape is Shape.TILE else (hex_board(6), square_board(8))
    colours = colours_of(shape)
    for board in boards:
        scene = _crowd(board, shape, colours)
        layout = lay_out(board, 1000, turned=False, shown=scene.looks)
        Painter(theme, layout, lettering, sampler, colours).paint(scene, layout)
    seen = np.concatenate(sampler.seen).astype(np.uint32)
    seen &= ~np.uint32(1)  # neighbouring colours are one sample
    key = (seen[:, 0] << 16) | (seen[:, 1] << 8) | seen[:, 2]
    unique, counts = np.unique(key, return_counts=True)
    back = np.stack([unique >> 16, unique >> 8 & 255, unique & 255], 1).astype(np.float32) + 0.5
    return back, (counts**0.65).astype(np.float32)


def _crowd(board: Board, shape: Shape, colours: tuple[str, ...]) -> Scene:
    """Pieces of every colour, alone and under every mark."""
    cells = board.names or tuple(f"{q},{r}" for q in range(-3, 4) for r in range(-3, 4))
    seats = range(len(colours))
    figures = [_figure(shape, colour, height) for height in (1, 3, 6) for colour in seats]
    gone = (Presence.MOVED, Presence.TAKEN)
    figures += [Figure(shape, (colour,), presence=how) for how in gone for colour in seats]
    if shape is Shape.TILE:
        figures += [_figure(shape, None, 1)] * 2
    marks = [(), (), *((Mark(kind, _TEXTS.get(kind, "7"), 1),) for kind in MarkKind)]
    looks = {
        cell: CellLook(
            None if number % 4 == 3 else figures[number % len(figures)],
            marks[number % len(marks)],
            open=board.endless,
        )
        for number, cell in enumerate(cells)
    }
    panels = tuple(
        Panel(
            Figure(shape, (colour,)),
            colours[colour],
            "16 in reserve",
            strong=colour == 1,
            winner=colour == 0,
        )
        for colour in seats
    )
    return Scene(
        board, False, looks, shape, colours, panels=panels, result="White wins", footer="Move 17"
    )


def _figure(shape: Shape, colour: Colour | None, height: int) -> Figure:
    if shape is Shape.PILE and colour is not None:
        return Figure(shape, tuple((colour + part) % 2 for part in range(height)), height)
    return Figure(shape, (colour,), height)


def _clusters(samples: Floats, weights: Floats, exact: Floats, count: int) -> Floats:
    """``count`` colours that, with the ``exact`` ones, come near to all ``samples``."""
    points = samples * EYE
    fixed = exact * EYE
    chance = np.random.default_rng(_SEED)
    centres = _spread(points, weights, fixed, count, chance)
    for _ in range(_ROUNDS):
        everywhere = np.concatenate([fixed, centres])
        nearest = _nearest(points, everywhere) - len(fixed)
        free = nearest >= 0
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest[free], points[free] * weights[free, None])
        total = np.bincount(nearest[free], weights[free], len(centres)).astype(np.float32)
        centres = np.where(total[:, None] > 0, sums / np.maximum(total, 1e-6)[:, None], centres)
    return np.clip(centres / EYE, 0, 255)


def _spread(
    points: Floats, weights: Floats, fixed: Floats, count: int, chance: np.random.Generator
) -> Floats:
    """First centres: drawn one by one, likelier the further from those that there are."""
    away = np.min([((points - centre) ** 2).sum(1) for centre in fixed], axis=0)
    centres = []
    for _ in range(count):
        odds = away * weights
        chosen = points[chance.choice(len(points), p=odds / odds.sum())]
        centres.append(chosen)
        away = np.minimum(away, ((points - chosen) ** 2).sum(1))
    return np.array(centres, np.float32)


def _nearest(points: Floats, centres: Floats) -> NDArray[np.intp]:
    squares = (centres**2).sum(1)
    parts = np.array_split(points, max(len(points) // 8192, 1))
    return np.concatenate([(squares - 2 * part @ centres.T).argmin(1) for part in parts])


if __name__ == "__main__":
    write_palettes(Path(str(resources.files("renderer") / FILE)))
