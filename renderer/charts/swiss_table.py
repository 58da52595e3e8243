"""A page of the table of a Swiss: a row for each player, with whom they met and how it ended."""

from dataclasses import dataclass

from renderer.charts.canvas import TITLE, Canvas
from renderer.charts.crosstable import KEY
from renderer.lettering import BOLD
from renderer.themes import mixed
from rules.texts import Text, Words

MOST_LINES, MOST_ROUNDS = 12, 9
WON, RUNNING = "1", "."
"""A game won; one that goes on."""
_TOP, _HEAD, _ROW, _FOOT = 64, 40, 70, 48
_PLACE, _NAME, _POINTS, _TIES = 56, 70, 692, 788
_NUMBER, _CELLS, _WIDE = 590, 66, 81
_LINE = 16
"""How far a row's lines lie above and below its middle: the name and points, then the games."""
GIVEN = Text("bye, half: given points")
_GIVEN = 30
"""How much higher the foot is where that is said."""


@dataclass(frozen=True, slots=True)
class SwissRow:
    """A player: ``place``, ``points`` and Buchholz cut 1 as they are written.

    ``rounds`` are the opponent's start number and a sign each; nobody's is empty.
    """

    place: str
    number: int
    name: Words
    rounds: tuple[tuple[str, Words], ...]
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
    theme, middle = canvas.theme, _TOP + _HEAD / 2
    canvas.text(24, 36, chart.title, theme.text, TITLE, weight=BOLD, room=_NUMBER - 100)
    canvas.text(_NUMBER, 36, Text("No.", "table"), theme.secondary, anchor=1)
    canvas.text(_POINTS, 36, Text("Pts", "table"), theme.secondary, anchor=1)
    canvas.text(_TIES, 36, Text("Cut 1", "table"), theme.secondary, anchor=1)
    for number in range(max(len(row.rounds) for row in chart.rows)):
        x = _CELLS + _WIDE * (number + 0.5)
        canvas.text(x, middle, str(number + 1), theme.secondary, anchor=0.5)
    for place, row in enumerate(chart.rows):
        _draw_row(canvas, row, _TOP + _HEAD + _ROW * place)
    foot = canvas.height - 24
    if _gives(chart):
        canvas.text(24, foot, GIVEN, theme.secondary, room=canvas.width - 32)
        foot -= _GIVEN
    canvas.text(24, foot, KEY, theme.secondary, room=canvas.width - 32)


def _gives(chart: SwissTable) -> bool:
    """Whether somebody got points without an opponent."""
    return any(sign and not opponent for row in chart.rows for opponent, sign in row.rounds)


def _draw_row(canvas: Canvas, row: SwissRow, top: float) -> None:
    theme, right = canvas.theme, canvas.width - 4
    upper, lower = (top + _ROW / 2 + each for each in (-_LINE, _LINE))
    if row.own:
        corners = [(4.0, top + 1), (right, top + 1), (right, top + _ROW - 1), (4.0, top + _ROW - 1)]
        canvas.area(corners, mixed(theme.page, theme.text, 0.12))
    canvas.line([(4, top), (right, top)], mixed(theme.page, theme.text, 0.2), 1)
    canvas.text(_PLACE, upper, row.place, theme.text, weight=BOLD, anchor=1)
    name = canvas.legible(row.name) or Text("Player {number}", number=row.number)
    weight = BOLD if row.own else 500
    canvas.text(_NAME, upper, name, theme.text, 26, weight=weight, room=_NUMBER - _NAME - 66)
    canvas.text(_NUMBER, upper, str(row.number), theme.secondary, anchor=1)
    canvas.text(_POINTS, upper, row.points, theme.text, weight=BOLD, anchor=1)
    canvas.text(_TIES, upper, row.ties, theme.secondary, anchor=1)
    for number, (opponent, sign) in enumerate(row.rounds):
        _draw_round(canvas, opponent, sign, (_CELLS + _WIDE * (number + 0.5), lower))


def _draw_round(canvas: Canvas, opponent: str, sign: Words, place: tuple[float, float]) -> None:
    """The opponent's number left of the middle, the sign right of it; a word stands alone."""
    theme, (x, middle) = canvas.theme, place
    if not opponent:
        canvas.text(x, middle, sign, theme.secondary, anchor=0.5, room=_WIDE)
        return
    edge = x + 12
    canvas.text(edge - 2, middle, opponent, theme.secondary, anchor=1)
    if sign == RUNNING:
        canvas.disc(edge + 8, middle, 5, theme.text)
        return
    canvas.text(edge + 2, middle, sign, theme.text, weight=BOLD if sign == WON else 500)
