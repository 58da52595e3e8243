"""Round numbers and dates along the sides of a chart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from renderer.themes import mixed
from rules.texts import Counted, Text

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_TICKS = 5
_BETWEEN = 18
"""Pixels that stay free between dates."""
_ROUND = (1, 2, 5, 10)
_DAYS = (1, 2, 3, 7, 14)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)
_DAYS_IN_MONTH, _MONTHS_IN_YEAR, _LATE = 30, 12, 15
MONTHS = (
    *(Text("January", "month"), Text("February", "month"), Text("March", "month")),
    *(Text("April", "month"), Text("May", "month"), Text("June", "month")),
    *(Text("July", "month"), Text("August", "month"), Text("September", "month")),
    *(Text("October", "month"), Text("November", "month"), Text("December", "month")),
)
_SHORT = (
    *(Text("Jan", "month"), Text("Feb", "month"), Text("Mar", "month"), Text("Apr", "month")),
    *(Text("May", "short month"), Text("Jun", "month"), Text("Jul", "month")),
    *(Text("Aug", "month"), Text("Sep", "month"), Text("Oct", "month"), Text("Nov", "month")),
    Text("Dec", "month"),
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a chart's lines are drawn, and what its sides stand for."""

    left: float
    top: float
    right: float
    bottom: float
    begin: datetime
    end: datetime
    low: float
    high: float

    def x(self, moment: datetime) -> float:
        """Where a moment lies; in the middle if the chart has but one."""
        long = (self.end - self.begin).total_seconds()
        share = (moment - self.begin).total_seconds() / long if long > 0 else 0.5
        return self.left + share * (self.right - self.left)

    def y(self, number: float) -> float:
        """Where a number lies."""
        share = (number - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - self.top)


def round_numbers(low: float, high: float, most: int = MOST_TICKS) -> range:
    """Whole and round numbers from ``low`` to ``high``, at most ``most`` and one."""
    rough = max((high - low) / most, 1)
    size: int = 10 ** math.floor(math.log10(rough))
    step = next(size * each for each in _ROUND if size * each >= rough)
    return range(math.ceil(low / step) * step, math.floor(high) + 1, step)


def dates(
    begin: datetime, end: datetime, most: int = MOST_TICKS
) -> Iterator[tuple[datetime, Text]]:
    """Days or months between two moments in UTC, about ``most``, with what they are called."""
    days = max((end - begin) / timedelta(days=1) / most, 0)
    step = next((each for each in _DAYS if each >= days), None)
    if step is None:
        months = days / _DAYS_IN_MONTH
        yield from _months(begin, end, next((e for e in _MONTHS if e >= months), _MONTHS[-1]))
        return
    day = datetime(begin.year, begin.month, begin.day, tzinfo=UTC)
    while day <= end:
        if day >= begin:
            yield day, _day(day)
        day += timedelta(days=step)


def _day(moment: datetime) -> Text:
    return Counted("{number} {month}", "", moment.day, month=_SHORT[moment.month - 1])


def short_day_of(moment: datetime) -> Text:
    """``24 Nov 2026``."""
    return Text("{day} {year}", "short date", day=_day(moment), year=moment.year)


def _months(begin: datetime, end: datetime, step: int) -> Iterator[tuple[datetime, Text]]:
    number = (begin.year * _MONTHS_IN_YEAR + begin.month - 1) // step * step
    is_long = (end - begin).days > _MONTHS_IN_YEAR * _DAYS_IN_MONTH
    while True:
        year, month = divmod(number, _MONTHS_IN_YEAR)
        moment = datetime(year, month + 1, 1, tzinfo=UTC)
        if step == 1 and begin.day < _LATE:
            moment = max(moment, begin)  # most of this month is there
        if moment > end:
            return
        if moment >= begin:
            named = Text("{month} {year}", "date", month=_SHORT[month], year=year)
            yield moment, named if is_long else _SHORT[month]
        number += step


def draw_numbers(canvas: Canvas, frame: Frame, numbers: range) -> None:
    """A thin line across the chart for each of ``numbers``, and the number before it."""
    theme = canvas.theme
    thin = mixed(theme.page, theme.secondary, 0.3)
    for number in numbers:
        y = frame.y(number)
        canvas.line(((frame.left, y), (frame.right, y)), thin, 1)
        canvas.text(frame.left - 10, y, f"{number}", theme.secondary, anchor=1)


def draw_dates(canvas: Canvas, frame: Frame, below: float = 26, most: int = MOST_TICKS) -> None:
    """Days or months below the chart, as many as have room, and at least one."""
    shown, found = [], list(dates(frame.begin, frame.end, most))
    for moment, name in found or [(frame.begin, _day(frame.begin))]:
        half = canvas.wide(name) / 2
        shown.append((min(max(frame.x(moment), half), canvas.width - half - 10), half, name))
    while any(b[0] - a[0] < a[1] + b[1] + _BETWEEN for a, b in pairwise(shown)):
        shown = shown[::2]
    for x, _, name in shown:
        canvas.text(x, frame.bottom + below, name, canvas.theme.secondary, anchor=0.5)
