"""How much was played, week by week, and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from datetime import date as Date  # noqa: N812 - the field is called date
from typing import TYPE_CHECKING

from renderer.charts.axes import Frame, draw_dates, draw_numbers, round_numbers
from renderer.charts.rows import lost_colour, won_colour
from renderer.charts.style import LABEL, TITLE, Point
from renderer.themes import BOLD, Rgb, Theme, mixed
from rules.texts import Counted, Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

_HIGH, _MATCH, _BESIDE = 210, 48, 168
"""How high bars are at most, how high a match is at most, and the rest of the picture."""
_GAP = 0.22
"""The share of a week that stays free beside its bar."""
_EDGE, _TINTS = 2.5, (1.0, 0.45, 0.16)
"""How thick the edges of bars are, and how much of it lies below what was won, drawn and lost."""
_LEAST = 2
"""So many matches the chart is tall, though fewer were played."""
_MONTHS = 7
"""So many dates stand below: every month of half a year."""
_WEEK = timedelta(days=7)
_WON_DRAWN_LOST = Text("Won", "chart"), Text("Drawn", "chart"), Text("Lost", "chart")
SUM = Counted(
    "{number} match: {won} won, {drawn} drawn, {lost} lost.",
    "{number} matches: {won} won, {drawn} drawn, {lost} lost.",
)


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

    @property
    def most(self) -> int:
        """How many matches the chart is tall."""
        return max(_LEAST, *(week.played for week in self.weeks))

    @property
    def sums(self) -> tuple[int, int, int]:
        """What was won, drawn and lost in all."""
        won, drawn, lost = zip(
            *((each.won, each.drawn, each.lost) for each in self.weeks), strict=True
        )
        return sum(won), sum(drawn), sum(lost)

    @property
    def height(self) -> int:
        """How high the picture is; raises ValueError for no weeks."""
        if not self.weeks:
            raise ValueError("activity is shown for at least one week")
        return _BESIDE + min(_HIGH, _MATCH * self.most)

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart."""
        first, last = self.weeks[0].begins, self.weeks[-1].begins
        frame = Frame(
            left=64,
            top=_BESIDE - 52,
            right=canvas.width - 30,
            bottom=canvas.height - 52,
            begin=_midnight(first),
            end=_midnight(last + _WEEK),
            low=0,
            high=self.most,
        )
        draw_numbers(canvas, frame, round_numbers(0, self.most, 4))
        draw_dates(canvas, frame, most=_MONTHS)
        for week in self.weeks:
            _draw_week(canvas, frame, week)
        room = _draw_legend(canvas) - 24
        canvas.text(24, 36, self.title, canvas.theme.text, TITLE, weight=BOLD, room=room)
        won, drawn, lost = self.sums
        told = SUM.of(number=won + drawn + lost, won=won, drawn=drawn, lost=lost)
        canvas.text(24, 74, told, canvas.theme.secondary, room=canvas.width - 48)


def outcome_colours(theme: Theme) -> tuple[Rgb, Rgb, Rgb]:
    """What was won, drawn and lost is drawn in: filled, by half, and empty."""
    return won_colour(theme), theme.secondary, lost_colour(theme)


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
    """A part of a bar, apart from the next one."""
    (left, top), (wide, high), colour = corner, size, outcome_colours(canvas.theme)[outcome]
    edge = min(_EDGE, wide / 4, high / 4)
    canvas.box(left, top + 1, wide, high - 2, colour)
    if _TINTS[outcome] < 1:
        ground = mixed(canvas.theme.page, colour, _TINTS[outcome])
        canvas.box(left + edge, top + 1 + edge, wide - 2 * edge, high - 2 - 2 * edge, ground)


def _draw_legend(canvas: Canvas) -> float:
    """What bars are, at the right; where that begins."""
    x = canvas.width - 24.0
    for outcome, word in reversed(list(enumerate(_WON_DRAWN_LOST))):
        x -= canvas.text(x, 36, word, canvas.theme.text, LABEL, anchor=1)
        _draw_part(canvas, (x - 24, 27), (18, 18), outcome)
        x -= 38
    return x


def _midnight(day: Date) -> datetime:
    return datetime.combine(day, time(), UTC)
