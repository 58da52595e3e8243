"""Who could expect what, move by move: a strip below a match that is looked back at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from renderer.charts.axes import round_numbers
from renderer.charts.style import TITLE, Point
from renderer.themes import BOLD, REGULAR, Material, mixed
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

HEIGHT = 386
_LEFT, _RIGHT, _TOP, _BOTTOM = 24, 24, 12, 50
_TITLE, _KEY = 60, 36
"""How much of the height they take, where the strip is alone."""
_WORDS, _MOST_BESIDE = 36, 270
"""What stands before a name, and how much room the names beside the strip take at most."""
_TWO = 2
_MOST_NUMBERS = 10
_LOW, _NEAR = 100, 16
"""A strip that is no higher has no room for the name of its middle between those of its sides.

These are so near its top and its foot where there is little.
"""
_APART = 36
"""Pixels from one number below to the next."""
_SWATCH = 24
_RIM, _DOT = 3, 13
AHEAD, MIDDLE = Text("Who was ahead, move by move"), Text("Even", "ahead")
_MISTAKE, _SHOWN = Text("A clear mistake", "chart"), Text("The move shown", "chart")


@dataclass(frozen=True, slots=True)
class ExpectationsChart:
    """What each seat could expect at the start and after each step, from -1, lost, to 1, won.

    ``names`` are those of the players, by seat. ``colours`` are the names of the colours that the
    seats' pieces have at each step. ``marks`` are steps to point out, each with
    the seat that made it; ``at`` is the step that is shown now, None for none.
    """

    names: tuple[str, ...]
    expected: tuple[tuple[float, ...], ...]
    colours: tuple[tuple[str, ...], ...]
    marks: tuple[tuple[int, int], ...] = ()
    at: int | None = None

    @property
    def last(self) -> int:
        return len(self.expected) - 1

    def held(self, seat: int) -> tuple[str, ...]:
        """The colours of a seat's pieces, one after the other."""
        return tuple(colour for colour, _ in groupby(each[seat] for each in self.colours))

    def held_words(self, seat: int) -> Text:
        """The same in words."""
        then, sides = Text("{first}, then {second}"), map(side, self.held(seat))
        return reduce(lambda first, second: then.of(first=first, second=second), sides)

    @property
    def height(self) -> int:
        return HEIGHT

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart; raises ValueError for fewer than two steps."""
        if self.last < 1:
            raise ValueError("expectations are shown from one step to another")
        place, of_two, names = _Place(canvas, self), len(self.names) == _TWO, self.colours[0]
        pieces = dict(zip(names, canvas.theme.materials(names), strict=True))
        if of_two:
            _draw_ground(canvas, place)
        for first, last in _stretches(self):
            materials = [pieces[each] for each in self.colours[first]]
            draw = _draw_sides if of_two else _draw_shares
            draw(canvas, place, range(first, last + 1), materials)
        if of_two:
            middle = ((place.left, place.middle), (place.right, place.middle))
            canvas.line(middle, canvas.theme.page, 6)
            canvas.line(middle, canvas.theme.text, 3)
        else:
            _draw_frame(canvas, place)
        if self.at is not None:
            _draw_stroke(canvas, place.x(self.at), place.top, place.bottom)
        for step, seat in self.marks:
            _draw_dot(canvas, place(step, 0) if of_two else place.border(step, seat))
        _draw_numbers(canvas, place, self)
        _draw_names(canvas, place, self, pieces)
        if canvas.height >= HEIGHT:
            canvas.text(_LEFT, 32, AHEAD, canvas.theme.text, TITLE, weight=BOLD)
            _draw_key(canvas, self, canvas.height - 24)


def side(colour: str) -> Text:
    """The name of a colour, which the games say as such."""
    return Text.of_file(colour, "side")


class _Place:
    """Where a step of a seat's line lies."""

    def __init__(self, canvas: Canvas, chart: ExpectationsChart) -> None:
        alone = canvas.height >= HEIGHT
        self.top = _TOP + _TITLE * alone
        self.left = _LEFT + _beside(canvas, chart)
        self.right, self.bottom = canvas.width - _RIGHT, canvas.height - _BOTTOM - _KEY * alone
        self.middle = (self.top + self.bottom) / 2
        self._reach = (self.bottom - self.top) / 2 - _DOT * alone
        self._chart = chart

    def x(self, step: int) -> float:
        return self.left + (self.right - self.left) * step / self._chart.last

    def of_number(self, step: int) -> float:
        """Where the middle of a step's number lies, which is within the strip."""
        return min(max(self.x(step), self.left + 8), self.right - 12)

    def __call__(self, step: int, seat: int) -> Point:
        return self.x(step), self.middle - self._reach * self._chart.expected[step][seat]

    def below(self, step: int, seat: int) -> Point:
        """Where the share of a seat ends and that of the next begins."""
        chances = [1 + each for each in self._chart.expected[step]]
        share = sum(chances[: seat + 1]) / (sum(chances) or 1)
        return self.x(step), self.top + (self.bottom - self.top) * share

    def border(self, step: int, seat: int) -> Point:
        """On the border of a seat's share that moved most, as far as a dot there has room."""
        borders = range(max(seat - 1, 0), min(seat + 1, len(self._chart.names) - 1))
        then, now = (
            [self.below(each, side) for side in borders] for each in (max(step - 1, 0), step)
        )
        moved = [abs(before - after) for (_, before), (_, after) in zip(then, now, strict=True)]
        x, y = now[moved.index(max(moved))]
        return x, min(max(y, self.top + _DOT), self.bottom - _DOT)


