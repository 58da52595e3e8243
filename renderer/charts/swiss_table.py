"""A page of the table of a Swiss: a row for each player, with whom they met and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from renderer.charts.bracket import HALF
from renderer.charts.crosstable import KEY
from renderer.charts.rows import (
    BOXED,
    NUMBERED,
    RUNNING,
    draw_ground,
    draw_key,
    draw_name,
    draw_sign,
)
from renderer.charts.style import LABEL, TITLE
from renderer.themes import BOLD
from rules.texts import Text, Words

if TYPE_CHECKING:
    from renderer.charts.canvas import Canvas

MOST_LINES, MOST_ROUNDS = 12, 9
_TOP, _HEAD, _ROW, _FOOT, _GIVEN = 60, 36, 52, 82, 30
"""_GIVEN is how much higher the foot is where it says what was given without a game."""
_BROAD, _BROADEST, _ROOM, _TWO = 52, 58, 364, 2
"""How broad a round is, if there is room or somebody's number has more than two digits.

Such rounds are up to _BROADEST where names are short.
"""
_BEGIN, _PLACE, _NUMBER, _NAME, _END, _POINTS, _TIES = 15, 59, 5, 7, 652, 714, 780
"""Where places begin and end, how far from them start numbers and from those names are.

What ends at the right moves there where there is no room for _TIES.
"""
_APART = 5
"""What parts the boxes of a row."""
_ASIDE, _ABOVE, _BELOW, _ARM = 7, 7, 14, 5
"""Where the small sign of a game without a result stands, and half its length.

It is below the number where rounds have no room for it beside three digits.
"""
GAMES = Text("In each box: the opponent's number")
BUCHHOLZ = Text("BH: Buchholz")
GIVEN = Text("+1, +\u00bd: points without a game")


@dataclass(frozen=True, slots=True)
class SwissRow:
    """A player: ``place``, ``points`` and Buchholz cut 1 as they are written.

    ``rounds`` are the opponent's start number and a sign each; without an opponent, what that gave.
    """

    place: str
    number: int
    name: Words
    rounds: tuple[tuple[str, str], ...]
    points: str
    ties: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class SwissTable:
    """Up to MOST_LINES rows of a table, from the top; ``left`` are games to be ended."""

    title: Words
    rows: tuple[SwissRow, ...]
    left: int

    @property
    def rounds(self) -> int:
        return max(len(row.rounds) for row in self.rows)

    @property
    def is_broad(self) -> bool:
        """Whether an opponent's number has more than two digits."""
        return any(len(opponent) > _TWO for row in self.rows for opponent, _ in row.rounds)

    @property
    def step(self) -> float:
        """How broad a round is."""
        return _BROAD if self.is_broad else min(_BROAD, _ROOM / max(self.rounds, 1))

    @property
    def more(self) -> int:
        """How much room rounds have that the ties would have; 0 where these are shown."""
        return (_TIES - _POINTS) * (round(self.step * self.rounds) > _ROOM)

    @property
    def gives(self) -> bool:
        """Whether somebody got points without an opponent."""
        return any(sign and not opponent for row in self.rows for opponent, sign in row.rounds)

    @property
    def places(self) -> Sequence[str]:
        """Those of the rows as they are drawn: of three digits only the first of a shared one."""
        every = [row.place for row in self.rows]
        if max(map(len, every)) <= _TWO + 1:
            return every
        shared = [before == each and each.endswith("=") for before, each in pairwise(("", *every))]
        return ["=" if one else each.rstrip(".=") for one, each in zip(shared, every, strict=True)]

    @property
    def height(self) -> int:
        """How high the picture is; raises ValueError for no rows, too many, or too many rounds."""
        if not 0 < len(self.rows) <= MOST_LINES:
            raise ValueError(f"a page has 1 to {MOST_LINES} rows, not {len(self.rows)}")
        if self.rounds > MOST_ROUNDS:
            raise ValueError(f"a table has up to {MOST_ROUNDS} rounds")
        return _TOP + _HEAD + _ROW * len(self.rows) + _FOOT + _GIVEN * self.gives

    def draw(self, canvas: Canvas) -> None:
        """Draw the chart."""
        theme, head, columns = canvas.theme, _TOP + _HEAD / 2, _columns(canvas, self)
        step = _step(canvas, self, columns[-1])
        begin = _END + self.more - step * self.rounds
        middles = [begin + step * (number + 0.5) for number in range(self.rounds)]
        canvas.text(24, 32, self.title, theme.text, TITLE, weight=BOLD, room=canvas.width - 48)
        for number, x in enumerate(middles, 1):
            canvas.text(x, head, str(number), theme.secondary, anchor=0.5)
        canvas.text(columns[1], head, Text("No.", "table"), theme.secondary, anchor=0.5)
        canvas.text(_POINTS + self.more, head, Text("Pts", "table"), theme.secondary, anchor=1)
        if not self.more:
            canvas.text(_TIES, head, Text("BH", "table"), theme.secondary, anchor=1, room=60)
        for number, (row, place) in enumerate(zip(self.rows, self.places, strict=True)):
            top = _TOP + _HEAD + _ROW * number
            middle = top + _ROW / 2
            draw_ground(canvas, (4, top + 1), (canvas.width - 8, _ROW - 2), number, own=row.own)
            canvas.text(columns[0], middle, place, theme.text, weight=BOLD, anchor=1)
            _draw_row(canvas, row, (*columns[1:], middle), begin - 6, self.more)
            for x, (opponent, sign) in zip(middles, row.rounds, strict=False):
                below = self.is_broad and step < _BROADEST
                _draw_round(canvas, opponent, sign, (x, middle), step - _APART, below=below)
        _draw_keys(canvas, self)


