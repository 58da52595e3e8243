"""A knockout: the ties of its rounds side by side, with who goes on from each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from renderer.charts.rows import NUMBERED, won_colour
from renderer.charts.style import LABEL, TITLE, WIDTH, Point
from renderer.themes import BOLD, CROWN, REGULAR, Rgb, mixed, written_on
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_ROUNDS, MOST_TIES = 4, 16
"""How many columns there are, and how many ties in the first one."""
BYE = Text("Bye", "bracket")
_TOP, _HEAD, _FOOT, _MARGIN = 64, 40, 44, 10
"""_MARGIN makes columns begin at even pixels: with two in a byte, files are a sixth smaller."""
_LINE, _HIGHER, _FEW, _APART, _GAP, _WIDEST, _WIDER = 34, 54, (4, 8), 16, 12, 380, 1.25
"""How high a side is, or two lines of a name: where so few ties stand below each other, or at most.

Then what parts ties, and columns, how wide those are at most, and how much wider where a name has
one line.
"""
_THIRD = 38, 62
"""How far below the final's box the third place is named, and its tie begins."""
_FINAL_PITCH, _BELOW, _BESIDE = 120, 23, 22
"""_BELOW is how far a name's lines are from each other, _BESIDE how far a crown is from a word."""
_CORNER, _ACCENT, _BEFORE = 8, 7, 2
"""_BEFORE is how far points stand behind a name."""
_WIN, _TINT, _OWN, _OTHER = 1.0, 0.3, 0.2, 0.09
"""How much of a colour lies below who wins the final, others that go on, the reader, the rest."""
_DIM = 0.4
"""How far the ink of who is beaten is from the page's second one to its first."""
HALF, UNKNOWN = "\u00bd", "?"
_CROWN = ((0, 7), (-11, 7), (-13, -7), (-5, 0), (0, -10), (5, 0), (13, -7), (11, 7))
FINAL = Text("Final", "bracket")
THIRD = Text("Third place", "bracket")
KEY = Text("Bold: advances. Number: points from their games")


