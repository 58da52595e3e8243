"""How stones, stacks, piles and tiles look. Light comes from the top left."""

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from renderer.lettering import Lettering
from renderer.scene import Figure, Presence
from renderer.shapes import (
    Floats,
    Surface,
    circle,
    dashes,
    edge,
    from_middle,
    hexagon,
    outline,
    soft,
    triangle,
)
from renderer.themes import BOLD, Material, Rgb, Theme, mixed
from rules.game import Colour, Shape

_Aside: TypeAlias = tuple[float, float] | None
_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)
STONE = 0.385  # of the pitch
DISC = 0.36
_VISIBLE_DISCS = 6
TAKEN = 0.9
"""How much of its colour a piece has that was taken: whose it was is to be seen."""

PLACE = 0.8
"""How strong the dashes are around the place of what was taken."""

UNCOUNTED = 0.62
"""The same of one that lies there and counts no more."""

_TAKEN_PALE = 0.3
_MOVED = 0.34  # where the piece is now tells that
_DEPARTED, _MOST_DEPARTED = 18, 0.34  # how far from the table's colour, in steps of a channel
_RIM_DEPARTED = 2.5  # times as strong as what it surrounds

_GONE_SIZE = 0.8  # beside a piece on the board
_TAKEN_SIZE, _TAKEN_TILE = 0.66, 0.82
_STEP = 0.155  # of a disc's radius, from one disc of a stack to the next
_PILE_STEP = 0.30
_SIDE = 0.72
_PILE_SIDE = 0.88  # each disc's side tells its colour
_ASIDE = 0.78  # how large a number is that makes room for another, beside its usual size
UP_LEFT = (-0.30, -0.26)  # of a disc's radius: where it then is
RAISED = (0.0, -0.2)  # above letters, in its usual size
STRUCK = (-0.40, -0.34)  # beside a stroke
_INRADIUS = 0.458  # of a tile, of the pitch
_TILE_CORNER = 0.17  # of the inradius
_GONE_TILE = 0.88
_TILE_PATTERN = -0.24  # of the pitch: above a tile's name
_BESIDE_SIGN = 0.17  # and right of what tells that it was taken
PLAIN = (0, 1)
"""The colours without a pattern."""

RISE = 0.032
"""How far a tile's face lies above its middle, of the pitch."""


@dataclass(frozen=True, slots=True)
class DrawContext:
    """What things are made with: the colours, the letters, and the distance between cells.

    ``materials`` are the pieces' by colour. Words are at least ``smallest`` pixels high.
    """

    theme: Theme
    materials: tuple[Material, ...]
    lettering: Lettering
    pitch: int
    smallest: int

    def material(self, colour: Colour | None) -> Material:
        """The pieces of ``colour``, or of nobody for None."""
        return self.theme.neutral if colour is None else self.materials[colour]

    def letters(self, share: float) -> int:
        """The size of words that measure ``share`` of the pitch, as large as they must be."""
        return max(round(share * self.pitch), self.smallest)


def draw_figure(
    surface: Surface,
    figure: Figure,
    context: DrawContext,
    *,
    number_aside: _Aside = None,
    outlined: bool = True,
) -> None:
    """Draw ``figure`` around the surface's middle.

    ``number_aside`` is where the figure's number leaves room for others. The place of what was
    taken is ``outlined`` where no mark's border is.
    """
    if figure.presence is Presence.UNCOUNTED:
        below = surface.pixels.copy()
        draw_figure(surface, replace(figure, presence=Presence.STANDS, height=0), context)
        surface.pixels[:] = below + (surface.pixels - below) * np.float32(UNCOUNTED)
        top = Surface(surface.pixels, _middle(surface, -top_of(figure, context.pitch)))
        _rim(surface, figure, context)
        if figure.numbered:
            material, radius = context.material(figure.top), DISC * context.pitch
            ground = circle(
                *(top.x - STRUCK[0] * radius, top.y - STRUCK[1] * radius), 0.44 * radius
            )
            top.lay(material.base, edge(ground))
            _number(top, figure, material.ink, radius, context.lettering, STRUCK)
    elif figure.gone:
        _draw_gone(surface, figure, context, outlined)
    elif figure.shape is Shape.STONE:
        draw_stone(surface, context.material(figure.top), figure.top, STONE * context.pitch)
    elif figure.shape is Shape.TILE:
        draw_tile(surface, context.material(figure.top), figure.top, context.pitch)
    else:
        _draw_discs(surface, figure, context, number_aside)


