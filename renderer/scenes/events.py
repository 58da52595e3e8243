"""What the last move did, as marks on cells, arrows, and pieces that are no longer there."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from itertools import pairwise, permutations

from renderer.scene import Arrow, Figure, Mark, MarkKind, Presence, figure_of
from rules.game import (
    Captured,
    Cell,
    Connected,
    CutOff,
    Elected,
    Event,
    Flipped,
    Moved,
    Piece,
    Placed,
    Removed,
    Shape,
    Split,
    Swapped,
)
from rules.geometry.board import Board, Lattice, Place

_LONG = 3  # legs of a path


@dataclass(slots=True)
class MoveMarks:
    """The marks of one move, gathered event by event.

    The picture lies ``turned`` or not. ``in_order`` numbers all landings of a move that is still
    being put together, as those of a long one are: its legs may cross.
    """

    board: Board
    shape: Shape
    pieces: Mapping[Cell, Piece]
    marks: dict[Cell, list[Mark]] = field(default_factory=dict)
    gone: dict[Cell, Figure] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)
    turned: bool = False
    in_order: bool = False

    @singledispatchmethod
    def add(self, _event: Event) -> None:
        """Gather what ``event`` left; some events leave nothing on the board."""

    @add.register
    def _(self, event: Moved) -> None:
        self.mark(event.origin, Mark(MarkKind.ORIGIN))
        numbered = self.in_order or len(event.path) >= _LONG
        for number, cell in enumerate(event.path[:-1], 1):
            self.mark(cell, Mark(MarkKind.VISITED, str(number) if numbered else ""))
        self.mark(event.path[-1], Mark(MarkKind.LANDED))
        self._point((event.origin, *event.path))

    @add.register
    def _(self, event: Split) -> None:
        self.mark(event.origin, Mark(MarkKind.ORIGIN))
        for landing, _ in event.parts:
            self.mark(landing, Mark(MarkKind.LANDED))
        if event.direction is None:
            for landing, _ in event.parts:
                self.arrows.append(Arrow(event.origin, landing))
            return
        # all in one line: from each landing to the next, so that no number is crossed out
        way = (event.origin, *(landing for landing, _ in event.parts))
        self.arrows += (Arrow(*leg) for leg in pairwise(way))

    @add.register
    def _(self, event: Placed) -> None:
        self.mark(event.cell, Mark(MarkKind.LANDED))
        self.mark(event.cell, Mark(MarkKind.ADDED))

    @add.register
    def _(self, event: Captured) -> None:
        marks = self.marks.setdefault(event.cell, [])
        if (touched := Mark(MarkKind.VISITED)) in marks:  # what was taken there tells it as well
            marks.remove(touched)
        self.mark(event.cell, Mark(MarkKind.CAPTURED, colour=event.colour))
        self._leave_behind(event.cell, Piece(event.colour), Presence.TAKEN)

    @add.register
    def _(self, event: Swapped) -> None:
        there = Arrow(event.landing, event.origin)
        self.arrows = [arrow for arrow in self.arrows if arrow != there]
        self.arrows.append(Arrow(event.landing, event.origin, both_ways=True))

    @add.register
    def _(self, event: Flipped) -> None:
        self.mark(event.cell, Mark(MarkKind.FLIPPED, colour=1 - event.colour))

    @add.register
    def _(self, event: Removed) -> None:
        self.mark(event.cell, Mark(MarkKind.REMOVED))
        self._leave_behind(event.cell, Piece(event.colour), Presence.TAKEN)

    @add.register
    def _(self, event: CutOff) -> None:
        for cell, piece in event.pieces:
            self.mark(cell, Mark(MarkKind.CUT_OFF))
            self._leave_behind(cell, piece, Presence.TAKEN)

    @add.register
    def _(self, event: Elected) -> None:
        for cell, piece in self.pieces.items():
            if piece.colour == event.colour:
                self.mark(cell, Mark(MarkKind.LANDED))

    @add.register
    def _(self, event: Connected) -> None:
        towards: dict[Cell, list[str]] = {cell: [] for cell in event.cells}
        for one, other in permutations(event.cells, 2):
            if self._beside(one, other):
                towards[one].append(str(self._angle(one, other)))
        for cell, angles in towards.items():
            self.mark(cell, Mark(MarkKind.CHAIN, " ".join(angles)))

    def leave_ghosts(self, before: Mapping[Cell, Piece]) -> None:
        """Show what stood where there is nothing now, until it is told that it was taken."""
        for cell, piece in before.items():
            self._leave_behind(cell, piece, Presence.MOVED)

    def rule(self, start: Cell, end: Cell) -> None:
        """A line along which distances are told."""
        self.arrows.append(Arrow(start, end, plain=True))

    def mark(self, cell: Cell, mark: Mark) -> None:
        """Put ``mark`` on ``cell``, once."""
        marks = self.marks.setdefault(cell, [])
        if mark not in marks:
            marks.append(mark)

    def _point(self, path: Sequence[Cell]) -> None:
        """Arrows along ``path``; a piece that goes to a neighbouring cell needs none."""
        self.arrows += (Arrow(*leg) for leg in pairwise(path) if not self._beside(*leg))

    def _beside(self, one: Cell, other: Cell) -> bool:
        return self._step(one, other) in self.board.lattice.steps

    def _step(self, one: Cell, other: Cell) -> Place:
        (first, second), (third, fourth) = self.board.place(one), self.board.place(other)
        return third - first, fourth - second

    def _angle(self, one: Cell, other: Cell) -> int:
        """Where ``other`` lies from ``one`` in the picture, in degrees clockwise from the right."""
        across, down = self._step(one, other)
        if self.board.lattice is Lattice.HEX:
            x, y = across + down / 2, down * math.sqrt(3) / 2
        else:
            x, y = across, -down
        return round(math.degrees(math.atan2(y, x)) + 180 * self.turned) % 360

    def _leave_behind(self, cell: Cell, piece: Piece, presence: Presence) -> None:
        if cell not in self.pieces:
            self.gone[cell] = figure_of(self.shape, piece, presence)
