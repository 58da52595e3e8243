"""What can be had of a position, by trying everything: without the engine, by the rules alone."""

from __future__ import annotations

import functools

from rules import Position
from rules.game import Seat
from tests.kit.rules import random_match


@functools.lru_cache(maxsize=200_000)
def can_force(position: Position, seat: Seat) -> bool:
    """Whether ``seat`` can win, alone, whatever the others do: also what is bad for them."""
    if position.outcome is not None:
        return position.outcome.winners == (seat,)
    best = any if position.to_move == seat else all
    return best(can_force(position.after(move), seat) for move in position.moves())


def late_endings(game: str, variant: str, seed: int, most: int) -> list[Position]:
    """Those positions of a random match, all running, in which at most so many pieces are left."""
    return [
        position
        for position, _, _ in random_match(game, variant, seed)
        if len(position.pieces()) <= most
    ]
