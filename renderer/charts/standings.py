"""Who stands where: a row for each player, with how sure the rating is where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.rows import draw_ground, lost_colour, won_colour
from renderer.charts.style import LABEL, TITLE, main_colour
from renderer.themes import BOLD, REGULAR, mixed, written_on
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_ROWS = 20
_TOP, _ROW, _FOOT = 64, 64, 48
_PLACE, _NAME, _BAR, _BESIDE = (22, 58, 44), 96, (384, 640), 24
_MOST_IN_COLUMN = 10
"""Where there are no bars: a picture that is higher than broad is shown small in a chat."""
_NAME_SIZE = 26
_APART = 14
_THICK, _DOT = 10, 9
_MOVED, _MOVED_HIGH = 84, 34
SURENESS = Text("The bar shows the likely strength. Places go by its left end.")


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player: what is ``written`` at the end of the row, and the ``record`` below the name.

    ``rated`` are points and by how much they may lie off, of all rows or of none; ``own`` is the
    reader's row. ``up`` is by how many places they came there: that is what is ``written``.
    """

    place: int
    name: Words
    written: Words
    record: Words
    rated: tuple[int, int] | None = None
    own: bool = False
    up: int = 0


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
        draw_ground(canvas, (place[0] + 8, place[1]), (width - 16, _ROW), line, own=row.own)
        _draw_place(canvas, row, place)
        _draw_row(canvas, row, place, width, (low, max(high, low + 1)))
    if rated:
        canvas.text(24, canvas.height - 24, SURENESS, theme.secondary, LABEL)


def _draw_place(canvas: Canvas, row: StandingsRow, corner: tuple[float, float]) -> None:
    """The place in a box, which shines for the first."""
    theme, (left, wide, high) = canvas.theme, _PLACE
    ground = mixed(theme.page, theme.text, 0.16 + 0.1 * row.own)
    if row.place == 1:
        ground = main_colour(theme)
    ink = written_on(ground) if row.place == 1 else theme.text
    x, y = corner[0] + left, corner[1] + _ROW / 2
    canvas.box(x, y - high / 2, wide, high, ground, 8)
    canvas.text(x + wide / 2, y, f"{row.place}", ink, _NAME_SIZE, weight=BOLD, anchor=0.5)


def _draw_row(
    canvas: Canvas,
    row: StandingsRow,
    corner: tuple[float, float],
    width: float,
    scale: tuple[int, int],
) -> None:
    theme, (left, top) = canvas.theme, corner
    middle, right, (low, high) = top + _ROW / 2, left + width - _BESIDE, scale

    def x(points: int) -> float:
        return _BAR[0] + (points - low) / (high - low) * (_BAR[1] - _BAR[0])

    below = right - left - _NAME
    if row.up:
        written = _draw_moved(canvas, row, right, middle - 13 * (width < canvas.width))
    else:
        written = canvas.text(right, middle, row.written, theme.text, TITLE, weight=BOLD, anchor=1)
    room = below - written - _APART * bool(written)
    if row.rated is not None:
        (points, spread), main, below = row.rated, main_colour(theme), _BAR[0] - _NAME - 16
        room = below
        bar = [(x(points - spread), middle), (x(points + spread), middle)]
        canvas.line(bar, mixed(theme.page, main, 0.5), _THICK)
        canvas.disc(x(points), middle, _DOT, main)
    elif width == canvas.width:
        below = room
    weight = BOLD if row.place == 1 or row.own else REGULAR
    name = canvas.legible(row.name) or Text("Player {number}", number=row.place)
    canvas.text(left + _NAME, middle - 13, name, theme.text, _NAME_SIZE, weight=weight, room=room)
    canvas.text(left + _NAME, middle + 16, row.record, theme.secondary, LABEL, room=below)


def _draw_moved(canvas: Canvas, row: StandingsRow, right: float, middle: float) -> float:
    """What is written of a rise or a fall, in its colour; how wide that is."""
    theme = canvas.theme
    colour = won_colour(theme) if row.up > 0 else lost_colour(theme)
    ground = mixed(theme.page, colour, 0.18)
    top, x = middle - _MOVED_HIGH / 2, right - _MOVED / 2
    canvas.box(right - _MOVED, top, _MOVED, _MOVED_HIGH, ground, _MOVED_HIGH / 2)
    canvas.text(x, middle, row.written, colour, _NAME_SIZE, weight=BOLD, anchor=0.5)
    return _MOVED
