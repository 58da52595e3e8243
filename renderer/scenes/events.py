"""What the last move did, as marks on cells, arrows, and pieces that are no longer there."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, singledispatchmethod
from itertools import pairwise, permutations

from renderer.scene import Arrow, Figure, Mark, MarkKind, Presence, figure_of
from rules import game
from rules.geometry.board import Board, Lattice, Place
from rules.geometry.cellset import cell_set, cells_in

_NUMBERED = (game.Shape.STACK, game.Shape.PILE)
_LONG = 3  # legs of a path
_ASIDE = (
    *(MarkKind.CAPTURED, MarkKind.FLIPPED, MarkKind.VISITED),
    *(MarkKind.OPTION, MarkKind.BEGINS),
)
_FREE = {Lattice.HEX: (30, 150, 90), Lattice.SQUARE: (45, 135, 315, 225)}
"""Where badges may lie, the best first: towards no neighbour, or towards one at a corner."""
_UPPER = (330, 210, 270)  # on a hex, where a piece has no number
_ABREAST = (90, 270)  # where several letters begin


@dataclass(slots=True)
class MoveMarks:
    """The marks of one move, gathered event by event.

    The picture lies ``turned`` or not. ``in_order`` numbers all landings of a move that is still
    being put together, as those of a long one are: its legs may cross. Nothing is ``counted`` of a
    last move beside choices, which have numbers of their own.
    """

    board: Board
    shape: game.Shape
    pieces: Mapping[game.Cell, game.Piece]
    marks: dict[game.Cell, list[Mark]] = field(default_factory=dict)
    gone: dict[game.Cell, Figure] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)
    turned: bool = False
    in_order: bool = False
    counted: bool = True

    @singledispatchmethod
    def add(self, _event: game.Event) -> None:
        """Gather what ``event`` left; some events leave nothing on the board."""

    @add.register
    def _(self, event: game.Moved) -> None:
        self.mark(event.origin, Mark(MarkKind.ORIGIN))
        self.touch_down(event)
        self.mark(event.path[-1], Mark(MarkKind.LANDED))
        self.arrows += (Arrow(*leg) for leg in pairwise((event.origin, *event.path)))

    @add.register
    def _(self, event: game.Split) -> None:
        self.mark(event.origin, Mark(MarkKind.ORIGIN))
        last = event.parts[-1][0]
        for landing, _ in event.parts:
            on_the_way = event.direction is not None and landing != last
            self.mark(landing, Mark(MarkKind.PART if on_the_way else MarkKind.LANDED))
        if event.direction is None:
            for landing, _ in event.parts:
                self.arrows.append(Arrow(event.origin, landing))
            return
        # all in one line: from each landing to the next, so that no number is crossed out
        way = (event.origin, *(landing for landing, _ in event.parts))
        self.arrows += (Arrow(*leg) for leg in pairwise(way))

    @add.register
    def _(self, event: game.Placed) -> None:
        self.mark(event.cell, Mark(MarkKind.LANDED))
        self.mark(event.cell, Mark(MarkKind.ADDED))

    @add.register
    def _(self, event: game.Captured) -> None:
        marks = self.marks.setdefault(event.cell, [])
        if (touched := Mark(MarkKind.VISITED)) in marks:  # what was taken there tells it as well
            marks.remove(touched)
        self.mark(event.cell, Mark(MarkKind.CAPTURED, colour=event.colour))
        self.leave_behind(event.cell, game.Piece(event.colour), Presence.TAKEN)

    @add.register
    def _(self, event: game.Swapped) -> None:
        for cell in (event.landing, event.origin):
            self.mark(cell, Mark(MarkKind.SWAPPED))

    @add.register
    def _(self, event: game.Flipped) -> None:
        self.mark(event.cell, Mark(MarkKind.FLIPPED, colour=1 - event.colour))

    @add.register
    def _(self, event: game.Removed) -> None:
        self.mark(event.cell, Mark(MarkKind.REMOVED))
        self.leave_behind(event.cell, game.Piece(event.colour), Presence.TAKEN)

    @add.register
    def _(self, event: game.CutOff) -> None:
        for cell, piece in event.pieces:
            self.mark(cell, Mark(MarkKind.CUT_OFF))
            pile = self.shape is game.Shape.PILE
            self.leave_behind(cell, piece, Presence.UNCOUNTED if pile else Presence.TAKEN)

    @add.register
    def _(self, event: game.Elected) -> None:
        for cell, piece in self.pieces.items():
            if piece.colour == event.colour:
                self.mark(cell, Mark(MarkKind.LANDED))
                if event.colour != event.seat:  # each begins with the colour of the seat
                    self.mark(cell, Mark(MarkKind.SWAPPED))

    @add.register
    def _(self, event: game.Connected) -> None:
        towards: dict[game.Cell, list[str]] = {cell: [] for cell in event.cells}
        for one, other in permutations(event.cells, 2):
            if self._step(one, other) in self.board.lattice.steps:
                towards[one].append(str(self._angle(one, other)))
        for cell, angles in towards.items():
            self.mark(cell, Mark(MarkKind.CHAIN, " ".join(angles)))
        self._mark_sides(cell_set(self.board.index[cell] for cell in event.cells))

    def _mark_sides(self, chain: int) -> None:
        """Mark the pairs of opposite sides that ``chain``, a set of cells, connects."""
        sides = self.board.sides
        half = len(sides) // 2
        for one, other in zip(sides[:half], sides[half:], strict=True):
            if not (one & chain and other & chain):
                continue
            for side, opposite in ((one, other), (other, one)):
                outward = self._angle(*map(self._middle_of, (opposite, side)))
                for cell in cells_in(side):
                    self.mark(self.board.names[cell], Mark(MarkKind.SIDE, str(outward)))

    def _middle_of(self, side: int) -> game.Cell:
        """The middle one of the cells of a side."""
        cells = sorted(cells_in(side), key=lambda cell: self.board.spot(self.board.names[cell]))
        return self.board.names[cells[len(cells) // 2]]

    def touch_down(self, event: game.Moved) -> None:
        """Mark the stops of a path."""
        numbered = self.counted and (self.in_order or len(event.path) >= _LONG)
        for number, cell in enumerate(event.path[:-1], 1):
            self.mark(cell, Mark(MarkKind.VISITED, str(number) if numbered else ""))

    def leave_ways_free(self) -> None:
        """Have badges lie where no arrow meets them."""
        for cell, marks in self.marks.items():
            ways = [
                self._angle(cell, end)
                for arrow in self.arrows
                for start, end in ((arrow.start, arrow.end), (arrow.end, arrow.start))
                if start == cell
            ]
            marks[:] = (
                replace(each, aside=max(self._places(each), key=partial(_nearest, ways)))
                if each.kind in _ASIDE
                else each
                for each in marks
            )

    def _places(self, mark: Mark) -> tuple[int, ...]:
        """Where a badge may lie, the best first."""
        numbered = self.shape in _NUMBERED
        if mark.kind is MarkKind.BEGINS and " " in mark.text:
            return _ABREAST[:1] if numbered else _ABREAST
        upper = () if numbered or self.board.lattice is Lattice.SQUARE else _UPPER
        return *_FREE[self.board.lattice], *upper

    def mark(self, cell: game.Cell, mark: Mark) -> None:
        """Put ``mark`` on ``cell``, once."""
        marks = self.marks.setdefault(cell, [])
        if mark not in marks:
            marks.append(mark)

    def _step(self, one: game.Cell, other: game.Cell) -> Place:
        (first, second), (third, fourth) = self.board.place(one), self.board.place(other)
        return third - first, fourth - second

    def _angle(self, one: game.Cell, other: game.Cell) -> int:
        """Where ``other`` lies from ``one`` in the picture, in degrees clockwise from the right."""
        across, down = self._step(one, other)
        if self.board.lattice is Lattice.HEX:
            x, y = across + down / 2, down * math.sqrt(3) / 2
        else:
            x, y = across, -down
        return round(math.degrees(math.atan2(y, x)) + 180 * self.turned) % 360

    def leave_behind(self, cell: game.Cell, piece: game.Piece, presence: Presence) -> None:
        """Show a piece where it was, unless something stands there now."""
        if cell not in self.pieces:
            self.gone[cell] = figure_of(self.shape, piece, presence)


def _nearest(ways: Sequence[int], aside: int) -> int:
    """How many degrees lie between a direction and the nearest of ``ways``."""
    return min((_turn(aside, way) for way in ways), default=0)


def _turn(one: int, other: int) -> int:
    """How many degrees lie between two directions, at most 180."""
    return 180 - abs(180 - abs(one - other) % 360)
