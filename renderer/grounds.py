"""What marks draw below the pieces: zones, sides, the winning chain, the ground of a win."""

import math

import numpy as np

from renderer.pieces import STONE, DrawContext
from renderer.scene import CellLook, Mark, MarkKind
from renderer.shapes import (
    Floats,
    Surface,
    circle,
    dashes,
    edge,
    hexagon,
    outline,
    rounded_square,
    segment,
)
from renderer.themes import written_on

# Of the pitch.
_BAND = 0.42  # how broad the winning chain is
_HALO = 0.45  # and how far it reaches around its pieces
_GROUND = 0.455  # half of what lies below a piece that it was won with
_WIN_EDGE = 0.035
_SIDE = 0.09  # how broad the line along a side is


def draw_zone(surface: Surface, mark: Mark, context: DrawContext, hexagonal: bool) -> None:
    """The cell filled; neighbouring zones have different colours."""
    shape = hexagon if hexagonal else rounded_square
    body = shape(surface.x, surface.y, 0.47 * context.pitch, 0.07 * context.pitch)
    surface.lay(context.theme.zones[mark.colour or 0], edge(body))


def draw_side(surface: Surface, mark: Mark, context: DrawContext, hexagonal: bool) -> None:
    """The border of a cell where it is the board's, in the colour of a win."""
    turn, pitch = math.radians(int(mark.text)), context.pitch
    shape = hexagon if hexagonal else rounded_square
    border = shape(surface.x, surface.y, (0.5 - _SIDE / 2) * pitch, 0.07 * pitch)
    outward = surface.x * math.cos(turn) + surface.y * math.sin(turn) > 0.2 * pitch
    surface.lay(context.theme.win, edge(outline(border, _SIDE * pitch)) * outward)


def draw_band(surface: Surface, mark: Mark, context: DrawContext) -> None:
    """A part of the broad line through all cells of the winning chain."""
    pitch, theme = context.pitch, context.theme
    shape = circle(surface.x, surface.y, _HALO * pitch)
    for angle in map(int, mark.text.split()):
        turn = math.radians(angle)
        ahead = surface.x * math.cos(turn) + surface.y * math.sin(turn)
        aside = surface.y * math.cos(turn) - surface.x * math.sin(turn)
        arm = segment(ahead.astype(np.float32), aside.astype(np.float32), pitch, _BAND * pitch)
        shape = np.minimum(shape, arm)
    surface.lay(written_on(theme.win), edge(shape - np.float32(max(_WIN_EDGE * pitch, 1))))
    surface.lay(theme.win, edge(shape))


def draw_ground(surface: Surface, look: CellLook, context: DrawContext, hexagonal: bool) -> None:
    """The cell below a piece that the match was won with; only its border where that has left."""
    size, line = _GROUND * context.pitch, max(_WIN_EDGE * context.pitch, 1)
    shape: Floats = (hexagon if hexagonal else rounded_square)(
        surface.x, surface.y, size, 0.07 * context.pitch
    )
    left: Floats | np.float32 = np.float32(1)
    if look.figure is not None and look.figure.gone:
        width = 0.07 * context.pitch
        shape = outline(shape + np.float32(width / 2), width)
        if all(mark.kind is not MarkKind.REMOVED for mark in look.marks):
            left = dashes(surface, 18)
    surface.lay(written_on(context.theme.win), edge(shape - np.float32(line)) * left)
    surface.lay(context.theme.win, edge(shape) * left)
    if look.figure is not None and not look.figure.gone:  # a line parts a stone from the ground
        stone = circle(surface.x, surface.y, STONE * context.pitch)
        surface.lay(written_on(context.theme.win), edge(stone - np.float32(line)))
