"""A page of the table of a Swiss: a row for each player, with whom they met and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.crosstable import KEY
from renderer.charts.rows import BOXED, BULLET, RUNNING, draw_ground, draw_key, draw_sign
from renderer.charts.style import LABEL, TITLE
from renderer.themes import BOLD
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_LINES, MOST_ROUNDS = 12, 9
_MOST_BESIDE = 5
"""So many rounds stand beside the names; more stand below them."""
_TOP, _HEAD, _FOOT, _GIVEN = 60, 36, 76, 30
"""_GIVEN is how much higher the foot is where it says what was given without a game."""
_BESIDE, _BELOW = (54, 52, 46), (78, 0, 54)
"""How high a row is, how broad a round, and its box; 0 where rounds have all the room there is."""
_LINE = 18
"""How far a row's two lines lie above and below its middle: the name, then the games."""
_PLACE, _NUMBER, _BEGIN, _END, _POINTS, _TIES = 62, 92, 16, 614, 678, 788
_NAME = 124, 74
"""Where names begin: behind the numbers, or before them."""
_SIZE = 26
GAMES = Text("In each box: the opponent's number")
GIVEN = Text("+1, +0.5: points without a game")


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

    @property
    def rounds(self) -> int:
        return max(len(row.rounds) for row in self.rows)

    @property
    def measures(self) -> tuple[int, int, int]:
        return _BESIDE if self.rounds <= _MOST_BESIDE else _BELOW

    @property
    def gives(self) -> bool:
        """Whether somebody got points without an opponent."""
        return any(sign and not opponent for row in self.rows for opponent, sign in row.rounds)


def height_of(chart: SwissTable) -> int:
    """How high the picture is; raises ValueError for no rows, too many, or too many rounds."""
    if not 0 < len(chart.rows) <= MOST_LINES:
        raise ValueError(f"a page has 1 to {MOST_LINES} rows, not {len(chart.rows)}")
    if chart.rounds > MOST_ROUNDS:
        raise ValueError(f"a table has up to {MOST_ROUNDS} rounds")
    high, wide, _ = chart.measures
    numbers = 0 if wide else _HEAD
    return _TOP + _HEAD + high * len(chart.rows) + numbers + _FOOT + _GIVEN * chart.gives


def draw_swiss_table(canvas: Canvas, chart: SwissTable) -> None:
    """Draw the chart."""
    theme, head = canvas.theme, _TOP + _HEAD / 2 - 2
    high, wide, box = chart.measures
    step = wide or (_END - _BEGIN) / chart.rounds
    middles = [_END - step * (chart.rounds - number - 0.5) for number in range(chart.rounds)]
    canvas.text(24, 32, chart.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
    # the numbers of rounds stand next to boxes: above those of the first row, or below the last
    numbers = head if wide else _TOP + _HEAD * 1.5 + high * len(chart.rows)
    for number, x in enumerate(middles, 1):
        canvas.text(x, numbers, str(number), theme.secondary, anchor=0.5)
    canvas.text(_POINTS, head, Text("Pts", "table"), theme.secondary, anchor=1)
    ties = Text("Buchholz", "table")
    canvas.text(_TIES, head, ties, theme.secondary, anchor=1, room=_TIES - _POINTS - 6)
    end, line = (_END - step * chart.rounds, 0) if wide else (_END, _LINE)
    if wide:
        canvas.text(_NUMBER, head, Text("No.", "table"), theme.secondary, anchor=0.5)
    for place, row in enumerate(chart.rows):
        top = _TOP + _HEAD + high * place
        draw_ground(canvas, (4, top + 1), (canvas.width - 8, high - 2), place, own=row.own)
        _draw_row(canvas, row, top + high / 2, end, line)
        for x, (opponent, sign) in zip(middles, row.rounds, strict=False):
            _draw_round(canvas, opponent, sign, (x, top + high / 2 + line), box)
    _draw_keys(canvas, chart)


def _draw_keys(canvas: Canvas, chart: SwissTable) -> None:
    signs = {sign for row in chart.rows for opponent, sign in row.rounds if opponent}
    bottom, colour, room = canvas.height - 22, canvas.theme.secondary, canvas.width - 36
    if chart.gives:
        canvas.text(24, bottom, GIVEN, colour, LABEL, room=room)
        bottom -= _GIVEN
    draw_key(canvas, canvas.said(KEY), bottom, signs, label="")
    canvas.text(24, bottom - _GIVEN, GAMES, colour, LABEL, room=room)


def _draw_row(canvas: Canvas, row: SwissRow, middle: float, end: float, line: float) -> None:
    """What stands beside the games; ``line`` is how far above the middle the name is."""
    theme, upper = canvas.theme, middle - line
    canvas.text(_PLACE, upper, row.place, theme.text, TITLE, weight=BOLD, anchor=1)
    number = Text("No. {number}", "name", number=row.number)
    name = canvas.legible(row.name) or Text("Player {number}", number=row.number)
    weight, left, after = BOLD if row.own else 600, _NAME[line > 0], 0.0
    if line:
        after = canvas.wide(number) + 14
    room = end - left - after - 8
    x = left + canvas.text(left, upper, name, theme.text, _SIZE, weight=weight, room=room) + 14
    if line:
        canvas.text(x, upper, number, theme.secondary)
    else:
        canvas.text(_NUMBER, upper, f"{row.number}", theme.secondary, anchor=0.5)
    canvas.text(_POINTS, middle, row.points, theme.text, _SIZE, weight=BOLD, anchor=1)
    canvas.text(_TIES, middle, row.ties, theme.secondary, _SIZE, anchor=1)


def _draw_round(
    canvas: Canvas, opponent: str, sign: str, place: tuple[float, float], wide: float
) -> None:
    """The opponent's number in how the game ended, or before it; what was given without one."""
    if opponent and sign in BOXED:
        draw_sign(canvas, sign, *place, wide, label=opponent)
    else:
        told = f"{opponent} {BULLET}" if sign == RUNNING else f"{opponent}{sign}"
        canvas.text(*place, told, canvas.theme.secondary, anchor=0.5)