def _rim(surface: Surface, figure: Figure, context: DrawContext) -> None:
    """The borders of all discs of a stack in full strength, as far as they are seen."""
    radius = DISC * context.pitch
    (shown, step), width = _discs(figure, radius), max(0.024 * context.pitch, 1.6)
    line: Floats = np.zeros(surface.pixels.shape[:2], np.float32)
    for number in range(len(shown)):
        down = step * ((len(shown) - 1) / 2 - number)
        body = circle(surface.x, surface.y - np.float32(down), radius)
        line = np.maximum(line * (1 - edge(body)), edge(outline(body, width)))
    surface.lay(context.material(figure.top).rim, line)


def _draw_gone(surface: Surface, figure: Figure, context: DrawContext, outlined: bool) -> None:
    """Where a piece was: its colour, flat and smaller, whatever its height.

    What was taken is small in the dashed outline of its place, which nothing stands on any more.
    """
    taken = figure.presence is Presence.TAKEN
    tile, material = figure.shape is Shape.TILE, context.material(figure.top)
    if not taken:
        body = _outline_of(surface, _GONE_TILE if tile else _GONE_SIZE, context.pitch, tile)
        if figure.presence is Presence.MOVED:
            draw_flat(surface, material, body, _MOVED)
            return
        table = context.theme.table
        away = sum(abs(a - b) for a, b in zip(material.base, table, strict=True)) / 3
        strength = min(_DEPARTED / away, _MOST_DEPARTED)
        surface.lay(material.base, edge(body), strength)
        rim = edge(outline(body, max(0.03 * context.pitch, 1.8)))
        surface.lay(material.base, rim, _RIM_DEPARTED * strength)
        draw_pattern(surface, mixed(table, material.ink, 0.6), figure.top, 0.28 * context.pitch)
        return
    if outlined:
        place = _outline_of(surface, 0.94, context.pitch, tile)
        line = edge(outline(place, max(0.024 * context.pitch, 1.5)))
        surface.lay(context.theme.coordinate, line * dashes(surface, 18), PLACE)
    size = _TAKEN_TILE if tile else _TAKEN_SIZE
    # a tile would be counted among those that stand, were it not pale
    strength = _TAKEN_PALE if tile else TAKEN
    draw_flat(surface, material, _outline_of(surface, size, context.pitch, tile), strength)
    if tile:
        _draw_tile_pattern(surface, material, figure.top, context.pitch, _BESIDE_SIGN)


def _outline_of(surface: Surface, size: float, pitch: int, tile: bool) -> Floats:
    """The shape of a piece, ``size`` times as large."""
    if not tile:
        return circle(surface.x, surface.y, size * STONE * pitch)
    inradius = size * _INRADIUS * pitch
    return hexagon(surface.x, surface.y, inradius, _TILE_CORNER * inradius)


def draw_flat(surface: Surface, material: Material, body: Floats, strength: float = TAKEN) -> None:
    """A shape without light, shadow or pattern, with a rim that parts it from the board."""
    surface.lay(material.base, edge(body), strength)
    surface.lay(material.rim, edge(outline(body, 1.8)), strength)


def draw_stone(surface: Surface, material: Material, colour: Colour | None, radius: float) -> None:
    """A round stone with the pattern of its colour."""
    x, y = surface.x, surface.y
    body = circle(x, y, radius)
    below = circle(x - np.float32(0.05 * radius), y - np.float32(0.13 * radius), radius)
    surface.lay(_BLACK, soft(below, 0.145 * radius), 0.5)
    surface.lay(_lit(material, x / radius, y / radius), edge(body))
    glint = ((x / radius + 0.33) / 0.30) ** 2 + ((y / radius + 0.46) / 0.17) ** 2
    shine = np.exp(-1.3 * glint) * edge(body + np.float32(0.12 * radius))
    surface.lay(_WHITE, shine, 0.34 if material.dark else 0.55)
    rim = max(1.6, 0.055 * radius)
    surface.lay(material.rim, edge(outline(body + np.float32(rim / 2), rim)), material.rim_strength)
    draw_pattern(surface, material.ink, colour, radius)


def draw_pattern(surface: Surface, ink: Rgb, colour: Colour | None, radius: float) -> None:
    """What tells a third colour apart besides the colour, and what is nobody's.

    The first two are the lightest and the darkest on the board, which everybody tells apart.
    """
    x, y = surface.x, surface.y
    width = max(0.10 * radius, 1.2)
    if colour == 2:
        shape = triangle(x, y - np.float32(0.06 * radius), 0.52 * radius)
        surface.lay(ink, edge(outline(shape, width)), 0.85)
    elif colour is None:
        _hatch(surface, ink, circle(x, y, 0.9 * radius), 0.34 * radius)


