"""What the last move did, as marks on cells, arrows, and pieces that are no longer there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod
from itertools import pairwise

from renderer.scene import Arrow, Figure, Mark, MarkKind
from renderer.scenes.figures import figure_of
from rules.game import (
    Captured,
    Cell,
    Connected,
    CutOff,
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


@dataclass(slots=True)
class Traces:
    """The traces of one move, gathered event by event."""

    shape: Shape
    pieces: Mapping[Cell, Piece]
    marks: dict[Cell, list[Mark]] = field(default_factory=dict)
    gone: dict[Cell, Figure] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)

    @singledispatchmethod
    def add(self, _event: Event) -> None:
        """Gather what ``event`` left; some events leave nothing on the board."""

    @add.register
    def _(self, event: Moved) -> None:
        self._leave(event.origin)
        for cell in event.path[:-1]:
            self.mark(cell, Mark(MarkKind.VISITED))
        self.mark(event.path[-1], Mark(MarkKind.LANDED))
        self.arrows += (Arrow(*leg) for leg in pairwise((event.origin, *event.path)))

    @add.register
    def _(self, event: Split) -> None:
        self._leave(event.origin)
        for landing, _ in event.parts:
            self.mark(landing, Mark(MarkKind.LANDED))
        if event.direction is None:
            self.arrows += (Arrow(event.origin, landing) for landing, _ in event.parts)
            return
        # all in one line: from each landing to the next, so that no number is crossed out
        nearest_first = [landing for landing, _ in sorted(event.parts, key=lambda part: part[1])]
        self.arrows += (Arrow(*leg) for leg in pairwise((event.origin, *nearest_first)))

    @add.register
    def _(self, event: Placed) -> None:
        self.mark(event.cell, Mark(MarkKind.LANDED))

    @add.register
    def _(self, event: Captured) -> None:
        self.mark(event.cell, Mark(MarkKind.CAPTURED, colour=event.colour))
        self._fade(event.cell, Piece(event.colour))

    @add.register
    def _(self, event: Swapped) -> None:
        self.mark(event.landing, Mark(MarkKind.SWAPPED))
        there = Arrow(event.landing, event.origin)
        self.arrows = [arrow for arrow in self.arrows if arrow != there]
        self.arrows.append(Arrow(event.landing, event.origin, both_ways=True))

    @add.register
    def _(self, event: Flipped) -> None:
        self.mark(event.cell, Mark(MarkKind.FLIPPED, colour=1 - event.colour))

    @add.register
    def _(self, event: Removed) -> None:
        self.mark(event.cell, Mark(MarkKind.REMOVED))
        self._fade(event.cell, Piece(event.colour))

    @add.register
    def _(self, event: CutOff) -> None:
        for cell, piece in event.pieces:
            self.mark(cell, Mark(MarkKind.CUT_OFF))
            self._fade(cell, piece)

    @add.register
    def _(self, event: Connected) -> None:
        for cell in event.cells:
            self.mark(cell, Mark(MarkKind.CHAIN))

    def mark(self, cell: Cell, mark: Mark) -> None:
        """Put ``mark`` on ``cell``, once."""
        marks = self.marks.setdefault(cell, [])
        if mark not in marks:
            marks.append(mark)

    def _leave(self, origin: Cell) -> None:
        if origin not in self.pieces:
            self.mark(origin, Mark(MarkKind.ORIGIN))

    def _fade(self, cell: Cell, piece: Piece) -> None:
        if cell not in self.pieces:
            self.gone[cell] = figure_of(self.shape, piece, faded=True)
