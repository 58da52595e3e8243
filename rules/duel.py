"""Games for two who take turns and keep their colours."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from rules.game import Cell, Colour, Piece, Position, Seat
from rules.geometry.board import Board
from rules.geometry.cellset import cells_in


@dataclass(frozen=True, slots=True)
class Duel(Position):
    """A position of a game for two who take turns and keep their colours.

    ``left`` is the seat that gave up, None as long as nobody has.
    """

    ply: int = field(default=0, kw_only=True)
    left: Seat | None = field(default=None, kw_only=True)

    def from_mover(self, by_seat: tuple[int, int]) -> tuple[int, int]:
        """What the mover and the other have, from what the seats have; or the reverse."""
        return (by_seat[1], by_seat[0]) if self.ply % 2 else by_seat

    def colour_of(self, seat: Seat) -> Colour:
        """The colour with which ``seat`` began."""
        return seat

    def passed(self) -> Self:
        """The position as if whoever is to move had passed, whether the rules allow that or not."""
        return replace(self, ply=self.ply + 1)

    def leave(self, seat: Seat) -> Self:
        """The position that the other seat has won; raises ValueError when the game is over."""
        if seat not in (0, 1) or self.to_move is None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return replace(self, left=seat)


def pieces_on(board: Board, stones: tuple[int, int]) -> Mapping[Cell, Piece]:
    """The pieces of both seats, none of them a stack, in canonical cell order."""
    white, black = stones
    return {
        board.names[cell]: Piece(0 if white >> cell & 1 else 1) for cell in cells_in(white | black)
    }