def _hatch(surface: Surface, ink: Rgb, within: Floats, apart: float) -> None:
    """Slanted lines ``apart`` pixels from each other within a shape."""
    slanted = (surface.x + surface.y) * np.float32(math.sqrt(0.5) / apart)
    away = np.abs(slanted - np.round(slanted)) * np.float32(apart)
    surface.lay(ink, edge(np.maximum(away - np.float32(max(0.1 * apart, 0.7)), within)), 0.6)


def _lit(material: Material, x: Floats, y: Floats) -> Floats:
    """The colours of a ball of radius 1 under the light."""
    away = from_middle(x + 0.32, y + 0.38) / 1.42
    near = np.minimum(away / 0.45, 1)
    far = np.clip((away - 0.5) / 0.5, 0, 1) ** 2
    near = near * near * (3 - 2 * near)
    high, base, low = (
        np.asarray(colour, np.float32) for colour in (material.high, material.base, material.low)
    )
    shade = high + (base - high) * near[..., None]
    lit: Floats = shade + (low - shade) * far[..., None]
    return lit


def _draw_discs(surface: Surface, figure: Figure, context: DrawContext, aside: _Aside) -> None:
    """Flat discs seen from slightly above, the number of them on the top one."""
    radius = DISC * context.pitch
    pile = figure.shape is Shape.PILE
    shown, step = _discs(figure, radius)
    low = step * (len(shown) - 1) / 2
    below = surface.y - np.float32(low + 0.13 * radius)
    shadow = circle(surface.x - np.float32(0.05 * radius), below, radius)
    surface.lay(_BLACK, soft(shadow, 0.145 * radius), 0.5)
    for number, colour in enumerate(shown):
        height = low - number * step
        topmost, lowest = number == len(shown) - 1, number == 0
        shade = _PILE_SIDE if pile else _SIDE
        disc = context.material(colour), radius, height, shade
        _draw_disc(surface, *disc, top=topmost, within=not (pile or lowest or topmost))
    top = Surface(surface.pixels, _middle(surface, low - (len(shown) - 1) * step))
    material = context.material(figure.top)
    groove = edge(outline(circle(top.x, top.y, 0.80 * radius), max(0.04 * radius, 1.4)))
    top.lay(material.ink, groove, 0.30 if material.dark else 0.16)
    if figure.numbered:
        _number(top, figure, material.ink, radius, context.lettering, aside)


def _discs(figure: Figure, radius: float) -> tuple[tuple[Colour | None, ...], float]:
    """The colours of the discs that are seen, from the bottom, and from each to the next."""
    pile = figure.shape is Shape.PILE
    colours = (
        figure.colours if pile else figure.colours * min(max(figure.height, 1), _VISIBLE_DISCS)
    )
    shown = colours[-_VISIBLE_DISCS:]
    step = (_PILE_STEP if pile else _STEP) * radius
    return shown, min(step, _STEP * radius * (_VISIBLE_DISCS - 1) / max(len(shown) - 1, 1))


def top_of(figure: Figure, pitch: int) -> float:
    """How far above a cell's middle the top disc of a figure lies, in pixels."""
    shown, step = _discs(figure, DISC * pitch)
    return step * (len(shown) - 1) / 2


def _draw_disc(
    surface: Surface,
    material: Material,
    radius: float,
    height: float,
    shade: float,
    *,
    top: bool,
    within: bool,
) -> None:
    """A disc ``height`` pixels below the middle; ``shade`` darkens the side of a light one.

    One ``within`` a stack of its colour has less of a rim: what is around the whole is seen.
    """
    x, y = surface.x, surface.y - np.float32(height)
    body = circle(x, y, radius)
    side = tuple(
        0.55 * base + 0.28 * high if material.dark else shade * low
        for base, high, low in zip(material.base, material.high, material.low, strict=True)
    )
    surface.lay(np.asarray(side, np.float32), edge(body))
    surface.lay(_BLACK, edge(outline(body + np.float32(0.6), 1.8)), 0.4 if material.dark else 0.5)
    if material.dark:
        strength = material.rim_strength if material.faint and not within else 0.42
        surface.lay(material.rim, edge(outline(body + np.float32(1.2), 1.4)), strength)
    if not top:
        return
    slope = np.clip(y / radius, -1, 1) * 0.5 + np.clip(x / radius, -1, 1) * 0.25
    surface.lay(_tilted(material, slope, 0.9), edge(body + np.float32(1.2)))
    strength = 0.55 if material.dark else 0.35
    if material.faint:
        strength = material.rim_strength
    surface.lay(material.rim, edge(outline(body + np.float32(1), 1.6)), strength)


