"""What the rows of tables share: their ground, and the signs of how games ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from renderer.charts.style import LABEL, line_colours
from renderer.themes import BOLD, Rgb, Theme, mixed, written_on

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

WON, DRAWN, LOST, RUNNING = "1", "=", "0", "."
BULLET = "\u2022"
"""What stands for RUNNING in a key."""
BOXED = {WON, DRAWN, LOST}
STRUCK = "/"
"""What stands in a key for a game that does not count, whatever it came to."""
_SIGNS = BOXED | {"+", "-", BULLET, STRUCK}
_STRIKE, _BEYOND = 3, 4
"""How thick the line is through what does not count, and how far it goes beyond it."""
_HIGH, _CORNER, _EDGE = 30, 5, 2
_LABELLED = 8
"""So far below the middle the filled part of a draw begins where a number stands above it."""
_ACCENT, _ROUND = 8, 10
_OWN, _OTHER = 0.17, 0.075


def draw_ground(
    canvas: Canvas,
    corner: tuple[float, float],
    size: tuple[float, float],
    number: int,
    *,
    own: bool,
) -> None:
    """The ground of a row, darker for every other one; the reader's own has a bar before it."""
    theme, (left, top), (wide, high) = canvas.theme, corner, size
    if own or number % 2 == 0:
        ground = mixed(theme.page, theme.text, _OWN if own else _OTHER)
        if own:
            canvas.box(left, top, 2 * _ROUND, high, theme.turn, _ROUND)
            left, wide = left + _ACCENT, wide - _ACCENT
        canvas.box(left, top, wide, high, ground, _ROUND)


def won_colour(theme: Theme) -> Rgb:
    """What a win and a rise are drawn in."""
    return line_colours(theme)[2]


def lost_colour(theme: Theme) -> Rgb:
    """What a loss and a fall are drawn in."""
    return line_colours(theme)[-1]


def draw_sign(
    canvas: Canvas,
    sign: str,
    x: float,
    y: float,
    wide: float,
    *,
    counts: bool = True,
    label: str | None = None,
) -> None:
    """How a game ended, around ``x`` and ``y``: filled if won, half if drawn, empty if lost.

    What was not played has no box. Without ``counts`` all is grey, and boxes are struck through.
    ``label`` is what stands in a box instead of the sign.
    """
    theme = canvas.theme
    if sign == STRUCK:
        sign, counts = WON, False
    ink = theme.text if counts else theme.secondary
    if sign in (RUNNING, BULLET):
        canvas.disc(x, y, 5, ink)
        return
    left, top, middle = x - wide / 2, y - _HIGH / 2, y
    if sign == WON:
        ground = won_colour(theme) if counts else theme.secondary
        canvas.box(left, top, wide, _HIGH, ground, _CORNER)
        ink = written_on(ground)
    elif sign in (DRAWN, LOST):
        edge = theme.secondary if sign == DRAWN or not counts else lost_colour(theme)
        if sign == LOST:
            ink, edge = mixed(theme.page, ink, 0.8), mixed(theme.page, edge, 0.75)
        canvas.box(left, top, wide, _HIGH, edge, _CORNER)
        thick = _EDGE if sign == DRAWN else _EDGE / 2
        inner = wide - 2 * thick, _HIGH - 2 * thick
        canvas.box(left + thick, top + thick, *inner, theme.page, _CORNER - thick)
        if sign == DRAWN:
            above = y if label is None else y + _LABELLED
            canvas.box(left + _EDGE, above, inner[0], top + _HIGH - _EDGE - above, edge)
            y -= _EDGE
    shown = sign if label is None else label
    weight = BOLD if sign == WON else 500
    if label is not None or sign != DRAWN:
        canvas.text(x, y, shown, ink, LABEL, weight=weight, anchor=0.5)
    if not counts and sign in BOXED:
        ends = [(left - _BEYOND, middle), (left + wide + _BEYOND, middle)]
        canvas.line(ends, theme.text, _STRIKE)


def draw_key(
    canvas: Canvas, key: str, y: float, shown: Collection[str], label: str | None = None
) -> None:
    """A line that says what the signs ``shown`` mean: each part has its signs before its words."""
    x, there = 24.0, {BULLET if sign == RUNNING else sign for sign in shown}
    for words in map(list, map(_words, key.split("  "))):
        if not there.intersection(words):
            continue
        for word in words:
            if word in _SIGNS:
                x += _BEYOND * (word == STRUCK)
                draw_sign(canvas, word, x + 11, y, 22, label=label if word in BOXED else None)
                x += 30
            else:
                room = canvas.width - x - _CORNER
                x += canvas.text(x, y, word, canvas.theme.secondary, LABEL, room=room) + 18


def _words(part: str) -> Iterator[str]:
    """The signs before the words, one after the other, and the words as a whole."""
    while part[:1] in _SIGNS and part[1:2] == " ":
        yield part[0]
        part = part[2:]
    yield part
