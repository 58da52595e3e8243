"""Who stands where: a row for each player, with how sure the rating is where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderer.charts.axes import round_numbers
from renderer.charts.rating_curve import UNCERTAIN
from renderer.charts.rows import PLACED, draw_ground, lost_colour, won_colour
from renderer.charts.style import LABEL, TITLE, main_colour
from renderer.themes import BOLD, Rgb, Theme, mixed, written_on
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_ROWS = 20
_TOP, _HEAD, _ROW, _RATED_ROW, _FOOT, _KEY = 64, 36, 70, 64, 48, 32
"""_KEY is how much higher the foot is where a rating is uncertain."""
_PLACE, _NAME, _BAR, _BESIDE = (22, 58, 44), 96, (388, 644), 24
MOST_IN_COLUMN = 10
"""Where there are no bars: a picture that is higher than broad is shown small in a chat."""
_NAME_SIZE, _NAME_WEIGHT = 28, 600
_APART, _ABOVE, _BELOW = 14, 14, 16
_THICK, _DOT, _NUMBERS = 10, 9, 4
_MOVED, _MOVED_HIGH = 84, 32
SURENESS = Text("The bar shows the likely strength. Places go by the number.")
UNSURE = "?"
"""What is written behind a rating that is uncertain."""
RECORD = Text("W\u2013D\u2013L", "table")
"""What was won, drawn and lost."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player: what is ``written`` at the end of the row, and the ``record`` below the name.

    It may be a board of a match, which has no ``rank``: number one is no better than others.
    ``rated`` are points and by how much they may lie off, of all rows or of none; ``own`` is the
    reader's row. ``up`` is by how many places they came there, which is what is ``written``, or by
    how many points their rating rose.
    """

    place: int
    name: Words
    written: Words
    record: Words
    rated: tuple[int, int] | None = None
    own: bool = False
    up: int = 0
    rank: bool = True

    @property
    def is_first(self) -> bool:
        return self.place == 1 and self.rank


@dataclass(frozen=True, slots=True)
class StandingsChart:
    """The rows of a page, at most MOST_ROWS, from the top."""

    title: Words
    rows: tuple[StandingsRow, ...]

    @property
    def foot(self) -> int:
        """How much room is below the rows of ratings."""
        return _FOOT + _KEY * any(str(row.written).endswith(UNSURE) for row in self.rows)

    @property
    def height(self) -> int:
        """How high the picture is, in pixels; raises ValueError for no rows or too many."""
        if not 0 < len(self.rows) <= MOST_ROWS:
            raise ValueError(f"standings have 1 to {MOST_ROWS} rows, not {len(self.rows)}")
        count = _in_column(self)
        rated = _HEAD + _RATED_ROW * count + self.foot
        return _TOP + (rated if self.rows[0].rated else _ROW * count + 16)

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart."""
        canvas.text(
            24, 36, self.title, canvas.theme.text, TITLE, weight=BOLD, room=canvas.width - 48
        )
        most, is_rated = _in_column(self), self.rows[0].rated is not None
        width = canvas.width / (1 if most == len(self.rows) else 2)
        top, high = (_TOP + _HEAD, _RATED_ROW) if is_rated else (_TOP, _ROW)
        places = [
            (width * (number // most), top + high * (number % most))
            for number in range(len(self.rows))
        ]
        for number, (row, (x, y)) in enumerate(zip(self.rows, places, strict=True)):
            draw_ground(canvas, (x + 8, y + 1), (width - 16, high - 2), number % most, own=row.own)
        scale = _draw_scale(canvas, self) if is_rated else _Scale(0, 1)
        for row, (x, y) in zip(self.rows, places, strict=True):
            _draw_place(canvas, row, (x, y + high / 2))
            _draw_row(canvas, row, (x, y + high / 2), width, scale)


def _in_column(chart: StandingsChart) -> int:
    """How many rows stand one below the other."""
    count = len(chart.rows)
    return count if chart.rows[0].rated or count <= MOST_IN_COLUMN else -(-count // 2)


@dataclass(frozen=True, slots=True)
class _Scale:
    """What the ends of the bars' column stand for."""

    low: int
    high: int

    def x(self, points: int) -> float:
        share = (points - self.low) / (self.high - self.low)
        return _BAR[0] + share * (_BAR[1] - _BAR[0])


def _draw_scale(canvas: Canvas, chart: StandingsChart) -> _Scale:
    """Say what records and bars are, with round numbers across the rows."""
    theme, bottom = canvas.theme, canvas.height - chart.foot
    rated = [row.rated for row in chart.rows if row.rated is not None]
    low, high = (
        edge(points + way * spread for points, spread in rated)
        for edge, way in ((min, -1), (max, 1))
    )
    scale = _Scale(low, max(high, low + 1))
    middle = _TOP + _HEAD / 2 - 4
    canvas.text(_NAME, middle, RECORD, theme.secondary, LABEL, room=_BAR[0] - _NAME - 36)
    for number in round_numbers(low, high, _NUMBERS):
        x = scale.x(number)
        canvas.text(x, middle, f"{number}", theme.secondary, LABEL, anchor=0.5)
        canvas.line(((x, _TOP + _HEAD), (x, bottom)), mixed(theme.page, theme.secondary, 0.3), 1)
    canvas.text(24, bottom + 24, SURENESS, theme.secondary, LABEL, room=canvas.width - 36)
    if chart.foot > _FOOT:
        x = 30 + canvas.text(24, bottom + 24 + _KEY, UNSURE, theme.text, LABEL, weight=BOLD)
        canvas.text(x, bottom + 24 + _KEY, UNCERTAIN, theme.secondary, LABEL, room=canvas.width - x)
    return scale


def _draw_place(canvas: Canvas, row: StandingsRow, corner: tuple[float, float]) -> None:
    """The place in a box, which shines for the first."""
    theme, (left, wide, high) = canvas.theme, _PLACE
    ground = mixed(theme.page, theme.text, 0.16 + 0.1 * row.own)
    if row.is_first:
        ground = main_colour(theme)
    ink = written_on(ground) if row.is_first else theme.text
    x, y = corner[0] + left, corner[1]
    canvas.box(x, y - high / 2, wide, high, ground, 8)
    canvas.text(x + wide / 2, y, f"{row.place}", ink, _NAME_SIZE, weight=BOLD, anchor=0.5)


def _draw_row(
    canvas: Canvas,
    row: StandingsRow,
    corner: tuple[float, float],
    width: float,
    scale: _Scale,
) -> None:
    theme, (left, middle) = canvas.theme, corner
    right = left + width - _BESIDE
    below = right - left - _NAME
    if row.up and row.rated is None:
        written = _draw_moved(canvas, row, right, middle, is_plain=width < canvas.width)
    else:
        written = canvas.text(right, middle, row.written, theme.text, TITLE, weight=BOLD, anchor=1)
    room = below - written - _APART * bool(written)
    if row.rated is not None:
        (points, spread), main = row.rated, main_colour(theme)
        room = below = scale.x(points - spread) - _NAME - 20
        begin, wide = scale.x(points - spread), scale.x(points + spread) - scale.x(points - spread)
        half, colour = _THICK / 2, mixed(theme.page, main, 0.5)
        canvas.box(begin - half, middle - half, wide + _THICK, _THICK, colour, half)
        canvas.disc(scale.x(points), middle, _DOT, main)
    elif width == canvas.width or not row.rank:
        below = room
    weight = BOLD if row.is_first or row.own else _NAME_WEIGHT
    name = canvas.name(row.name, PLACED.of(number=row.place))
    line = middle - _ABOVE * bool(row.record)
    canvas.text(left + _NAME, line, name, theme.text, _NAME_SIZE, weight=weight, room=room)
    x = left + _NAME
    x += canvas.text(x, middle + _BELOW, row.record, theme.secondary, LABEL, room=below) + _APART
    if row.up and row.rated is not None:
        told = f"{'▲' if row.up > 0 else '▼'} {abs(row.up)}"
        canvas.text(x, middle + _BELOW, told, _moved_colour(theme, row), LABEL)


def _moved_colour(theme: Theme, row: StandingsRow) -> Rgb:
    return won_colour(theme) if row.up > 0 else lost_colour(theme)


def _draw_moved(
    canvas: Canvas, row: StandingsRow, right: float, middle: float, *, is_plain: bool
) -> float:
    """What is written of a rise or a fall, in its colour, and in a pill or plain; how wide."""
    colour = _moved_colour(canvas.theme, row)
    if is_plain:
        y = middle - 14
        return canvas.text(right, y, row.written, colour, LABEL, weight=BOLD, anchor=1)
    ground = mixed(canvas.theme.page, colour, 0.18)
    top, x = middle - _MOVED_HIGH / 2, right - _MOVED / 2
    canvas.box(right - _MOVED, top, _MOVED, _MOVED_HIGH, ground, _MOVED_HIGH / 2)
    canvas.text(x, middle, row.written, colour, 26, weight=BOLD, anchor=0.5)
    return _MOVED