def _beside(canvas: Canvas, chart: ExpectationsChart) -> float:
    """How much room the names take beside the strip."""
    words = [_named(canvas, chart, seat) for seat in range(len(chart.names))]
    wide = [_WORDS + canvas.wide(each, weight=weight) for both in words for each, weight in both]
    middle = canvas.wide(MIDDLE) if len(chart.names) == _TWO else 0
    return min(max(*wide, middle) + 16, _MOST_BESIDE)


def _named(canvas: Canvas, chart: ExpectationsChart, seat: int) -> list[tuple[Words, int]]:
    """The lines that say who has which colour, and their weights; one where there is no room."""
    shown, words = canvas.legible(chart.names[seat]), chart.held_words(seat)
    if not shown:
        return [(words, BOLD)]
    both: list[tuple[Words, int]] = [(shown, BOLD), (words, REGULAR)]
    return both if canvas.height >= HEIGHT else both[:1]


def _stretches(chart: ExpectationsChart) -> Iterator[tuple[int, int]]:
    """The first and the last step of each time in which everybody kept their colours."""
    begun = [
        step
        for step, colours in enumerate(chart.colours[:-1])
        if step == 0 or colours != chart.colours[step - 1]
    ]
    return pairwise((*begun, chart.last))


def _draw_ground(canvas: Canvas, place: _Place) -> None:
    """The ground of the board, on which all pieces can be seen."""
    cell, right, bottom = canvas.theme.cells[0], place.right, place.bottom
    canvas.box(place.left, place.top, right - place.left, bottom - place.top, cell)
    middle = ((place.left, place.middle), (right, place.middle))
    canvas.line(middle, mixed(cell, canvas.theme.coordinate, 0.6), 2)


def _draw_sides(canvas: Canvas, place: _Place, steps: range, materials: Sequence[Material]) -> None:
    """Above the middle the first seat is ahead, below it the second."""
    path = list(_crossing(place, steps))
    for material, keep in zip(materials, (min, max), strict=True):
        edge = [(x, keep(y, place.middle)) for x, y in path]
        corners = [(path[0][0], place.middle), *edge, (path[-1][0], place.middle)]
        canvas.area(corners, material.base)
        for before, after in pairwise(corners):
            at_end = before[0] == after[0] and before[0] in {place.left, place.right}
            if not at_end and (before[1], after[1]) != (place.middle, place.middle):
                canvas.line((before, after), material.rim, _RIM)


def _crossing(place: _Place, steps: range) -> Iterator[Point]:
    """The line of the first seat, with the points where it crosses the middle."""
    before: Point | None = None
    for step in steps:
        now = place(step, 0)
        if before is not None and (before[1] - place.middle) * (now[1] - place.middle) < 0:
            share = (place.middle - before[1]) / (now[1] - before[1])
            yield before[0] + share * (now[0] - before[0]), place.middle
        yield now
        before = now


def _draw_shares(
    canvas: Canvas, place: _Place, steps: range, materials: Sequence[Material]
) -> None:
    """Of three, each has a band that is as high as what they may expect."""
    for seat, material in enumerate(materials):
        upper, lower = ([place.below(step, each) for step in steps] for each in (seat - 1, seat))
        canvas.area([*upper, *reversed(lower)], material.base)
    for seat in range(len(materials) - 1):
        border = [place.below(step, seat) for step in steps]
        canvas.line(border, canvas.theme.page, 2 * _RIM)
        canvas.line(border, canvas.theme.secondary, _RIM)


