"""Pictures that explain the rules, and what stands behind the cells of every board."""

import functools
from dataclasses import dataclass, replace

import numpy as np

from renderer.alt import board_text, cut_off_text, within_limit
from renderer.layout import PLATE, Layout, outline, plate_border
from renderer.lettering import Lettering
from renderer.request import PictureRequest
from renderer.scene import BARE, Arrow, Mark, MarkKind, Scene
from renderer.scenes import build_scene
from renderer.shapes import (
    Floats,
    Surface,
    edge,
    hexagon,
    polygon,
    rounded_box,
    rounded_square,
    soft,
    widened,
)
from renderer.shapes import outline as border
from renderer.themes import Rgb, Theme
from rules.game import Connected, Event, Game, Position, Step, StepKind
from rules.games import GAMES
from rules.rulebook import Example, examples
from rules.texts import Text, sentences

_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)
_EDGE_LABEL = 30
_TABLE_CORNER = 28
_TABLE_DEPTH = 9  # how far the shadow of the border reaches


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture for a page of rules. ``alt`` says what it shows to who does not see it.

    ``section`` is the heading of the rules text that it belongs to, ``title`` its own, if any.
    """

    game: str
    id: str
    section: str
    caption: Text
    alt: Text
    scene: Scene
    title: Text | None = None


def illustrations(game: str) -> tuple[Illustration, ...]:
    """The pictures of ``game``'s rules, in the order of its pages; none for an unknown game."""
    return _illustrations(GAMES[game]) if game in GAMES else ()


@functools.cache
def _illustrations(game: Game) -> tuple[Illustration, ...]:
    return tuple(_illustrate(game, example) for example in examples(game))


def _illustrate(game: Game, example: Example) -> Illustration:
    request = _request(game, example)
    scene = build_scene(request)
    looks = dict(scene.looks)
    for cell, text in example.notes.items():
        look = looks.get(cell, BARE)
        looks[cell] = replace(look, marks=(*look.marks, Mark(MarkKind.NOTE, text)))
    arrows = (*scene.arrows, *(Arrow(start, end) for start, end in example.arrows))
    caption = Text.of_file(example.caption, game.info.id)
    told = sentences(
        caption, *_marked(example), *cut_off_text(request), board_text(request.position)
    )
    return Illustration(
        game.info.id,
        example.id,
        example.section,
        caption,
        within_limit(told),
        replace(scene, looks=looks, arrows=arrows, panels=(), result="", footer=""),
        Text.of_file(example.title, game.info.id) if example.title else None,
    )


def _marked(example: Example) -> list[Text]:
    """Which cells are labelled and ringed: ``Marked: a c2 f2; b j5 j3.``"""
    labelled: dict[str, list[str]] = {}
    for cell, label in example.notes.items():
        labelled.setdefault(label, []).append(cell)
    labels = "; ".join(f"{label} {' '.join(cells)}" for label, cells in labelled.items())
    marked = [Text("Marked: {cells}.", cells=labels)] if labels else []
    ringed = " ".join(example.options)
    return [*marked, Text("Ringed: {cells}.", cells=ringed)] if ringed else marked


def _request(game: Game, example: Example) -> PictureRequest:
    position = game.decode(example.position)
    options = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in example.options)
    joined = _joined(position, example)
    if example.move is None:
        return PictureRequest(position, joined, options, numbered=False)
    move = position.parse(example.move)
    events = (*position.events(move), *joined)
    return PictureRequest(position.play(move), events, options, numbered=False)


def _joined(position: Position, example: Example) -> tuple[Event, ...]:
    """The winning chain that an example shows, if it shows one."""
    if not example.chain:
        return ()
    colour = position.pieces()[example.chain[0]].colour
    return (Connected(0 if colour is None else colour, tuple(example.chain)),)


def draw_backdrop(theme: Theme, layout: Layout, lettering: Lettering | None) -> Surface:
    """The page, the plate and the names beside it, without cells; no names without letters."""
    surface = Surface.plain(layout.size, layout.bottom, theme.page)
    if layout.board.endless:
        _draw_table(surface, theme, layout)
        return surface
    _draw_plate(surface, theme, layout)
    if not layout.hexagonal and lettering is not None:
        _draw_edge_labels(surface, theme, layout, lettering)
    return surface


