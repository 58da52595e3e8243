"""How a rating went, with the band in which the true strength is believed to lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from renderer.charts.axes import Frame, draw_dates, draw_numbers, round_numbers, short_day_of
from renderer.charts.style import TITLE, main_colour
from renderer.themes import BOLD, Rgb, Theme, mixed
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

HEIGHT, _WITHOUT_CURVE, _KEY = 444, 244, 88
"""How high the picture is with a curve or without one, and the part of it below the curve."""
MOST_DRAWN = 400
"""Points that are drawn; of more, those that tell most are kept."""

_BESIDE = 40
"""So many pixels from the end the best rating needs no mark of its own."""
_DOTTED, _DOT = 12, 6
"""Of so few matches each has a dot of its own."""
_BAND, _FEW, _EDGE = 0.2, 0.09, 0.3
"""How much of the colour the band has, that of few matches, and its edge."""
_ROOM = 15
"""Rating points left free above and below."""
_LARGE = 84
LIKELY, UNCERTAIN = Text("Likely strength", "rating"), Text("Still uncertain", "rating")
BETWEEN = Text("The strength is probably between {low} and {high}.")


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match. The true strength lies ``spread`` to either side at most, mostly.

    ``is_settled``: certain enough to be told without a question mark, and to be somebody's best.
    """

    at: datetime
    points: int
    spread: int
    is_settled: bool = True


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The points in order, at least one; ``title`` is what the rating is of."""

    title: Words
    points: tuple[RatingPoint, ...]

    @property
    def between(self) -> Text:
        """Where the strength probably lies after all."""
        last = self.points[-1]
        return BETWEEN.of(low=last.points - last.spread, high=last.points + last.spread)

    @property
    def highest(self) -> RatingPoint:
        """The first of the highest points."""
        return max(self.points, key=lambda point: point.points)

    @property
    def best(self) -> RatingPoint | None:
        """The first of the highest points that are settled; None if there is none."""
        settled = [point for point in self.points if point.is_settled]
        return max(settled, key=lambda point: point.points, default=None)

    @property
    def height(self) -> int:
        """How high the picture is; raises ValueError for a curve without points."""
        if not self.points:
            raise ValueError("a curve has at least one point")
        if len(self.points) > 1:
            return HEIGHT
        return _WITHOUT_CURVE if self.points[0].is_settled else _WITHOUT_CURVE + 40

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart, or tell a single point in words."""
        canvas.text(24, 36, self.title, canvas.theme.text, TITLE, weight=BOLD)
        _draw_key(canvas, self)
        if len(self.points) == 1:
            _tell(canvas, self)
            return
        shown = thinned(self.points, MOST_DRAWN)
        low = min(point.points - point.spread for point in shown) - _ROOM
        high = max(point.points + point.spread for point in shown) + _ROOM
        frame = Frame(
            left=82,
            top=76,
            right=canvas.width - 96,
            bottom=canvas.height - _KEY,
            begin=shown[0].at,
            end=shown[-1].at,
            low=low,
            high=high,
        )
        draw_numbers(canvas, frame, round_numbers(low, high))
        _draw_band(canvas, frame, shown)
        # the lines of the numbers show through the band
        thin = mixed(canvas.theme.page, canvas.theme.secondary, 0.45)
        for number in round_numbers(low, high):
            canvas.line(((frame.left, frame.y(number)), (frame.right, frame.y(number))), thin, 1)
        draw_dates(canvas, frame)
        colour = main_colour(canvas.theme)
        path = [(frame.x(point.at), frame.y(point.points)) for point in shown]
        canvas.line(path, colour, 4)
        for x, y in path if len(path) <= _DOTTED else ():
            canvas.disc(x, y, _DOT, colour)
        _mark_ends(canvas, frame, self)


def _tell(canvas: Canvas, curve: RatingCurve) -> None:
    theme, only = canvas.theme, curve.points[0]
    canvas.text(24, 112, _told(only), main_colour(theme), _LARGE, weight=BOLD)
    after = Text("After one match, on {day}", "rating", day=short_day_of(only.at))
    for y, words in ((178, after), (212, curve.between)):
        canvas.text(24, y, words, theme.secondary, room=canvas.width - 48)


def _told(point: RatingPoint) -> str:
    return f"{point.points}" if point.is_settled else f"{point.points}?"


def thinned(points: Sequence[RatingPoint], most: int) -> tuple[RatingPoint, ...]:
    """At most about ``most`` of the points: of each stretch its first, highest and lowest."""
    if len(points) <= most:
        return tuple(points)
    length = -(-len(points) * 3 // most)
    kept: dict[int, RatingPoint] = {}
    for begin in range(0, len(points), length):
        numbers = range(begin, min(begin + length, len(points)))
        highest = max(numbers, key=lambda number: points[number].points)
        lowest = min(numbers, key=lambda number: points[number].points)
        for number in sorted({begin, highest, lowest}):
            kept[number] = points[number]
    kept[len(points) - 1] = points[-1]
    return tuple(kept.values())


def _draw_band(canvas: Canvas, frame: Frame, shown: Sequence[RatingPoint]) -> None:
    upper, lower = (
        [(frame.x(point.at), frame.y(point.points + way * point.spread)) for point in shown]
        for way in (1, -1)
    )
    fill, edge = _band_colours(canvas.theme, len(shown))
    canvas.area([*upper, *reversed(lower)], fill)
    for side in (upper, lower):
        canvas.line(side, edge, 2)


def _band_colours(theme: Theme, matches: int) -> tuple[Rgb, Rgb]:
    """Those of the band and of its edge."""
    main, share = main_colour(theme), _FEW if matches <= _DOTTED else _BAND
    return mixed(theme.page, main, share), mixed(theme.page, main, _EDGE)


def _draw_key(canvas: Canvas, curve: RatingCurve) -> None:
    """What the band is, and the question mark if there is one."""
    theme, y, x = canvas.theme, canvas.height - 24, 24.0
    if len(curve.points) > 1:
        fill, edge = _band_colours(theme, len(curve.points))
        canvas.box(x, y - 11, 34, 22, edge, 3)
        canvas.box(x + 2, y - 9, 30, 18, fill, 2)
        x += 74 + canvas.text(x + 44, y, LIKELY, theme.secondary)
    if not curve.points[-1].is_settled:
        x += 6 + canvas.text(x, y, "?", theme.text, weight=BOLD)
        canvas.text(x, y, UNCERTAIN, theme.secondary, room=canvas.width - x)


def _mark_ends(canvas: Canvas, frame: Frame, curve: RatingCurve) -> None:
    theme, colour = canvas.theme, main_colour(canvas.theme)
    last, best = curve.points[-1], curve.best
    if best is not None and best.points > last.points:
        _mark_best(canvas, frame, best)
    x, y = frame.x(last.at), frame.y(last.points)
    canvas.disc(x, y, 9, theme.page)
    canvas.disc(x, y, 7, colour)
    canvas.text(x + 14, y, _told(last), theme.text, weight=BOLD)


def _mark_best(canvas: Canvas, frame: Frame, best: RatingPoint) -> None:
    x, y = frame.x(best.at), frame.y(best.points)
    if x >= frame.right - _BESIDE:
        return
    canvas.disc(x, y, 11, canvas.theme.page)
    canvas.disc(x, y, 7, canvas.theme.turn)
    told = Text("Best {points}", points=best.points)
    half = canvas.wide(told) / 2 + 8
    beside = min(max(x, frame.left + half), frame.right - half)
    canvas.text(beside, y - 28, told, canvas.theme.text, anchor=0.5)
