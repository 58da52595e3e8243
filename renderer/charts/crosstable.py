"""Everybody against everybody: a row for each player, with what each game came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.rows import NUMBERED, STRUCK, draw_ground, draw_key, draw_name, draw_sign
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
_PLACE, _NAME, _CELLS, _POINTS = 63, 74, (296, 720), 784
_BETWEEN, _AFTER = 10, 12
"""What stays free beside the signs of a cell, and after a name."""
_FEW, _HIGHER, _LARGER, _LONG = 6, 10, 1.6, 8
"""So few rows are so much higher, and cells up to so many times as wide if names leave room.

Rows are higher by _LONG if a name has two lines.
"""
_SEVERAL, _BROADER = 2, 32
"""How many times as far pairs of players stand apart who meet twice, who have so much more room."""
_STRUCK = 0.5
"""How much of the ink the line has through who left."""
KEY = Text("1 Won  = Drawn  0 Lost  + - Unplayed  • Running")
STRUCK_KEY = Text("/ Does not count")
LINE_KEY = Text("Between going up, staying and going down")
_LINE = 36
"""How far a second line of the key stands below the first."""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player, as the rows are numbered: ``place`` and ``points`` as they are written.

    ``number`` is the one they entered with. ``cells`` has the games against each player of the
    rows, a sign for each; OWN for themselves. ``counts`` is False for who is struck out. ``line``
    is what begins above the row: that from here on people go down, or stay.
    """

    place: str
    name: Words
    number: int
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

    @property
    def height(self) -> int:
        """How high the picture is; raises ValueError for no rows, too many, or cells that miss."""
        if not 0 < len(self.rows) <= MOST_ROWS:
            raise ValueError(f"a crosstable has 1 to {MOST_ROWS} rows, not {len(self.rows)}")
        if any(len(row.cells) != len(self.rows) for row in self.rows):
            raise ValueError("every row has a cell for each player")
        return _TOP + _HEAD + _high(self) * len(self.rows) + _FOOT + _more(self)

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart."""
        theme = canvas.theme
        canvas.text(24, 36, self.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
        signs = {sign for row in self.rows for cell in row.cells if cell != OWN for sign in cell}
        wide, high = _wide(canvas, self), _high(self)
        left, head = _CELLS[1] - wide * len(self.rows), _TOP + _HEAD / 2
        room = left - _NAME - _AFTER
        if any(len(canvas.in_two(*_name(canvas, row), room)) > 1 for row in self.rows):
            canvas.heighten(_LONG * len(self.rows))
            high += _LONG
        counting = tuple(row.counts for row in self.rows)
        for number in range(len(self.rows)):
            middle = left + wide * (number + 0.5)
            canvas.text(middle, head, str(number + 1), theme.secondary, LABEL, anchor=0.5)
        canvas.text(_POINTS, head, Text("Pts", "table"), theme.secondary, LABEL, anchor=1)
        for number, row in enumerate(self.rows):
            _draw_row(canvas, row, (number, high), left)
            for column, cell in enumerate(row.cells):
                place = (left + wide * column, _TOP + _HEAD + high * (number + 0.5))
                counts = row.counts and counting[column]
                _draw_cell(canvas, cell, place, wide, counts=counts)
        bottom = canvas.height - 24 - _more(self)
        draw_key(canvas, canvas.said(KEY), bottom, signs)
        if not all(counting):
            bottom += _LINE
            draw_key(canvas, canvas.said(STRUCK_KEY), bottom, (STRUCK,))
        if any(row.line for row in self.rows):
            bottom += _LINE
            canvas.line([(24, bottom), (46, bottom)], main_colour(theme), 4)
            canvas.text(54, bottom, LINE_KEY, theme.secondary, room=canvas.width - 60)


def _more(chart: Crosstable) -> int:
    """How much the key needs beside its first line."""
    return _LINE * (any(row.line for row in chart.rows) + any(not row.counts for row in chart.rows))


def _high(chart: Crosstable) -> int:
    return _ROW + _HIGHER * (len(chart.rows) <= _FEW)


def _wide(canvas: Canvas, chart: Crosstable) -> float:
    """How wide a cell is: as wide as its signs need, and more where names leave room."""
    games = max((len(cell) for row in chart.rows for cell in row.cells if cell != OWN), default=1)
    need, count = (_SIGN + 4) * max(games, 1) + 2 * _between(games), len(chart.rows)
    begin = _CELLS[0] - _BROADER * (games > 1)
    longest = max(canvas.wide(canvas.legible(row.name), weight=BOLD) for row in chart.rows)
    free = _CELLS[1] - max(begin, _NAME + longest + _AFTER)
    return max(min((_CELLS[1] - begin) / count, need), min(free / count, _LARGER * need))


def _draw_row(canvas: Canvas, row: CrosstableRow, place: tuple[int, int], left: float) -> None:
    theme, (number, high) = canvas.theme, place
    top, right = _TOP + _HEAD + high * number, canvas.width - 8
    middle = top + high / 2
    draw_ground(canvas, (8, top + 1), (right - 8, high - 2), number, own=row.own)
    if row.line:
        canvas.line([(8, top), (right, top)], main_colour(theme), 4)
    colour = theme.text if row.counts else theme.secondary
    canvas.text(_PLACE, middle, row.place, colour, LABEL, weight=BOLD, anchor=1)
    room, (name, weight) = left - _NAME - _AFTER, _name(canvas, row)
    for length, y in draw_name(canvas, name, (_NAME, middle), colour, weight, room):
        if not row.counts:
            line = mixed(theme.page, colour, _STRUCK)
            canvas.line([(_NAME, y), (_NAME + length, y)], line, 2)
    canvas.text(_POINTS, middle, row.points, colour, LABEL, weight=BOLD, anchor=1)


def _name(canvas: Canvas, row: CrosstableRow) -> tuple[str, int]:
    """What somebody is called, and the weight of it."""
    return canvas.name(row.name, NUMBERED.of(number=row.number)), BOLD if row.own else 500


def _draw_cell(
    canvas: Canvas, cell: str, place: tuple[float, float], wide: float, *, counts: bool
) -> None:
    theme, (left, middle) = canvas.theme, place
    if cell == OWN:
        ends = [(left + wide / 2 + way * 9, middle - way * 12) for way in (-1, 1)]
        canvas.line(ends, mixed(theme.page, theme.text, 0.3), 4)
        return
    step = min(_LARGER * _SIGN, max((wide - _between(len(cell))) / max(len(cell), 1), 16))
    x = left + wide / 2 - step * (len(cell) - 1) / 2
    for sign in cell:
        draw_sign(canvas, sign, x, middle, 0.9 * step, counts=counts)
        x += step


def _between(games: int) -> int:
    """What stays free beside the signs of a cell with so many."""
    return _BETWEEN * (_SEVERAL if games > 1 else 1)
