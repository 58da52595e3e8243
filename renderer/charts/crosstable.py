"""Everybody against everybody: a row for each player, with what each game came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.rows import draw_ground, draw_key, draw_sign
from renderer.charts.style import LABEL, TITLE, main_colour
from renderer.themes import BOLD, mixed
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_ROWS = 12
OWN = "own"
"""The cell where a player would meet themselves."""
_SIGN = 24
"""How wide a sign is where there is room."""
_TOP, _HEAD, _ROW, _FOOT = 64, 40, 52, 48
_PLACE, _NAME, _CELLS, _POINTS = 46, 58, (296, 720), 784
_BETWEEN = 10
"""What stays free beside the signs of a cell."""
KEY = Text("1 won  = drawn  0 lost  + - unplayed  • running")


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player, as the rows are numbered: ``place`` and ``points`` as they are written.

    ``cells`` has the games against each player of the rows, a sign for each; OWN for themselves.
    ``counts`` is False for who is struck out. ``line`` is what begins above the row: that from here
    on people go down, or stay.
    """

    place: str
    name: Words
    points: str
    cells: tuple[str, ...]
    own: bool = False
    counts: bool = True
    line: bool = False


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The rows of a group, at most MOST_ROWS, from the top; ``left`` are games to be ended."""

    title: Words
    rows: tuple[CrosstableRow, ...]
    left: int


def height_of(chart: Crosstable) -> int:
    """How high the picture is; raises ValueError for no rows, too many, or cells that miss."""
    if not 0 < len(chart.rows) <= MOST_ROWS:
        raise ValueError(f"a crosstable has 1 to {MOST_ROWS} rows, not {len(chart.rows)}")
    if any(len(row.cells) != len(chart.rows) for row in chart.rows):
        raise ValueError("every row has a cell for each player")
    return _TOP + _HEAD + _ROW * len(chart.rows) + _FOOT


def draw_crosstable(canvas: Canvas, chart: Crosstable) -> None:
    """Draw the chart."""
    theme = canvas.theme
    canvas.text(24, 36, chart.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
    signs = {sign for row in chart.rows for cell in row.cells if cell != OWN for sign in cell}
    games = max((len(cell) for row in chart.rows for cell in row.cells if cell != OWN), default=1)
    most = (_SIGN + 4) * max(games, 1) + 2 * _BETWEEN
    wide = min((_CELLS[1] - _CELLS[0]) / len(chart.rows), most)
    left, head = _CELLS[1] - wide * len(chart.rows), _TOP + _HEAD / 2
    for number in range(len(chart.rows)):
        middle = left + wide * (number + 0.5)
        canvas.text(middle, head, str(number + 1), theme.secondary, LABEL, anchor=0.5)
    canvas.text(_POINTS, head, Text("Pts", "table"), theme.secondary, LABEL, anchor=1)
    for number, row in enumerate(chart.rows):
        _draw_row(canvas, row, number, left, wide)
    draw_key(canvas, canvas.said(KEY), canvas.height - 24, signs)


def _draw_row(canvas: Canvas, row: CrosstableRow, number: int, left: float, wide: float) -> None:
    theme, top = canvas.theme, _TOP + _HEAD + _ROW * number
    middle, right = top + _ROW / 2, canvas.width - 8
    draw_ground(canvas, (8, top + 1), (right - 8, _ROW - 2), number, own=row.own)
    if row.line:
        canvas.line([(8, top), (right, top)], main_colour(theme), 4)
    colour = theme.text if row.counts else theme.secondary
    weight = BOLD if row.own else 500
    canvas.text(_PLACE, middle, row.place, colour, LABEL, weight=BOLD, anchor=1)
    name = canvas.legible(row.name) or Text("Player {number}", number=number + 1)
    room = left - _NAME - 12
    length = canvas.text(_NAME, middle, name, colour, LABEL, weight=weight, room=room)
    if not row.counts:
        canvas.line([(_NAME, middle), (_NAME + length, middle)], colour, 2)
    for column, cell in enumerate(row.cells):
        _draw_cell(canvas, cell, (left + wide * column, middle), wide, counts=row.counts)
    canvas.text(_POINTS, middle, row.points, colour, LABEL, weight=BOLD, anchor=1)


def _draw_cell(
    canvas: Canvas, cell: str, place: tuple[float, float], wide: float, *, counts: bool
) -> None:
    theme, (left, middle) = canvas.theme, place
    if cell == OWN:
        ends = [(left + wide / 2 + way * 9, middle - way * 12) for way in (-1, 1)]
        canvas.line(ends, mixed(theme.page, theme.text, 0.3), 4)
        return
    step = min(_SIGN + 4, max((wide - _BETWEEN) / max(len(cell), 1), 16))
    x = left + wide / 2 - step * (len(cell) - 1) / 2
    for sign in cell:
        draw_sign(canvas, sign, x, middle, min(step - 2, _SIGN), counts=counts)
        x += step
