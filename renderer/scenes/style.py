"""What games differ in when they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from renderer.scene import Figure, Shape
from rules.game import Cell, Piece, Position


def _no_cells(_: Position) -> tuple[Cell, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Style:
    """How a game's pieces look. ``open_cells`` are where the open field shows places for tiles."""

    shape: Shape
    open_cells: Callable[[Position], tuple[Cell, ...]] = _no_cells

    def figure(self, piece: Piece, *, faded: bool = False) -> Figure:
        """What ``piece`` looks like; ``faded`` when it has left the board."""
        if self.shape is Shape.PILE and piece.stack:
            return Figure(Shape.PILE, piece.stack, len(piece.stack), faded)
        return Figure(self.shape, (piece.colour,), piece.height, faded)
