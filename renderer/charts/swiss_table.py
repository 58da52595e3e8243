"""A page of the table of a Swiss: a row for each player, with whom they met and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.crosstable import KEY
from renderer.charts.rows import BOXED, BULLET, RUNNING, draw_ground, draw_key, draw_sign
from renderer.charts.style import TITLE
from renderer.themes import BOLD
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_LINES, MOST_ROUNDS = 12, 9
_TOP, _HEAD, _ROW, _FOOT = 60, 36, 70, 76
_PLACE, _NAME, _POINTS, _TIES = 56, 70, 676, 788
_BEGIN, _END, _WIDE, _BOX = 8, 620, 77, 54
_LINE = 17
"""How far a row's lines lie above and below its middle: the name, then the games."""
GAMES = Text("In each box: the opponent's number")
GIVEN = Text("+1, +0.5: points without a game")
_GIVEN = 30
"""How much higher the foot is where that is said."""


@dataclass(frozen=True, slots=True)
class SwissRow:
    """A player: ``place``, ``points`` and Buchholz cut 1 as they are written.

    ``rounds`` are the opponent's start number and a sign each; without an opponent, what that gave.
    """

    place: str
    number: int
    name: Words
    rounds: tuple[tuple[str, str], ...]
    points: str
    ties: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class SwissTable:
    """Up to MOST_LINES rows of a table, from the top; ``left`` are games to be ended."""

    title: Words
    rows: tuple[SwissRow, ...]
    left: int


def height_of(chart: SwissTable) -> int:
    """How high the picture is; raises ValueError for no rows, too many, or too many rounds."""
    if not 0 < len(chart.rows) <= MOST_LINES:
        raise ValueError(f"a page has 1 to {MOST_LINES} rows, not {len(chart.rows)}")
    if any(len(row.rounds) > MOST_ROUNDS for row in chart.rows):
        raise ValueError(f"a table has up to {MOST_ROUNDS} rounds")
    return _TOP + _HEAD + _ROW * len(chart.rows) + _FOOT + _GIVEN * _gives(chart)


def draw_swiss_table(canvas: Canvas, chart: SwissTable) -> None:
    """Draw the chart."""
    theme, middle = canvas.theme, _TOP + _HEAD / 2 - 2
    rounds = max(len(row.rounds) for row in chart.rows)
    wide = min(_WIDE, (_END - _BEGIN) / max(rounds, 1))
    columns = [min(_PLACE + 10, _END - wide * rounds) + wide * number for number in range(rounds)]
    canvas.text(24, 32, chart.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
    for number, left in enumerate(columns, 1):
        canvas.text(left + wide / 2, middle, str(number), theme.secondary, anchor=0.5)
    canvas.text(_POINTS, middle, Text("Pts", "table"), theme.secondary, anchor=1)
    ties = Text("Buchholz", "table")
    canvas.text(_TIES, middle, ties, theme.secondary, anchor=1, room=_TIES - _POINTS - 6)
    for place, row in enumerate(chart.rows):
        top = _TOP + _HEAD + _ROW * place
        draw_ground(canvas, (4, top + 1), (canvas.width - 8, _ROW - 2), place, own=row.own)
        _draw_row(canvas, row, top)
        for left, (opponent, sign) in zip(columns, row.rounds, strict=False):
            _draw_round(canvas, opponent, sign, left + wide / 2, top + _ROW / 2 + _LINE)
    keys = (GAMES, KEY, GIVEN) if _gives(chart) else (GAMES, KEY)
    for number, key in enumerate(reversed(keys)):
        draw_key(canvas, canvas.said(key), 24, canvas.height - 22 - _GIVEN * number, label="")


def _gives(chart: SwissTable) -> bool:
    """Whether somebody got points without an opponent."""
    return any(sign and not opponent for row in chart.rows for opponent, sign in row.rounds)


def _draw_row(canvas: Canvas, row: SwissRow, top: float) -> None:
    theme, middle = canvas.theme, top + _ROW / 2
    upper = middle - _LINE
    canvas.text(_PLACE, upper, row.place, theme.text, TITLE, weight=BOLD, anchor=1)
    name = canvas.legible(row.name) or Text("Player {number}", number=row.number)
    number = Text("No. {number}", "name", number=row.number)
    end = _END - 20 - canvas.text(_END - 4, upper, number, theme.secondary, anchor=1)
    weight = BOLD if row.own else 500
    canvas.text(_NAME, upper, name, theme.text, 26, weight=weight, room=end - _NAME)
    canvas.text(_POINTS, middle, row.points, theme.text, 26, weight=BOLD, anchor=1)
    canvas.text(_TIES, middle, row.ties, theme.secondary, anchor=1)


def _draw_round(canvas: Canvas, opponent: str, sign: str, x: float, middle: float) -> None:
    """The opponent's number in how the game ended, or before it; what was given without one."""
    if opponent and sign in BOXED:
        draw_sign(canvas, sign, x, middle, _BOX, label=opponent)
    else:
        told = f"{opponent} {BULLET}" if sign == RUNNING else f"{opponent}{sign}"
        canvas.text(x, middle, told, canvas.theme.secondary, anchor=0.5)
