"""What the rows of tables share: their ground, and the signs of how games ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from renderer.charts.style import LABEL, Point, line_colours
from renderer.themes import BOLD, Rgb, Theme, mixed, written_on
from rules.texts import Text

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

WON, DRAWN, LOST, RUNNING = "1", "=", "0", "."
BULLET = "\u2022"
"""What stands for RUNNING in a key."""
BOXED = {WON, DRAWN, LOST}
STRUCK = "/"
"""What stands in a key for a game that does not count, whatever it came to."""
NUMBERED, PLACED = Text("No. {number}", "name"), Text("Player {number}")
"""What somebody is called in a tournament and elsewhere whose name cannot be set."""
_SIGNS = BOXED | {"+", "-", BULLET, STRUCK}
_FADED = 0.28
"""How far the boxes of what does not count are from the page to its words."""
_HIGH, _CORNER, _EDGE = 34, 5, 2
_TINT, _LOST_EDGE = 0.12, 2.5
"""How much of its colour lies below what was lost, and how thick its edge is around a number."""
_LABELLED, _RAISED = 9, 4
"""How far below the middle a draw is filled where it has a number, and how far that is above it."""
_LINES = 23
"""How far the two lines of a long name are from each other."""
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


def draw_name(
    canvas: Canvas, name: str, place: Point, colour: Rgb, weight: int, room: float
) -> list[tuple[float, float]]:
    """A name in one line or two around a height; the length and the height of each."""
    (left, middle), lines = place, canvas.in_two(name, weight, room)
    heights = [middle + _LINES * (line - (len(lines) - 1) / 2) for line in range(len(lines))]
    return [
        (canvas.text(left, y, part, colour, weight=weight, room=room), y)
        for part, y in zip(lines, heights, strict=True)
    ]


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

    What was not played has no box. Without ``counts`` all is a faint grey.
    ``label`` is what stands in a box instead of the sign.
    """
    theme = canvas.theme
    if sign == STRUCK:
        sign, counts = WON, False
    ink = theme.text if counts else theme.secondary
    if sign in (RUNNING, BULLET):
        canvas.disc(x, y, 5, ink)
        return
    if sign in BOXED:
        faint = mixed(theme.page, theme.text, _FADED)
        colours = won_colour(theme), theme.secondary, lost_colour(theme)
        colour = dict(zip((WON, DRAWN, LOST), colours, strict=True))[sign] if counts else faint
        left, top = x - wide / 2, y - _HIGH / 2
        canvas.box(left, top, wide, _HIGH, colour, _CORNER)
        if sign == WON:
            ink = written_on(colour) if counts else ink
        else:
            thick = _EDGE if sign == DRAWN or label is None else _LOST_EDGE
            ground = mixed(theme.page, colour, _TINT) if sign == LOST else theme.page
            inner = wide - 2 * thick, _HIGH - 2 * thick
            canvas.box(left + thick, top + thick, *inner, ground, _CORNER - thick)
        if sign == DRAWN:
            above = y if label is None else y + _LABELLED
            canvas.box(left + _EDGE, above, wide - 2 * _EDGE, top + _HIGH - _EDGE - above, colour)
            y -= _RAISED
    shown = sign if label is None else label
    weight = BOLD if sign == WON else 500
    if label is not None or sign != DRAWN:
        canvas.text(x, y, shown, ink, LABEL, weight=weight, anchor=0.5)


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