@dataclass(frozen=True, slots=True)
class BracketSide:
    """Somebody in a tie; without a name, nobody knows yet. ``points`` are as they are written.

    ``number`` is the one they entered with.
    """

    name: Words
    points: str = ""
    won: bool = False
    own: bool = False
    number: int = 0


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

    @property
    def lines(self) -> list[int]:
        """How high a side of a tie is in each column."""
        few = _FEW[len(self.rounds[0].ties) <= _FEW[1]]
        return [_HIGHER if len(each.ties) <= few else _LINE for each in self.rounds]

    @property
    def height(self) -> int:
        """How high the picture is; raises ValueError for columns that do not fit each other."""
        if not 0 < len(self.rounds) <= MOST_ROUNDS:
            raise ValueError(f"a bracket has 1 to {MOST_ROUNDS} columns, not {len(self.rounds)}")
        counts = [len(each.ties) for each in self.rounds]
        fits = all(2 * after == before for before, after in pairwise(counts))
        if not fits or not 0 < counts[0] <= MOST_TIES:
            raise ValueError(f"each column has half as many ties as the one before, not {counts}")
        return _TOP + _HEAD + _room(self) + round(_more(self)) + _FOOT

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart."""
        theme, columns = canvas.theme, _columns(self)
        canvas.text(24, 36, self.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
        path, room = _path(self), _room(self)
        for column, (each, (left, wide)) in enumerate(zip(self.rounds, columns, strict=True)):
            _draw_heading(canvas, each, left + wide / 2, wide)
            middles = [_middle(room, len(each.ties), number) for number in range(len(each.ties))]
            for number in sorted(range(len(middles)), key=lambda number: (column, number) in path):
                if column + 1 < len(columns):
                    end = _middle(room, len(each.ties) // 2, number // 2)
                    won = (column, number) in path
                    _draw_way(canvas, (left + wide, middles[number]), end, won=won)
            size = wide, self.lines[column]
            for number, tie in enumerate(each.ties):
                share = _WIN if (column, number) in path else _TINT
                _draw_tie(canvas, tie, (left, middles[number]), size, share)
        if self.third is not None:
            left, wide = columns[-1]
            middle = canvas.height - _FOOT - 2 - _HIGHER
            name = middle - _HIGHER - _THIRD[1] + _THIRD[0]
            canvas.text(left, name, THIRD, theme.secondary, LABEL, room=wide)
            _draw_tie(canvas, self.third, (left, middle), (wide, _HIGHER), _TINT)
        canvas.text(24, canvas.height - 22, KEY, theme.secondary, LABEL, room=canvas.width - 32)


def _room(chart: BracketChart) -> int:
    """How high the ties of the first column are together."""
    return max((2 * chart.lines[0] + _APART) * len(chart.rounds[0].ties), _FINAL_PITCH)


def _more(chart: BracketChart) -> float:
    """How much higher the picture is for a third place that has no room below the final."""
    need = _HIGHER + _THIRD[1] + 2 * _HIGHER + 2
    return max(0.0, need - _room(chart) / 2) if chart.third else 0.0


def _path(chart: BracketChart) -> set[tuple[int, int]]:
    """The columns and the numbers of the ties that who won the final came through."""
    path, number = set[tuple[int, int]](), 0
    for column in reversed(range(len(chart.rounds))):
        tie = chart.rounds[column].ties[number]
        if chart.rounds[-1].name != FINAL or not (tie.upper.won or tie.lower.won):
            break
        path.add((column, number))
        number = 2 * number + tie.lower.won
    return path


def _columns(chart: BracketChart) -> list[tuple[float, float]]:
    """Where each column begins, and how wide it is."""
    gaps = _GAP * (len(chart.rounds) - 1)
    shares = [_WIDER if line == _LINE else 1 for line in chart.lines]
    part = (WIDTH - 2 * _MARGIN - gaps) / sum(shares)
    widths = [min(_WIDEST, part * share // 2 * 2) for share in shares]
    margin = (WIDTH - sum(widths) - gaps) / 2
    return [(margin + sum(widths[:at]) + _GAP * at, wide) for at, wide in enumerate(widths)]


def _draw_heading(canvas: Canvas, shown: BracketRound, middle: float, room: float) -> None:
    """The name of a round, with a crown before it once the final is won."""
    place = middle, _TOP + _HEAD / 2
    wide = canvas.text(*place, shown.name, canvas.theme.secondary, anchor=0.5, room=room)
    tie = shown.ties[0]
    if shown.name == FINAL and (tie.upper.won or tie.lower.won):
        crown = [(middle - wide / 2 - _BESIDE + x, place[1] + y) for x, y in _CROWN]
        canvas.line([*crown, crown[0]], written_on(CROWN), 4)
        canvas.area(crown, CROWN)


def _middle(room: int, ties: int, number: int) -> float:
    return _TOP + _HEAD + room * (number + 0.5) / ties


def _draw_way(canvas: Canvas, begin: Point, end: float, *, won: bool) -> None:
    """The line to the next tie, halfway over and then up or down."""
    (x, y), half, theme = begin, _GAP / 2, canvas.theme
    colour = won_colour(theme) if won else mixed(theme.page, theme.text, 0.35)
    corners = [(x, y), (x + half, y), (x + half, end), (x + _GAP, end)]
    canvas.line(corners, colour, 5 if won else 2)


def _draw_tie(
    canvas: Canvas,
    tie: BracketTie,
    place: Point,
    size: tuple[float, int],
    share: float,
) -> None:
    """Both sides; below who goes on lies so great a ``share`` of the win colour."""
    theme, (left, middle), (wide, line) = canvas.theme, place, size
    for side, top in ((tie.upper, middle - line), (tie.lower, middle)):
        ground = mixed(theme.page, theme.text, _OWN if side.own else _OTHER)
        if side.won:
            ground = mixed(theme.page, won_colour(theme), share)
        begin, flat = (top, top + _CORNER) if top < middle else (top + 1, top + 1)
        canvas.box(left, begin, wide, line - 1, ground, _CORNER)
        canvas.box(left, flat, wide, line - 1 - _CORNER, ground)
        if side.own:
            canvas.box(left, top + 4, _ACCENT, line - 8, theme.turn, 2)
        beaten = not side.won and (tie.upper.won or tie.lower.won)
        ink = mixed(theme.secondary, theme.text, _DIM) if beaten or side.name == BYE else theme.text
        if side.won and share == _WIN:
            ink = written_on(ground)
        _draw_side(canvas, side, (left, top), size, ink)


def _draw_side(
    canvas: Canvas, side: BracketSide, corner: Point, size: tuple[float, int], ink: Rgb
) -> None:
    """The name, in two lines where it needs them and has them, with points beside the first."""
    weight, (wide, line), (left, top) = BOLD if side.won else REGULAR, size, corner
    begin, right, y = left + (14 if side.own else 8), left + wide - 7, top + line / 2
    points = side.points.replace("0.5", HALF).replace(".5", HALF)
    wrote = canvas.wide(points, LABEL, weight) if points else 0.0
    end = right - (wrote and wrote + _BEFORE)
    rooms = end - begin, right - begin
    name = canvas.name(side.name, NUMBERED.of(number=side.number)) if side.name else UNKNOWN
    lines: tuple[str, ...] = (name,)
    if line == _HIGHER and canvas.wide(name, LABEL, weight) > rooms[0]:
        lines = canvas.in_two(name, weight, rooms[0])
    y -= _BELOW / 2 * (len(lines) - 1)
    canvas.text(right, y, points, ink, LABEL, weight=weight, anchor=1)
    for part, room in zip(lines, rooms, strict=False):
        canvas.text(begin, y, part, ink, weight=weight, room=room)
        y += _BELOW
