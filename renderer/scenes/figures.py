"""What pieces look like."""

from __future__ import annotations

from renderer.scene import Figure
from rules.game import Piece, Shape


def figure_of(shape: Shape, piece: Piece, *, faded: bool = False) -> Figure:
    """What ``piece`` of a game with pieces of ``shape`` looks like; ``faded`` when it has left."""
    if shape is Shape.PILE and piece.stack:
        return Figure(shape, piece.stack, len(piece.stack), faded)
    return Figure(shape, (piece.colour,), piece.height, faded)
