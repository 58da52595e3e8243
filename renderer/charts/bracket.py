"""A knockout: the ties of its rounds side by side, with who goes on from each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from renderer.charts.style import LABEL, TITLE, WIDTH, Point
from renderer.themes import BOLD, mixed
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_ROUNDS, MOST_TIES = 4, 16
"""How many columns there are, and how many ties in the first one."""
BYE = Text("bye", "bracket")
_TOP, _HEAD, _FOOT, _MARGIN = 64, 40, 44, 12
_LINE, _PITCH, _GAP, _WIDEST, _THIRD = 34, 84, 20, 380, 120
_CORNER = 8
_CROWN = ((0, 7), (-11, 7), (-13, -7), (-5, 0), (0, -10), (5, 0), (13, -7), (11, 7))
FINAL = Text("Final", "bracket")
THIRD = Text("Third place", "bracket")
KEY = Text("Bold: goes on. Number: points from their games")


@dataclass(frozen=True, slots=True)
class BracketSide:
    """Somebody in a tie; without a name, nobody knows yet. ``points`` are as they are written."""

    name: Words
    points: str = ""
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class BracketTie:
    """Two who meet, or one who has a bye."""

    upper: BracketSide
    lower: BracketSide


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column: its ties from the top, each half as many as in the column before."""

    name: Words
    ties: tuple[BracketTie, ...]


@dataclass(frozen=True, slots=True)
class BracketChart:
    """The last rounds, or some earlier ones; ``left`` are games to be ended."""

    title: Words
    rounds: tuple[BracketRound, ...]
    third: BracketTie | None
    left: int


def height_of(chart: BracketChart) -> int:
    """How high the picture is; raises ValueError for columns that do not fit each other."""
    if not 0 < len(chart.rounds) <= MOST_ROUNDS:
        raise ValueError(f"a bracket has 1 to {MOST_ROUNDS} columns, not {len(chart.rounds)}")
    counts = [len(each.ties) for each in chart.rounds]
    fits = all(2 * after == before for before, after in pairwise(counts))
    if not fits or not 0 < counts[0] <= MOST_TIES:
        raise ValueError(f"each column has half as many ties as the one before, not {counts}")
    return _TOP + _HEAD + _PITCH * counts[0] + round(_more(chart)) + _FOOT


def _more(chart: BracketChart) -> float:
    """How much higher the picture is for a third place that has no room below the final."""
    below = _PITCH * len(chart.rounds[0].ties) / 2 - _LINE
    return max(0.0, _THIRD - below) if chart.third else 0.0


def draw_bracket(canvas: Canvas, chart: BracketChart) -> None:
    """Draw the chart."""
    theme, columns = canvas.theme, len(chart.rounds)
    room = WIDTH - 2 * _MARGIN - _GAP * (columns - 1)
    wide = min(_WIDEST, room / columns)
    margin = (WIDTH - (wide + _GAP) * columns + _GAP) / 2
    canvas.text(24, 36, chart.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
    for column, each in enumerate(chart.rounds):
        left = margin + (wide + _GAP) * column
        canvas.text(
            *(left + wide / 2, _TOP + _HEAD / 2, each.name, theme.secondary, LABEL),
            anchor=0.5,
            room=wide,
        )
        for number, tie in enumerate(each.ties):
            middle = _middle(column, number)
            if column + 1 < columns:
                _draw_way(canvas, (left + wide, middle), _middle(column + 1, number // 2))
            _draw_tie(canvas, tie, (left, middle), wide, is_final=each.name == FINAL)
    if chart.third is not None:
        left = margin + (wide + _GAP) * (columns - 1)
        top = canvas.height - _FOOT - _THIRD
        canvas.text(left, top + 20, THIRD, theme.secondary, LABEL, room=wide)
        _draw_tie(canvas, chart.third, (left, top + 44 + _LINE), wide)
    canvas.text(24, canvas.height - 22, KEY, theme.secondary, LABEL, room=canvas.width - 32)


def _middle(column: int, number: int) -> float:
    return _TOP + _HEAD + float(_PITCH << column) * (number + 0.5)


def _draw_way(canvas: Canvas, begin: Point, end: float) -> None:
    """The line to the next tie, halfway over and then up or down."""
    (x, y), half = begin, _GAP / 2
    colour = mixed(canvas.theme.page, canvas.theme.text, 0.35)
    canvas.line([(x, y), (x + half, y), (x + half, end), (x + _GAP, end)], colour, 2)


def _draw_tie(
    canvas: Canvas, tie: BracketTie, place: Point, wide: float, *, is_final: bool = False
) -> None:
    theme, (left, middle) = canvas.theme, place
    right, edge = left + wide, mixed(theme.page, theme.text, 0.3)
    sides = ((tie.upper, middle - _LINE), (tie.lower, middle))
    canvas.box(left, middle - _LINE, wide, 2 * _LINE, edge, _CORNER)
    for side, top in sides:
        ground = mixed(theme.page, theme.text, 0.26 if side.own else 0.09)
        inner, other = (wide - 2, _LINE - 1.5), top + (1 if top < middle else 0.5)
        canvas.box(left + 1, other, *inner, ground, _CORNER - 1)
        flat = other + (_CORNER if top < middle else 0)
        canvas.box(left + 1, flat, wide - 2, inner[1] - _CORNER, ground)
    for side, top in sides:
        beaten = not side.won and (tie.upper.won or tie.lower.won)
        colour = theme.secondary if beaten or side.name == BYE else theme.text
        weight, y = BOLD if side.won else 400, top + _LINE / 2
        name, begin = canvas.legible(side.name), left + 8
        wrote = canvas.text(right - 8, y, side.points, colour, LABEL, weight=weight, anchor=1)
        end = right - 16 - wrote
        if is_final and side.won:
            canvas.area([(begin + 13 + x, y + 1 + down) for x, down in _CROWN], theme.turn)
            begin += 34
        canvas.text(begin, y, name, colour, LABEL, weight=weight, room=end - begin)
