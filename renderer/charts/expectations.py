"""Who could expect what, move by move: a strip below a match that is looked back at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from renderer.charts.axes import round_numbers
from renderer.charts.canvas import LABEL, Canvas, Point, mixed
from renderer.charts.colours import line_colours
from renderer.lettering import BOLD
from renderer.themes import Rgb

HEIGHT = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 24, 24, 58, 50
_TWO = 2
_MOST_NUMBERS = 10
_LONGEST = 18
_PLACES = ("First player", "Second player", "Third player")
"""For a name of which nothing can be set."""


@dataclass(frozen=True, slots=True)
class ExpectationsChart:
    """What each seat could expect at the start and after each step, from -1, lost, to 1, won.

    ``names`` are those of the seats, which may be people's. ``marks`` are steps to point out, each
    with the seat that made it; ``at`` is the step that is shown now, None for none.
    """

    names: tuple[str, ...]
    expected: tuple[tuple[float, ...], ...]
    marks: tuple[tuple[int, int], ...] = ()
    at: int | None = None

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.expected) - 1


def draw_expectations(canvas: Canvas, chart: ExpectationsChart) -> None:
    """Draw the chart; raises ValueError for fewer than two steps."""
    if chart.last < 1:
        raise ValueError("expectations are shown from one step to another")
    place = _Place(canvas, chart)
    _draw_ground(canvas, place, chart)
    if len(chart.names) == _TWO:
        _draw_sides(canvas, place, chart)
    else:
        _draw_lines(canvas, place, chart)
    for step, seat in chart.marks:
        x, y = place(step, 0 if len(chart.names) == _TWO else seat)
        canvas.disc(x, y, 11, canvas.theme.page)
        canvas.disc(x, y, 8, canvas.theme.turn)
    _draw_names(canvas, chart)


class _Place:
    """Where a step of a seat's line lies."""

    def __init__(self, canvas: Canvas, chart: ExpectationsChart) -> None:
        self.right, self.bottom = canvas.width - _RIGHT, canvas.height - _BOTTOM
        self.middle = (_TOP + self.bottom) / 2
        self._chart = chart

    def x(self, step: int) -> float:
        return _LEFT + (self.right - _LEFT) * step / self._chart.last

    def __call__(self, step: int, seat: int) -> Point:
        share = (1 - self._chart.expected[step][seat]) / 2
        return self.x(step), _TOP + (self.bottom - _TOP) * share


def _draw_ground(canvas: Canvas, place: _Place, chart: ExpectationsChart) -> None:
    theme = canvas.theme
    thin = mixed(theme.page, theme.secondary, 0.3)
    for y in (_TOP, place.middle, place.bottom):
        canvas.line(((_LEFT, y), (place.right, y)), thin, 1)
    if chart.at is not None:
        x = place.x(chart.at)
        canvas.line(((x, _TOP), (x, place.bottom)), theme.secondary, 3)
    for number in round_numbers(0, chart.last, _MOST_NUMBERS):
        x = min(max(place.x(number), _LEFT + 8), place.right - 12)
        canvas.text(x, place.bottom + 24, f"{number}", theme.secondary, anchor=0.5)


def _draw_sides(canvas: Canvas, place: _Place, chart: ExpectationsChart) -> None:
    """Above the middle the first seat is ahead, below it the second."""
    path = list(_crossing(place, chart))
    for colour, keep in zip(side_colours(canvas), (min, max), strict=False):
        edge = [(x, keep(y, place.middle)) for x, y in path]
        ends = [(path[-1][0], place.middle), (path[0][0], place.middle)]
        canvas.area([*edge, *ends], mixed(canvas.theme.page, colour, 0.5))
    canvas.line(path, canvas.theme.text, 3)


def _crossing(place: _Place, chart: ExpectationsChart) -> Iterator[Point]:
    """The line of the first seat, with the points where it crosses the middle."""
    before: Point | None = None
    for step in range(chart.last + 1):
        now = place(step, 0)
        if before is not None and (before[1] - place.middle) * (now[1] - place.middle) < 0:
            share = (place.middle - before[1]) / (now[1] - before[1])
            yield before[0] + share * (now[0] - before[0]), place.middle
        yield now
        before = now


def _draw_lines(canvas: Canvas, place: _Place, chart: ExpectationsChart) -> None:
    for seat, colour in zip(range(len(chart.names)), side_colours(canvas), strict=False):
        canvas.line([place(step, seat) for step in range(chart.last + 1)], colour, 4)


def _draw_names(canvas: Canvas, chart: ExpectationsChart) -> None:
    """The names behind their colours; of two, the upper side's comes first."""
    x = float(_LEFT)
    for number, (name, colour) in enumerate(zip(chart.names, side_colours(canvas), strict=False)):
        canvas.area([(x, 20), (x + 16, 20), (x + 16, 36), (x, 36)], colour)
        x += 26
        x += (
            canvas.text(
                x,
                28,
                _shown(canvas, name) or _PLACES[number],
                canvas.theme.text,
                LABEL,
                weight=BOLD,
            )
            + 28
        )


def _shown(canvas: Canvas, name: str) -> str:
    legible = canvas.legible(name)
    return legible if len(legible) <= _LONGEST else f"{legible[: _LONGEST - 1].rstrip()}\u2026"


def side_colours(canvas: Canvas) -> tuple[Rgb, ...]:
    """The colours of the seats, in their order."""
    return line_colours(canvas.theme)
