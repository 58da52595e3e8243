"""Who stood where, day by day: a bump chart of a ladder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from renderer.charts.axes import Frame, draw_dates
from renderer.charts.rows import PLACED
from renderer.charts.style import LABEL, TITLE, Point, line_colours
from renderer.themes import BOLD, Rgb, mixed
from rules.texts import Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_LINES = 16
"""So many lines can still be told from each other."""

_TOP, _BOTTOM, _DATES, _PER_PLACE = 92, 80, 42, 40
_SIDE, _NAMES, _AWAY, _TOLD = 64, 220, 58, 5
"""Beside the places there is so much room for names, so far from the end of a line.

So many lines from the top have colours.
"""
_FAINT = (0.5, 0.75)
"""The greys of the others, by turns."""
_ALIKE = 90
"""A line whose colour is no farther than this from the reader's would be taken for it."""
_BEND = 26.0
"""How many pixels a change of places takes."""
_APART = 4
"""What stays free behind a name."""
_STEPS = 8

Stretch = tuple[tuple[datetime, int], ...]
"""Moments, and the place held from each of them on, without a break."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One player's places: each from its moment on, in order; None while not on the list.

    ``highlighted`` for the one whom the picture is for.
    """

    places: tuple[tuple[datetime, int | None], ...]
    highlighted: bool = False
    name: Words = ""

    @property
    def last(self) -> int | None:
        """The place at the end; None for somebody who has left."""
        return self.places[-1][1] if self.places else None


@dataclass(frozen=True, slots=True)
class PlacesChart:
    """The lines of at most MOST_LINES players, from ``begin`` to ``end``; places count from 1.

    The first lines have colours, the others are grey.
    """

    title: Words
    begin: datetime
    end: datetime
    lines: tuple[PlaceLine, ...]

    @property
    def depth(self) -> int:
        """The lowest place that anybody held."""
        held = [place for line in self.lines for _, place in line.places if place is not None]
        return max(held, default=1)

    @property
    def height(self) -> int:
        """How tall the picture is, in pixels."""
        return _TOP + _BOTTOM + _PER_PLACE * (min(self.depth, MOST_LINES) - 1)

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart; raises ValueError for too many lines."""
        if len(self.lines) > MOST_LINES:
            raise ValueError(f"{len(self.lines)} lines are more than {MOST_LINES}")
        depth = min(self.depth, MOST_LINES)
        named = filter(None, (_name(canvas, line) for line in ends(self.lines)))
        longest = max((canvas.wide(name, weight=BOLD) for name in named), default=0)
        names = longest and min(longest, _NAMES) + 2 * _APART
        frame = Frame(
            left=_SIDE,
            top=_TOP,
            right=canvas.width - _SIDE - names,
            bottom=canvas.height - _BOTTOM,
            begin=self.begin,
            end=self.end,
            low=depth if depth > 1 else 2,
            high=1,
        )
        _draw_rows(canvas, frame, depth)
        draw_dates(canvas, frame, _DATES)
        theme = canvas.theme
        colours = [each for each in line_colours(theme) if _far(each, theme.turn) > _ALIKE]
        colours[_TOLD:] = [mixed(theme.page, theme.secondary, share) for share in _FAINT]
        ordered = sorted(enumerate(self.lines), key=lambda each: (each[1].highlighted, -each[0]))
        for number, line in ordered:
            colour = colours[number if number < _TOLD else _TOLD + number % 2]
            _draw_line(canvas, frame, line, theme.turn if line.highlighted else colour)
        canvas.text(24, 36, self.title, canvas.theme.text, TITLE, weight=BOLD)


def _far(one: Rgb, other: Rgb) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _draw_rows(canvas: Canvas, frame: Frame, depth: int) -> None:
    thin = mixed(canvas.theme.page, canvas.theme.secondary, 0.18)
    for place in range(1, depth + 1):
        y = frame.y(place)
        canvas.line(((frame.left, y), (frame.right, y)), thin, 1)


def _draw_line(canvas: Canvas, frame: Frame, line: PlaceLine, colour: Rgb) -> None:
    width = 7.0 if line.highlighted else 4.0
    for stretch, until in _stretches(line, frame.end):
        path = _path(frame, stretch, until)
        if line.highlighted:
            canvas.line(path, canvas.theme.page, width + 4)
        canvas.line(path, colour, width)
        _mark(canvas, frame, path[0], stretch[0][1], colour, line, before=True)
        _mark(canvas, frame, path[-1], stretch[-1][1], colour, line, before=False)


def _stretches(line: PlaceLine, end: datetime) -> Iterator[tuple[Stretch, datetime]]:
    """What was held without a break, and until when."""
    held: list[tuple[datetime, int]] = []
    for moment, place in line.places:
        if place is not None:
            held.append((moment, place))
        elif held:
            yield tuple(held), moment
            held = []
    if held:
        yield tuple(held), end


def _path(frame: Frame, stretch: Stretch, until: datetime) -> list[Point]:
    """Level while the place is held, with a bend to every next place."""
    points = [_at(frame, *stretch[0])]
    for (_, before), (moment, place) in pairwise(stretch):
        x, start, goal = frame.x(moment), frame.y(before), frame.y(place)
        begin = max(x - _BEND, points[-1][0])
        points += [
            (begin + (x - begin) * step / _STEPS, start + (goal - start) * _eased(step / _STEPS))
            for step in range(_STEPS + 1)
        ]
    return [*points, _at(frame, until, stretch[-1][1])]


def _at(frame: Frame, moment: datetime, place: int) -> Point:
    return min(max(frame.x(moment), frame.left), frame.right), frame.y(place)


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _mark(
    canvas: Canvas,
    frame: Frame,
    at: Point,
    place: int,
    colour: Rgb,
    line: PlaceLine,
    *,
    before: bool,
) -> None:
    """A disc where a line begins or ends, the place at the chart's sides, the name at its right."""
    x, y = at
    radius = 9.0 if line.highlighted else 7.0
    canvas.disc(x, y, radius + 2, canvas.theme.page)
    canvas.disc(x, y, radius, colour)
    is_at_side = x <= frame.left + 1 if before else x >= frame.right - 1
    if is_at_side:
        weight = BOLD if line.highlighted or not before else 500
        ink = canvas.theme.text if not before else canvas.theme.secondary
        aside = -18 if before else 18
        canvas.text(x + aside, y, f"{place}", ink, LABEL, weight=weight, anchor=float(before))
        if not before:
            name, room = _name(canvas, line), canvas.width - x - _AWAY - _APART
            weight = BOLD if line.highlighted else 500
            canvas.text(x + _AWAY, y, name, ink, LABEL, weight=weight, room=room)


def _name(canvas: Canvas, line: PlaceLine) -> str:
    """What stands behind a line; nothing on a chart without names."""
    return canvas.name(line.name, PLACED.of(number=line.last or 0)) if line.name else ""


def ends(lines: Sequence[PlaceLine]) -> tuple[PlaceLine, ...]:
    """The lines of those who are still there, the first place first."""
    there = [(line.last, line) for line in lines if line.last is not None]
    return tuple(line for _, line in sorted(there, key=lambda each: each[0]))
