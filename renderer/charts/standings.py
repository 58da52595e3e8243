"""Who stands where: a row for each player, with how sure the rating is where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.style import LABEL, TITLE, main_colour
from renderer.themes import BOLD, REGULAR, mixed
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_ROWS = 20
_TOP, _ROW, _FOOT = 64, 64, 48
_PLACE, _NAME, _BAR, _BESIDE = 62, 80, (372, 640), 24
_MOST_IN_COLUMN = 10
"""Where there are no bars: a picture that is higher than broad is shown small in a chat."""
_NAME_SIZE = 26
_APART = 14
_THICK, _DOT = 10, 9
_AROUND = ((0, 0), (1, 0), (1, 1), (0, 1))
SURENESS = Text("The bar shows the likely strength. Places go by its left end.")


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player: what is ``written`` at the end of the row, and the ``record`` below the name.

    ``rated`` are points and by how much they may lie off, of all rows or of none; ``own`` is the
    reader's row.
    """

    place: int
    name: Words
    written: Words
    record: Words
    rated: tuple[int, int] | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class StandingsChart:
    """The rows of a page, at most MOST_ROWS, from the top."""

    title: Words
    rows: tuple[StandingsRow, ...]


def height_of(chart: StandingsChart) -> int:
    """How high the picture is, in pixels; raises ValueError for no rows or too many."""
    if not 0 < len(chart.rows) <= MOST_ROWS:
        raise ValueError(f"standings have 1 to {MOST_ROWS} rows, not {len(chart.rows)}")
    return _TOP + _ROW * _in_column(chart) + (_FOOT if chart.rows[0].rated else 16)


def _in_column(chart: StandingsChart) -> int:
    """How many rows stand one below the other."""
    count = len(chart.rows)
    return count if chart.rows[0].rated or count <= _MOST_IN_COLUMN else -(-count // 2)


def draw_standings(canvas: Canvas, chart: StandingsChart) -> None:
    """Draw the chart."""
    theme = canvas.theme
    canvas.text(24, 36, chart.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
    rated = [row.rated for row in chart.rows if row.rated is not None]
    low = min((points - spread for points, spread in rated), default=0)
    high = max((points + spread for points, spread in rated), default=0)
    most = _in_column(chart)
    width = canvas.width / (1 if most == len(chart.rows) else 2)
    for number, row in enumerate(chart.rows):
        column, line = divmod(number, most)
        place = (width * column, _TOP + _ROW * line)
        _draw_row(canvas, row, place, width, (low, max(high, low + 1)))
    if rated:
        canvas.text(24, canvas.height - 24, SURENESS, theme.secondary, LABEL)


def _draw_row(
    canvas: Canvas,
    row: StandingsRow,
    corner: tuple[float, float],
    width: float,
    scale: tuple[int, int],
) -> None:
    theme, (left, top) = canvas.theme, corner
    middle, right, (low, high) = top + _ROW / 2, left + width - _BESIDE, scale
    if row.own:
        sides, ends = (left + 8, left + width - 8), (top + 2, top + _ROW - 2)
        corners = [(sides[across], ends[down]) for across, down in _AROUND]
        canvas.area(corners, mixed(theme.page, theme.text, 0.12))

    def x(points: int) -> float:
        return _BAR[0] + (points - low) / (high - low) * (_BAR[1] - _BAR[0])

    below = right - left - _NAME
    height = middle - 13 * (row.rated is None)
    written = canvas.text(right, height, row.written, theme.text, TITLE, weight=BOLD, anchor=1)
    room = below - written - _APART * bool(row.written)
    if row.rated is not None:
        (points, spread), main, below = row.rated, main_colour(theme), _BAR[0] - _NAME - 16
        room = below
        bar = [(x(points - spread), middle), (x(points + spread), middle)]
        canvas.line(bar, mixed(theme.page, main, 0.4), _THICK)
        canvas.disc(x(points), middle, _DOT, main)
    weight = BOLD if row.place == 1 or row.own else REGULAR
    canvas.text(
        left + _PLACE, middle, f"{row.place}.", theme.text, _NAME_SIZE, weight=BOLD, anchor=1
    )
    name = canvas.legible(row.name) or Text("Player {number}", number=row.place)
    canvas.text(left + _NAME, middle - 13, name, theme.text, _NAME_SIZE, weight=weight, room=room)
    canvas.text(left + _NAME, middle + 16, row.record, theme.secondary, LABEL, room=below)
