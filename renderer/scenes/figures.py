"""What pieces look like."""

from __future__ import annotations

from renderer.scene import Figure, Presence
from rules.game import Piece, Shape


def figure_of(shape: Shape, piece: Piece, presence: Presence = Presence.STANDS) -> Figure:
    """What ``piece`` of a game with pieces of ``shape`` looks like."""
    if shape is Shape.PILE and piece.stack:
        return Figure(shape, piece.stack, len(piece.stack), presence)
    return Figure(shape, (piece.colour,), piece.height, presence)