def _columns(canvas: Canvas, chart: SwissTable) -> tuple[float, float, float]:
    """Where places end, the middle of the start numbers is, and names begin."""
    place = max(canvas.wide(each, weight=BOLD) for each in chart.places)
    number = max(canvas.wide(each) for each in ("88", *(f"{row.number}" for row in chart.rows)))
    begin = max(_PLACE, _BEGIN + place) + _NUMBER
    return begin - _NUMBER, begin + number / 2, begin + number + _NAME


def _step(canvas: Canvas, chart: SwissTable, begin: float) -> float:
    """How broad a round is: more than it must be where numbers are long and names short."""
    if not chart.more:
        return chart.step
    names = (canvas.name(row.name, NUMBERED.of(number=row.number)) for row in chart.rows)
    longest = max(canvas.wide(name, weight=BOLD) for name in names)
    free = _END + chart.more - 2 * _ABOVE - begin - longest
    return max(chart.step, min(_BROADEST, free / chart.rounds))


def _draw_keys(canvas: Canvas, chart: SwissTable) -> None:
    signs = {sign for row in chart.rows for opponent, sign in row.rounds if opponent}
    bottom, colour, room = canvas.height - 22, canvas.theme.secondary, canvas.width - 36
    if chart.gives:
        canvas.text(24, bottom, GIVEN, colour, LABEL, room=room)
        bottom -= _GIVEN
    draw_key(canvas, canvas.said(KEY), bottom, signs, label="")
    x = 24 + canvas.text(24, bottom - _GIVEN, GAMES, colour, LABEL, room=room) + 24
    if not chart.more:
        canvas.text(x, bottom - _GIVEN, BUCHHOLZ, colour, LABEL, room=room + 24 - x)


def _draw_row(
    canvas: Canvas, row: SwissRow, place: tuple[float, float, float], end: float, more: int
) -> None:
    """What stands beside the place and the games, which begin at ``end``."""
    theme, weight = canvas.theme, BOLD if row.own else 600
    number, begin, middle = place
    name = canvas.name(row.name, NUMBERED.of(number=row.number))
    canvas.text(number, middle, f"{row.number}", theme.secondary, anchor=0.5)
    draw_name(canvas, name, (begin, middle), theme.text, weight, end - begin)
    canvas.text(_POINTS + more, middle, row.points, theme.text, weight=BOLD, anchor=1)
    if not more:
        canvas.text(_TIES, middle, row.ties, theme.secondary, anchor=1)


def _draw_round(
    canvas: Canvas,
    opponent: str,
    sign: str,
    place: tuple[float, float],
    wide: float,
    *,
    below: bool,
) -> None:
    """The opponent's number in how the game ended, or beside it; what was given without one."""
    (x, y), ink = place, canvas.theme.secondary
    if not opponent:
        canvas.text(x, y, sign.replace("0.5", HALF), ink, anchor=0.5)
    elif sign in BOXED:
        draw_sign(canvas, sign, x, y, wide, label=opponent)
    elif below:
        canvas.text(x, y - _ABOVE, opponent, ink, anchor=0.5)
        _draw_mark(canvas, sign, x, y + _BELOW)
    else:
        x += canvas.text(x - _ASIDE, y, opponent, ink, anchor=0.5) / 2 - 2
        _draw_mark(canvas, sign, x, y - _ABOVE)


def _draw_mark(canvas: Canvas, sign: str, x: float, y: float) -> None:
    """A small sign behind a number: not played, or not yet."""
    ink = canvas.theme.secondary
    if sign == RUNNING:
        canvas.disc(x, y, _ARM - 1, ink)
    else:
        canvas.line(((x - _ARM, y), (x + _ARM, y)), ink, 3)
    if sign == "+":
        canvas.line(((x, y - _ARM), (x, y + _ARM)), ink, 3)
