"""Games for two who take turns and keep their colours."""

from dataclasses import dataclass, field, replace
from typing import Self

from rules.game import Colour, Position, Seat


@dataclass(frozen=True, slots=True)
class Duel(Position):
    """A position of a game for two who take turns and keep their colours.

    ``left`` is the seat that gave up, None as long as nobody has.
    """

    ply: int = field(default=0, kw_only=True)
    left: Seat | None = field(default=None, kw_only=True)

    def colour_of(self, seat: Seat) -> Colour:
        """The colour with which ``seat`` began."""
        return seat

    def leave(self, seat: Seat) -> Self:
        """The position that the other seat has won; raises ValueError when the game is over."""
        if seat not in (0, 1) or self.to_move is None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return replace(self, left=seat)