def _draw_table(surface: Surface, theme: Theme, layout: Layout) -> None:
    """What tiles lie on where there is no board: a tray of one colour, its corners rounded."""
    (left, end), (top, bottom) = layout.table
    corner, deep = _TABLE_CORNER * layout.scale, _TABLE_DEPTH * layout.scale
    middle = Surface(surface.pixels, ((left + end) / 2, (top + bottom) / 2))
    half = (end - left) / 2, (bottom - top) / 2
    body = rounded_box(middle.x, middle.y, *half, corner)
    middle.lay(theme.table, edge(body))
    lit = rounded_box(middle.x, middle.y - np.float32(deep / 3), *half, corner)
    middle.lay(_BLACK, edge(body) * (1 - soft(lit + np.float32(deep / 2), deep)), 0.34)


def _draw_plate(surface: Surface, theme: Theme, layout: Layout) -> None:
    pitch = layout.pitch
    centres = [layout.centre(cell) for cell in layout.board.names]
    across, down = ([centre[axis] for centre in centres] for axis in (0, 1))
    middle = ((min(across) + max(across) + 1) / 2, (min(down) + max(down) + 1) / 2)
    around = Surface(surface.pixels, middle)
    margin, corner = PLATE * pitch, 0.42 * pitch
    if not layout.hexagonal:
        margin, corner = pitch / 2 + plate_border(layout.scale), 18 * layout.scale
    shape = [(x * layout.row, y * layout.row) for x, y in outline(layout.board, layout.turned)]
    corners = widened(shape, margin - corner)

    fall = round(0.07 * pitch)  # pixels that the shadow lies below the plate
    above = around.y[:fall] - np.float32(fall)
    distances = polygon(around.x, np.concatenate([above, around.y]), corners, corner)
    body, shadow = distances[fall:], distances[: -fall or None]
    around.lay(_BLACK, soft(shadow, 0.16 * pitch), 0.42)
    around.lay(theme.plate, edge(body))
    rim = edge(border(body + np.float32(1.6), 2.4))
    slope = np.clip((around.y + 0.4 * around.x) / (3 * pitch), -1, 1)
    around.lay(_WHITE, rim * np.clip(-slope, 0, 1), 0.26)
    around.lay(_BLACK, rim * np.clip(slope, 0, 1), 0.30)


def draw_bare_cell(theme: Theme, layout: Layout, tint: int) -> Surface:
    """A cell of one tint and the plate around it; on the open field, a piece of the table."""
    across, up = layout.reach
    field = layout.board.endless
    pixels = np.empty((2 * up + 1, 2 * across + 1, 3), np.float32)
    pixels[:] = theme.table if field else theme.groove
    patch = Surface(pixels, (across + 0.5, up + 0.5))
    if not field:
        _draw_cell(patch, theme.shades[tint], layout)
    return patch


def _draw_cell(patch: Surface, tint: Rgb, layout: Layout) -> None:
    x, y = patch.x, patch.y
    inradius = layout.pitch / 2 - 1.25 * max(layout.scale, 0.6)
    if layout.hexagonal:
        body = hexagon(x, y, inradius, 0.10 * inradius)
    else:
        body = rounded_square(x, y, inradius, 6 * layout.scale)
    patch.lay(cell_light(tint, y / inradius), edge(body))
    bevel = edge(border(body + np.float32(1.4), 1.6))
    patch.lay(_WHITE, bevel * np.clip(-y / inradius - 0.1, 0, 1), 0.14)


def cell_light(tint: Rgb, down: Floats) -> Floats:
    """The colours of a cell at places ``down`` from its middle, in half heights: darker below."""
    light = 1 - np.clip(0.04 * down, -0.05, 0.05)[..., None]
    lit: Floats = np.clip(np.asarray(tint, np.float32) * light, 0, 255).astype(np.float32)
    return lit


def _draw_edge_labels(surface: Surface, theme: Theme, layout: Layout, lettering: Lettering) -> None:
    """Letters below the columns and numbers beside the rows, whichever way the board lies."""
    height = round(_EDGE_LABEL * layout.scale)
    board = layout.board
    bottom = max(layout.centre(name)[1] for name in board.names)
    left = min(layout.centre(name)[0] for name in board.names)
    away = layout.pitch / 2 + plate_border(layout.scale) + 18 * layout.scale
    for name in board.names:
        x, y = layout.centre(name)
        row = board.row_name(name)
        if y == bottom:
            column = lettering.word(name.removesuffix(row), height)
            _label(surface, theme, column, x, bottom + away)
        if x == left:
            _label(surface, theme, lettering.word(row, height), left - away, y)


def _label(surface: Surface, theme: Theme, word: Floats, x: float, y: float) -> None:
    left, top = round(x - word.shape[1] / 2), round(y - word.shape[0] / 2)
    surface.stamp(theme.secondary, word, left, top)
