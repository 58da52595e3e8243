"""Halves: tiles without a board; while they are laid, the places where one may go."""

from __future__ import annotations

from renderer.scene import Shape
from renderer.scenes.style import Style
from rules.game import Cell, Position, StepKind


def _open_cells(position: Position) -> tuple[Cell, ...]:
    if position.to_move is None:
        return ()
    occupied = position.pieces()
    return tuple(
        step.cells[0]
        for step in position.steps().options
        if step.kind is StepKind.CELL and step.cells and step.cells[0] not in occupied
    )


STYLE = Style(Shape.TILE, _open_cells)
