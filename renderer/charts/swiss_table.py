"""A page of the table of a Swiss: a row for each player, with whom they met and how it ended."""

from dataclasses import dataclass

from renderer.charts.canvas import TITLE, Canvas
from renderer.lettering import BOLD
from renderer.themes import mixed
from rules.texts import Text, Words

MOST_LINES, MOST_ROUNDS = 16, 9
WON, RUNNING = "1", "."
"""A game won; one that goes on."""
_TOP, _HEAD, _ROW, _FOOT = 64, 40, 44, 48
_PLACE, _NUMBER, _NAME, _CELLS, _POINTS, _TIES = 50, 96, 110, 680, 730, 790
_LETTERS = 22  # nine rounds leave room for no larger ones
_WIDE, _WIDER = 44, 53
"""How wide a round is, and where start numbers have three digits."""
KEY = Text("1 won  = drawn  0 lost  + - without play  bye, half: a point or half for it  . running")


@dataclass(frozen=True, slots=True)
class SwissRow:
    """A player: ``place``, ``points`` and Buchholz cut 1 as they are written.

    ``rounds`` are the opponent's start number and a sign each; nobody's is empty.
    """

    place: str
    number: int
    name: str
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
    return _TOP + _HEAD + _ROW * len(chart.rows) + _FOOT


def draw_swiss_table(canvas: Canvas, chart: SwissTable) -> None:
    """Draw the chart."""
    theme, middle = canvas.theme, _TOP + _HEAD / 2
    canvas.text(24, 36, chart.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
    rounds = max(len(row.rounds) for row in chart.rows)
    long = any(len(opponent) > 2 for row in chart.rows for opponent, _ in row.rounds)
    wide = _WIDER if long else _WIDE
    left = _CELLS - wide * rounds
    canvas.text(_NUMBER, middle, Text("No.", "table"), theme.secondary, _LETTERS, anchor=1)
    for number in range(rounds):
        x = left + wide * (number + 0.5)
        canvas.text(x, middle, str(number + 1), theme.secondary, _LETTERS, anchor=0.5)
    canvas.text(_POINTS, middle, Text("Pts", "table"), theme.secondary, _LETTERS, anchor=1)
    canvas.text(_TIES, middle, Text("Cut 1", "table"), theme.secondary, _LETTERS, anchor=1)
    for place, row in enumerate(chart.rows):
        _draw_row(canvas, row, _TOP + _HEAD + _ROW * place, (left, wide))
    canvas.text(24, canvas.height - 24, KEY, theme.secondary, _LETTERS, room=canvas.width - 32)


def _draw_row(canvas: Canvas, row: SwissRow, top: float, cells: tuple[int, int]) -> None:
    left, wide = cells
    theme, middle, right = canvas.theme, top + _ROW / 2, canvas.width - 4
    if row.own:
        corners = [(4.0, top + 1), (right, top + 1), (right, top + _ROW - 1), (4.0, top + _ROW - 1)]
        canvas.area(corners, mixed(theme.page, theme.text, 0.12))
    canvas.line([(4, top), (right, top)], mixed(theme.page, theme.text, 0.2), 1)
    canvas.text(_PLACE, middle, row.place, theme.text, _LETTERS, weight=BOLD, anchor=1)
    canvas.text(_NUMBER, middle, str(row.number), theme.secondary, _LETTERS, anchor=1)
    name = canvas.legible(row.name) or Text("Player {number}", number=row.number)
    weight = BOLD if row.own else 500
    canvas.text(_NAME, middle, name, theme.text, _LETTERS, weight=weight, room=left - _NAME - 6)
    for number, (opponent, sign) in enumerate(row.rounds):
        _draw_round(canvas, opponent, sign, (left + wide * (number + 0.5), middle))
    canvas.text(_POINTS, middle, row.points, theme.text, _LETTERS, weight=BOLD, anchor=1)
    canvas.text(_TIES, middle, row.ties, theme.secondary, _LETTERS, anchor=1)


def _draw_round(canvas: Canvas, opponent: str, sign: str, place: tuple[float, float]) -> None:
    """The opponent's number left of the middle, the sign right of it; a word stands alone."""
    theme, (x, middle) = canvas.theme, place
    if not opponent:
        canvas.text(x, middle, sign, theme.secondary, _LETTERS, anchor=0.5)
        return
    edge = x + 5 * len(opponent)
    canvas.text(edge - 1, middle, opponent, theme.secondary, _LETTERS, anchor=1)
    if sign == RUNNING:
        canvas.disc(edge + 6, middle, 4, theme.text)
        return
    canvas.text(edge + 1, middle, sign, theme.text, _LETTERS, weight=BOLD if sign == WON else 500)