def _tilted(material: Material, slope: NDArray[np.floating], contrast: float) -> Floats:
    """A flat face: brighter where ``slope`` is below 0, darker where it is above."""
    high, base, low = (
        np.asarray(colour, np.float32) for colour in (material.high, material.base, material.low)
    )
    bright, dim = np.maximum(-slope, 0)[..., None], np.maximum(slope, 0)[..., None]
    face: Floats = base + (high - base) * bright * contrast + (low - base) * dim * contrast
    return face


def _number(
    surface: Surface, figure: Figure, ink: Rgb, radius: float, lettering: Lettering, aside: _Aside
) -> None:
    (right, down), text = aside or (0, 0), str(figure.height)
    share = figure.number * (1.12 if len(text) < 2 else 0.92) * (_ASIDE if right else 1)
    word = lettering.word(text, max(round(share * radius), 6), BOLD)
    stamp_middle(surface, ink, word, right * radius, down * radius)


def stamp_middle(
    surface: Surface,
    colour: Rgb,
    word: Floats,
    right: float = 0,
    down: float = 0,
    strength: float = 1,
) -> None:
    """Lay ``word`` with its middle ``right`` and ``down`` from the surface's."""
    x, y = -float(surface.x[0, 0]) + 0.5 + right, -float(surface.y[0, 0]) + 0.5 + down
    left, top = round(x - word.shape[1] / 2), round(y - word.shape[0] / 2)
    surface.stamp(colour, word, left, top, strength)


def _middle(surface: Surface, down: float) -> tuple[float, float]:
    return 0.5 - float(surface.x[0, 0]), 0.5 - float(surface.y[0, 0]) + down


def draw_tile(surface: Surface, material: Material, colour: Colour | None, pitch: int) -> None:
    """A thick hexagonal tile with an inlay line and the pattern of its colour."""
    inradius, rise = _INRADIUS * pitch, RISE * pitch
    x, y = surface.x, surface.y
    corner = _TILE_CORNER * inradius
    below = hexagon(x, y - np.float32(rise), inradius, corner)
    body = hexagon(x, y + np.float32(rise), inradius, corner)
    surface.lay(_BLACK, soft(below, 0.04 * pitch), 0.30)
    side = tuple(
        0.4 * base + 6 if material.dark else 0.62 * low
        for base, low in zip(material.base, material.low, strict=True)
    )
    surface.lay(np.asarray(side, np.float32), edge(below))
    slope = np.clip((0.9 * y + 0.35 * x) / inradius, -1, 1)
    surface.lay(_tilted(material, slope, 0.55), edge(body))
    bevel = edge(outline(body + np.float32(2.2), 2.4))
    lit = np.clip((-y - 0.4 * x) / inradius + 0.1, 0, 1)
    shaded = np.clip((y + 0.4 * x) / inradius + 0.1, 0, 1)
    surface.lay(_WHITE, bevel * lit, 0.30 if material.dark else 0.75)
    surface.lay(_BLACK, bevel * shaded, 0.30)
    rim = 0.50 if material.dark else 0.45
    strength = material.rim_strength if material.faint else rim
    surface.lay(material.rim, edge(outline(body + np.float32(0.8), 1.6)), strength)
    if colour is None:
        _hatch(surface, material.ink, body + np.float32(0.05 * pitch), 0.13 * pitch)
        return
    inlay = hexagon(x, y + np.float32(rise), 0.74 * inradius, 0.8 * corner)
    surface.lay(material.ink, edge(outline(inlay, 1.8)), 0.13)
    _draw_tile_pattern(surface, material, colour, pitch)


def _draw_tile_pattern(
    surface: Surface, material: Material, colour: Colour | None, pitch: int, right: float = 0
) -> None:
    """The pattern of a tile above its name, so far right of the middle."""
    x, y = _middle(surface, _TILE_PATTERN * pitch)
    above = Surface(surface.pixels, (x + right * pitch, y))
    draw_pattern(above, material.ink, colour, 0.34 * _INRADIUS * pitch)
