"""How much was played, week by week, and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from datetime import date as Date  # noqa: N812 - the field is called date
from typing import TYPE_CHECKING

from renderer.charts.axes import Frame, draw_dates, draw_numbers, round_numbers
from renderer.charts.style import LABEL, TITLE, Point, main_colour
from renderer.themes import BOLD, Rgb, Theme, mixed
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

HEIGHT = 340
_GAP = 0.22
"""The share of a week that stays free beside its bar."""
_EDGE = 3
_LEAST = 2
"""So many matches the chart is tall, though fewer were played."""
_WEEK = timedelta(days=7)
_WON_DRAWN_LOST = Text("won", "chart"), Text("drawn", "chart"), Text("lost", "chart")


@dataclass(frozen=True, slots=True)
class WeekOfPlay:
    """The matches that ended in the week that begins on a day."""

    begins: Date
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class ActivityChart:
    """Weeks in order, each following on the one before; at least one."""

    title: Words
    weeks: tuple[WeekOfPlay, ...]


def outcome_colours(theme: Theme) -> tuple[Rgb, Rgb, Rgb]:
    """What was won, drawn and lost is filled with; around what was drawn goes the first."""
    main = main_colour(theme)
    return main, mixed(theme.page, main, 0.35), mixed(theme.page, theme.secondary, 0.69)


def draw_activity(canvas: Canvas, chart: ActivityChart) -> None:
    """Draw the chart."""
    first, last = chart.weeks[0].begins, chart.weeks[-1].begins
    most = max(_LEAST, *(week.played for week in chart.weeks))
    frame = Frame(
        left=64,
        top=84,
        right=canvas.width - 30,
        bottom=canvas.height - 52,
        begin=_midnight(first),
        end=_midnight(last + _WEEK),
        low=0,
        high=most,
    )
    draw_numbers(canvas, frame, round_numbers(0, most, 4))
    draw_dates(canvas, frame)
    for week in chart.weeks:
        _draw_week(canvas, frame, week)
    canvas.text(24, 36, chart.title, canvas.theme.text, TITLE, weight=BOLD)
    _draw_legend(canvas)


def _draw_week(canvas: Canvas, frame: Frame, week: WeekOfPlay) -> None:
    left = frame.x(_midnight(week.begins))
    wide, below = frame.x(_midnight(week.begins + _WEEK)) - left, 0
    for outcome, count in enumerate((week.won, week.drawn, week.lost)):
        if count:
            top = frame.y(below + count)
            size = wide * (1 - _GAP), frame.y(below) - top
            _draw_part(canvas, (left + wide * _GAP / 2, top), size, outcome)
        below += count


def _draw_part(canvas: Canvas, corner: Point, size: Point, outcome: int) -> None:
    """A part of a bar; what was drawn is a frame."""
    (left, top), (wide, high), colours = corner, size, outcome_colours(canvas.theme)
    edge = min(_EDGE, wide / 4, high / 4) if outcome == 1 else 0
    canvas.box(left, top, wide, high, colours[0])
    canvas.box(left + edge, top + edge, wide - 2 * edge, high - 2 * edge, colours[outcome])


def _draw_legend(canvas: Canvas) -> None:
    x = canvas.width - 30.0
    for outcome, word in reversed(list(enumerate(_WON_DRAWN_LOST))):
        x -= canvas.text(x, 36, word, canvas.theme.text, LABEL, anchor=1)
        _draw_part(canvas, (x - 24, 27), (18, 18), outcome)
        x -= 42


def _midnight(day: Date) -> datetime:
    return datetime.combine(day, time(), UTC)