def _draw_frame(canvas: Canvas, place: _Place) -> None:
    """Without it a light band would be one with a light page."""
    left, top, right, bottom = place.left, place.top, place.right, place.bottom
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    canvas.line(corners, canvas.theme.secondary, _RIM)


def _draw_stroke(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    """The step that is shown now, in two tones of which one is seen on whatever lies below."""
    canvas.line(((x, top), (x, bottom)), canvas.theme.edge, 6)
    canvas.line(((x, top), (x, bottom)), canvas.theme.last, 3)


def _draw_dot(canvas: Canvas, at: Point) -> None:
    canvas.disc(*at, _DOT, canvas.theme.edge)
    canvas.disc(*at, _DOT - 4, canvas.theme.last)


def _draw_key(canvas: Canvas, chart: ExpectationsChart, y: float) -> None:
    """What the dots and the stroke mean, those that there are."""
    x, theme = _LEFT, canvas.theme
    if chart.marks:
        _draw_dot(canvas, (x + 13, y))
        x += 62 + round(canvas.text(x + 34, y, _MISTAKE, theme.secondary))
    if chart.at is not None:
        _draw_stroke(canvas, x + 6, y - 14, y + 14)
        canvas.text(x + 20, y, _SHOWN, theme.secondary)


def _draw_numbers(canvas: Canvas, place: _Place, chart: ExpectationsChart) -> None:
    """The numbers of what is pointed out, and round ones where there is room."""
    theme, taken = canvas.theme, list[float]()
    pointed_out = sorted({step for step, _ in chart.marks})
    for number in (*pointed_out, *_round_ones(place, chart.last)):
        x = place.of_number(number)
        if any(abs(x - other) < _APART for other in taken):
            continue
        taken.append(x)
        marked = number in pointed_out
        colour, weight = (theme.text, BOLD) if marked else (theme.secondary, REGULAR)
        canvas.text(x, place.bottom + 26, f"{number}", colour, weight=weight, anchor=0.5)


def _round_ones(place: _Place, last: int) -> Sequence[int]:
    """As many round numbers as stand apart, none of them left out."""
    for most in range(_MOST_NUMBERS, 1, -1):
        numbers = round_numbers(0, last, most)
        if all(
            place.of_number(after) - place.of_number(before) >= _APART
            for before, after in pairwise(numbers)
        ):
            return numbers
    return (0, last)


def _draw_names(
    canvas: Canvas, place: _Place, chart: ExpectationsChart, pieces: Mapping[str, Material]
) -> None:
    """Who has which colour, beside the part of the strip that is theirs."""
    room, part = place.left - _LEFT - 12, (place.bottom - place.top) / len(chart.names)
    names = [_named(canvas, chart, seat) for seat in range(len(chart.names))]
    heights = [place.top + part * (seat + 0.5) for seat in range(len(names))]
    if len(names) == _TWO and place.bottom - place.top > _LOW:
        ink = canvas.theme.secondary
        canvas.text(place.left - 12, place.middle, MIDDLE, ink, anchor=1, room=room)
        if max(map(len, names)) == 1:
            heights = [place.top + _NEAR, place.bottom - _NEAR]
    for seat, (lines, y) in enumerate(zip(names, heights, strict=True)):
        _draw_swatch(canvas, _LEFT, y - 12, [pieces[colour] for colour in chart.held(seat)])
        for number, (words, weight) in enumerate(lines):
            ink = canvas.theme.text if weight == BOLD else canvas.theme.secondary
            below = 28 * (number - (len(lines) - 1) / 2)
            canvas.text(_LEFT + _WORDS, y + below, words, ink, weight=weight, room=room - _WORDS)


def _draw_swatch(canvas: Canvas, x: float, top: float, materials: Sequence[Material]) -> None:
    """A bit of each colour on the ground of the board, one above the other."""
    high = _SWATCH / len(materials)
    canvas.box(x - 4, top - 4, _SWATCH + 8, _SWATCH + 8, canvas.theme.cells[0])
    for number, material in enumerate(materials):
        canvas.box(x, top + number * high, _SWATCH, high, material.rim)
        canvas.box(x + 2, top + number * high + 2, _SWATCH - 4, high - 4, material.base)
